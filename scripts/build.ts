import { spawnSync } from 'node:child_process';

/** Builds every package; says nothing unless a build fails, which then ends the process. */
export function build(): void {
  const { status, stdout, stderr, error } = spawnSync('pnpm', ['build'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  process.stderr.write(`${error?.message ?? ''}${stdout}${stderr}\nThe build failed.\n`);
  process.exit(1);
}
