import { spawnSync } from 'node:child_process';

/**
 * Builds every package, silently: all that is published, or only the programs (`bundle`), which is faster.
 * @throws Error with all that the build said when it fails.
 */
export function build(script: 'build' | 'bundle'): void {
  const { status, stdout, stderr, error } = spawnSync('pnpm', ['run', script], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`, { cause: error });
}
