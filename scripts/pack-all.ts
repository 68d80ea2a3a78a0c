import { copyFileSync, globSync, mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, pnpm, published } from './build.ts';

/** Builds the published packages and writes their tarballs into a folder. Returns their paths. */
export function packAll(folder = 'dist'): string[] {
  build('build');
  mkdirSync(folder, { recursive: true });
  for (const old of globSync(`${folder}/card-checkout-*.tgz`)) rmSync(old);
  for (const name of published) {
    const changelog = `packages/${name}/CHANGELOG.md`;
    copyFileSync('CHANGELOG.md', changelog);
    try {
      pnpm('--filter', `@card-checkout/${name}`, 'pack', '--pack-destination', resolve(folder));
    } finally {
      rmSync(changelog);
    }
  }
  return globSync(`${folder}/card-checkout-*.tgz`)
    .map((path) => resolve(path))
    .toSorted();
}

if (import.meta.main) process.stdout.write(`${packAll().join('\n')}\n`);
