import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuildStale } from './build.ts';
import { publishedChecks, runChecks, sourceChecks, wholeBuild } from './checks.ts';
import { findBrowser, findEngines } from './find-browser.ts';
import { browsersIn, countPlaywright, countVitest, printCount, type Count } from './test-count.ts';

// `test` runs everything; `test:unit FILTER` and `test:e2e FILTER` run matching tests; `test:unit
// --watch` keeps watching. `test:examples` runs those of examples that install a platform first.
const [which = 'all', ...given] = process.argv.slice(2);
const filters = given.filter((argument) => argument !== '--watch');
if (which === 'unit' && filters.length < given.length) process.exit(await watch());
// Most unit tests import sources, so they need no build.
const isPart = which === 'unit' && filters.length > 0;
if (isPart && isBuildStale())
  process.stdout.write(
    'The build is missing or stale; for tests of built files run build first.\n',
  );
const reports = mkdtempSync(join(tmpdir(), 'card-checkout-'));
const counts: Count[] = [];
const durations: string[] = [];
const browsers = new Set<string>();
// Installs missing browsers in the background.
const engines = which === 'unit' ? undefined : findEngines();
// Checks the sources while the build leaves a core idle.
const [isBuilt] = await Promise.all([
  isPart || (which !== 'all' && !isBuildStale()) || suite('build', () => runChecks([wholeBuild])),
  which === 'all' && suite('checks of the sources', () => runChecks(sourceChecks)),
]);
if (isBuilt) {
  if (which === 'all') await suite('checks of the build', () => runChecks(publishedChecks));
  // Without a filter, the tests in every engine are a separate suite.
  const shop = which === 'all' ? ['--project=shop*'] : filters;
  const tests = which === 'examples' ? ['--project=examples'] : shop;
  if (which === 'all' || which === 'unit') await suite('unit and HTTP tests, chaos', runVitest);
  if (which !== 'unit') await suite('browser tests', () => runPlaywright(tests));
  // Alone: next to another suite, WebKit's driver sometimes fails to start a session in time.
  if (which === 'all') await suite('every engine', runEngines);
}
rmSync(reports, { recursive: true });
const notRun = (await engines)?.missing ?? [];
process.stdout.write(`\n${[...durations, ...browsers].join('\n')}\n`);
printCount(...counts, { passed: 0, failed: 0, notRun });

/**
 * Runs tests and returns whether all passed. A suite without tests, or one that can't run, fails.
 */
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

async function runVitest(): Promise<Count> {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGreen = await succeeds('vitest', ['run', ...reporters, ...filters]);
  return counted(countVitest(readFileSync(report, 'utf8')), isGreen);
}

async function runEngines(): Promise<Count> {
  const names = ['chromium', 'firefox', 'webkit'];
  const { paths = {} } = (await engines) ?? {};
  const projects = names.filter((name) => `${name.toUpperCase()}_PATH` in paths);
  return runPlaywright(['--workers=3', ...projects.map((name) => `--project=${name}`)]);
}

async function runPlaywright(args: readonly string[]): Promise<Count> {
  const report = join(reports, 'playwright.json');
  const env = {
    ...(await engines)?.paths,
    CHROMIUM_PATH: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    ...(which === 'examples' && { EXAMPLES: 'yes' }),
  };
  const reporters = ['test', '--reporter=list,json'];
  const isGreen = await succeeds('playwright', [...reporters, ...args], env);
  const results = readFileSync(report, 'utf8');
  for (const browser of browsersIn(results)) browsers.add(browser);
  return counted(countPlaywright(results), isGreen);
}

/** Counts a runner's results. An error outside its tests counts as a failure. */
function counted(count: Count, isGreen: boolean): Count {
  return isGreen || count.failed > 0 ? count : { ...count, failed: 1 };
}

async function watch(): Promise<number> {
  const child = spawn('vitest', ['watch', ...filters], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const [code] = await once(child, 'close');
  return Number(code ?? 0);
}

async function succeeds(
  runner: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const child = spawn(runner, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  const [code] = await once(child, 'close');
  return code === 0;
}
