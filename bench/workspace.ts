import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf } from './server-process.ts';

/** What `statfs` says about a file system that is no disk (Linux, statfs(2)). */
const tmpfsMagic = 0x01021994;

/**
 * Makes a folder that goes away with this process. It lies in the repository by default, since
 * the system's folder for temporary files may be memory. Throws an `Error` where it would be.
 */
export function openWorkspace(parent = pathOf('../node_modules/.cache')): string {
  mkdirSync(parent, { recursive: true });
  if (statfsSync(parent).type === tmpfsMagic) {
    throw new Error(`${parent} lies in memory; name a folder on a disk by --folder`);
  }
  const folder = mkdtempSync(join(parent, 'bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
