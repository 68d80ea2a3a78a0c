import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Installs the packages of a folder outside the workspace, which neither tests nor the demo need, unless
 * they are there.
 * @throws Error if that fails.
 */
export function installOutside(
  folder: string,
  name: string,
  say: ((line: string) => void) | undefined,
): void {
  if (existsSync(join(folder, 'node_modules/.modules.yaml'))) return;
  say?.(`Installing ${name} …`);
  const { status } = spawnSync('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${name} could not be installed.`);
}
