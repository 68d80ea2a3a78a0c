import { exec } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import type { Count } from './test-count.ts';

type Check = readonly [name: string, command: string];

const execute = promisify(exec);
const libraries = ['packages/widget', 'packages/proxy'] as const;
const published = [...libraries, 'packages/server', 'packages/sandbox'] as const;
const typed = ['packages/contract', ...published, 'packages/testing', '.'] as const;

// Nothing imports the script-tag builds by name, so they have no types.
const attw =
  'attw --profile=esm-only --exclude-entrypoints ./script/card-checkout.js ./script/isolated.js --quiet --pack';

export const wholeBuild: Check = ['build', 'pnpm run build'];

/** Checks that need no build. */
export const sourceChecks: readonly Check[] = [
  ['lint', 'oxlint --quiet'],
  ['format', 'prettier --check --log-level=warn .'],
  ...typed.map(typesOf),
  ['unused files, exports and dependencies', 'knip'],
];

/** Checks of the published packages, which need a build. */
export const publishedChecks: readonly Check[] = [
  typesOf('e2e/frameworks'),
  ...libraries.map((folder) => [`attw ${folder}`, `${attw} ${folder}`] as const),
  ...published.map((folder) => [`publint ${folder}`, `publint --strict ${folder}`] as const),
  ['size', 'size-limit'],
];

function typesOf(folder: string): Check {
  return [`types of ${folder}`, `tsc -p ${folder}`];
}

/** Runs as many checks at once as there are cores. Prints each result as it arrives. */
export async function runChecks(checks: readonly Check[]): Promise<Count> {
  const waiting = checks.values();
  const count: Count = { passed: 0, failed: 0, notRun: [] };
  const work = async (): Promise<void> => {
    for (const [name, command] of waiting) {
      const fault = await run(command);
      count[fault === undefined ? 'passed' : 'failed'] += 1;
      process.stdout.write(
        fault === undefined ? `ok      ${name}\n` : `FAILED  ${name}\n${fault}\n`,
      );
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return count;
}

/** Returns a failed check's output, or `undefined` if it passed. */
async function run(command: string): Promise<string | undefined> {
  return execute(command, { maxBuffer: Infinity }).then(
    () => undefined,
    ({ message, stdout, stderr }) => `${stdout}${stderr}` || String(message),
  );
}
