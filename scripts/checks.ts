import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Count } from './test-count.ts';

/** A tool that looks at the whole project, and passes or fails as one test. */
export interface Check {
  name: string;
  command: string;
  args: readonly string[];
}

const execute = promisify(execFile);
const libraries = ['packages/widget', 'packages/proxy'] as const;
const published = [...libraries, 'packages/sandbox'] as const;
const page = 'packages/proxy/src/operator/page';
const typed = ['packages/contract', ...published, page, 'packages/testing', '.'] as const;

// The script-tag builds are no modules that anybody imports by name, so they have no types.
const attwOptions = [
  '--profile=esm-only',
  '--exclude-entrypoints',
  './script/card-checkout.js',
  './script/isolated.js',
  '--quiet',
];

/** Builds all that is published. */
export const wholeBuild: Check = { name: 'build', command: 'pnpm', args: ['run', 'build'] };

/** Checks of the sources, which need no build. */
export const sourceChecks: readonly Check[] = [
  { name: 'lint', command: 'oxlint', args: ['--quiet'] },
  { name: 'format', command: 'prettier', args: ['--check', '--log-level=warn', '.'] },
  ...typed.map((folder) => typesOf(folder)),
  { name: 'unused files, exports and dependencies', command: 'knip', args: [] },
];

/** Checks of what is published, which need a build. */
export const publishedChecks: readonly Check[] = [
  typesOf('e2e/frameworks'),
  ...libraries.map((folder) => ({
    name: `attw ${folder}`,
    command: 'attw',
    args: ['--pack', folder, ...attwOptions],
  })),
  ...published.map((folder) => ({
    name: `publint ${folder}`,
    command: 'publint',
    args: ['--strict', folder],
  })),
  { name: 'size', command: 'size-limit', args: [] },
];

function typesOf(folder: string): Check {
  return { name: `types of ${folder}`, command: 'tsc', args: ['-p', folder] };
}

/** Runs checks, as many at once as there are cores, and prints each result as it comes. */
export async function runChecks(checks: readonly Check[]): Promise<Count> {
  const waiting = checks.values();
  const count: Count = { passed: 0, failed: 0, notRun: [] };
  const work = async (): Promise<void> => {
    for (const check of waiting) {
      const fault = await run(check);
      count[fault === undefined ? 'passed' : 'failed'] += 1;
      const line =
        fault === undefined ? `ok      ${check.name}` : `FAILED  ${check.name}\n${fault}`;
      process.stdout.write(`${line}\n`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return count;
}

/** Returns what a failed check printed, and nothing for one that passed. */
async function run({ command, args }: Check): Promise<string | undefined> {
  // Windows finds programs of `node_modules/.bin` by a shell alone.
  const options = { shell: process.platform === 'win32', maxBuffer: Infinity };
  return execute(command, [...args], options).then(
    () => undefined,
    ({ message, stdout, stderr }) => `${stdout}${stderr}` || String(message),
  );
}
