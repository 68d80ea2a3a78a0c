import { spawnSync } from 'node:child_process';

/**
 * Builds every package, silently.
 * @throws Error with all that the build said when it fails.
 */
export function build(): void {
  const { status, stdout, stderr, error } = spawnSync('pnpm', ['build'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stdout}${stderr}`, { cause: error });
}
