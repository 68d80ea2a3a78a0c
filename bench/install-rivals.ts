import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathOf } from './path-of.ts';

/** Installs the proxies or forms of others in their folder, unless they are there. Throws when that fails. */
export function installRivals(kind: 'proxies' | 'forms'): void {
  const folder = pathOf(`rivals/${kind}`);
  if (existsSync(`${folder}/node_modules`)) return;
  process.stderr.write(`installing the ${kind} of others\n`);
  const args = ['-y', 'pnpm@12', 'install', '--dir', folder, '--ignore-workspace', '--no-lockfile'];
  const { status } = spawnSync('npx', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`The ${kind} of others could not be installed.`);
}
