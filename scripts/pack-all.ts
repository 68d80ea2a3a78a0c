import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from './build.ts';

const published = ['widget', 'proxy', 'sandbox'] as const;

/** Builds what is published, writes its tarballs into a folder, and returns their paths. */
export function packAll(folder = 'dist'): string[] {
  build('build');
  mkdirSync(folder, { recursive: true });
  for (const old of globSync(`${folder}/card-checkout-*.tgz`)) rmSync(old);
  for (const name of published) {
    const changelog = `packages/${name}/CHANGELOG.md`;
    copyFileSync('CHANGELOG.md', changelog);
    const { status, stdout, stderr } = spawnSync(
      'pnpm',
      ['--filter', `@card-checkout/${name}`, 'pack', '--pack-destination', resolve(folder)],
      { encoding: 'utf8', shell: process.platform === 'win32' },
    );
    rmSync(changelog);
    if (status !== 0) throw new Error(`${name} cannot be packed.\n${stdout}${stderr}`);
  }
  return globSync(`${folder}/card-checkout-*.tgz`)
    .map((path) => resolve(path))
    .toSorted();
}

if (import.meta.main) process.stdout.write(`${packAll().join('\n')}\n`);
