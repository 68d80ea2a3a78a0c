import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs the proxies or forms of others in their folder, unless they are there. Throws when that fails. */
export function installRivals(kind: 'proxies' | 'forms'): void {
  const cwd = `${import.meta.dirname}/rivals/${kind}`;
  if (existsSync(`${cwd}/node_modules`)) return;
  process.stderr.write(`installing the ${kind} of others\n`);
  const { status } = spawnSync('npx', ['-y', 'pnpm@12', 'install', '--no-lockfile'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The ${kind} of others could not be installed.`);
}
