import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from './build.ts';
import { publishedChecks, runChecks, sourceChecks, wholeBuild } from './checks.ts';
import { findBrowser } from './find-browser.ts';
import { countPlaywright, countVitest, printCount, sumOf, type Count } from './test-count.ts';

// `test` runs everything; `test:unit FILTER` and `test:e2e FILTER` run what they name.
const [which = 'all', ...filters] = process.argv.slice(2);
const reports = mkdtempSync(join(tmpdir(), 'card-checkout-'));
const counts: Count[] = [];
const durations: string[] = [];
// The sources are checked while the build leaves a core idle.
const [isBuilt] = await Promise.all(
  which === 'all'
    ? [
        suite('build', () => runChecks([wholeBuild])),
        suite('checks of the sources', () => runChecks(sourceChecks)),
      ]
    : [suite('build', runBuildIfStale)],
);
if (isBuilt) {
  if (which === 'all') await suite('checks of the build', () => runChecks(publishedChecks));
  if (which !== 'e2e') await suite('unit and HTTP tests, chaos', runVitest);
  if (which !== 'unit') await suite('browser tests', runPlaywright);
}
rmSync(reports, { recursive: true });
process.stdout.write(`\n${durations.join('\n')}\n`);
printCount(sumOf(counts));

/** Runs tests and returns whether all passed; a suite that can't run, or has no test, has failed. */
async function suite(name: string, run: () => Count | Promise<Count>): Promise<boolean> {
  process.stdout.write(`\n${name}\n`);
  const startedAt = performance.now();
  let count: Count = { passed: 0, failed: 0, notRun: [] };
  try {
    count = await run();
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  if (count.passed + count.failed === 0) count.failed = 1;
  counts.push(count);
  durations.push(`${Math.round((performance.now() - startedAt) / 1000)} s  ${name}`);
  return count.failed === 0;
}

function runBuildIfStale(): Count {
  buildIfStale();
  return { passed: 1, failed: 0, notRun: [] };
}

function runVitest(): Count {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return runCounted('vitest', ['run', ...reporters], report, countVitest);
}

function runPlaywright(): Count {
  const report = join(reports, 'playwright.json');
  const env = { CHROMIUM_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  return runCounted('playwright', ['test', '--reporter=list,json'], report, countPlaywright, env);
}

/** Runs a test runner; one that failed for something outside its tests counts as one failure more. */
function runCounted(
  runner: string,
  args: readonly string[],
  report: string,
  countIn: (report: string) => Count,
  env: Readonly<Record<string, string>> = {},
): Count {
  const { status } = spawnSync(runner, [...args, ...filters], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  const count = countIn(readFileSync(report, 'utf8'));
  return status === 0 || count.failed > 0 ? count : { ...count, failed: 1 };
}
