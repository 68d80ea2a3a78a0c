import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.ts';
import { findBrowser } from './find-browser.ts';
import { countPlaywright, countVitest, type Count } from './test-count.ts';

const libraries = ['packages/widget', 'packages/proxy'] as const;
const published = [...libraries, 'packages/sandbox'] as const;
const typed = ['packages/contract', ...published, 'e2e/frameworks', '.'] as const;

// The script-tag build is no module that anybody imports by name, so it has no types.
const attwOptions = [
  '--profile=esm-only',
  '--exclude-entrypoints=./script/card-checkout.js',
  '--quiet',
];

/** Windows finds programs of `node_modules/.bin` by a shell alone. */
const shell = process.platform === 'win32';

const reports = mkdtempSync(join(tmpdir(), 'card-checkout-'));
const total: Count = { passed: 0, failed: 0 };

suite('build', () => {
  build('build');
  return { passed: 1, failed: 0 };
});
if (total.failed === 0) {
  check('format', 'prettier', ['--check', '--log-level=warn', '.']);
  check('lint', 'oxlint', ['--quiet']);
  for (const folder of typed) check(`types of ${folder}`, 'tsc', ['-p', folder]);
  check('unused files, exports and dependencies', 'knip', []);
  for (const folder of published) check(`publint ${folder}`, 'publint', ['--strict', folder]);
  for (const folder of libraries) {
    check(`attw ${folder}`, 'attw', ['--pack', folder, ...attwOptions]);
  }
  check('size', 'size-limit', []);
  suite('unit and HTTP tests', () => runVitest());
  suite('chaos', () => runVitest('chaos/vitest.config.ts'));
  suite('browser tests', runPlaywright);
}
rmSync(reports, { recursive: true });

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Runs one tool; it counts as one test, and what it says is shown when it fails. */
function check(name: string, command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    shell,
  });
  if (status === 0) {
    total.passed += 1;
    process.stdout.write(`ok      ${name}\n`);
  } else {
    total.failed += 1;
    process.stdout.write(`FAILED  ${name}\n${stdout}${stderr}\n`);
  }
}

/** Runs a suite of tests that counts for itself; one that can't run, or has no test, has failed. */
function suite(name: string, run: () => Count): void {
  process.stdout.write(`\n${name}\n`);
  let count: Count = { passed: 0, failed: 0 };
  try {
    count = run();
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  if (count.passed + count.failed === 0) count.failed = 1;
  total.passed += count.passed;
  total.failed += count.failed;
}

function runVitest(config = 'vitest.config.ts'): Count {
  const report = join(reports, 'vitest.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', `--config=${config}`, ...reporters];
  const { status } = spawnSync('vitest', args, { stdio: 'inherit', shell });
  return agreeing(countVitest(readFileSync(report, 'utf8')), status);
}

function runPlaywright(): Count {
  const report = join(reports, 'playwright.json');
  const env = {
    ...process.env,
    CHROMIUM_PATH: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  };
  const args = ['test', '--reporter=list,json'];
  const { status } = spawnSync('playwright', args, { stdio: 'inherit', env, shell });
  return agreeing(countPlaywright(readFileSync(report, 'utf8')), status);
}

/** Counts one failure when a runner failed for something that its report holds no test for. */
function agreeing(count: Count, status: number | null): Count {
  return status === 0 || count.failed > 0 ? count : { ...count, failed: 1 };
}
