import { hash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Completes the script-tag build of the package in the current folder: writes `integrity.json` with
 * the version and each file's SHA-384 (Subresource Integrity), and each file's `.br` and `.gz`.
 */
const folder = 'dist/script';

const scripts = new Map(
  globSync('*.js', { cwd: folder })
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, name))]),
);
const { version: release }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const hashes = [...scripts].map(([name, bytes]) => [name, sha384(bytes)] as const);
// The hash makes the address immutable even if two builds share a release.
const version = `${release}-${hash('sha256', JSON.stringify(hashes)).slice(0, 8)}`;
const files = Object.fromEntries(hashes.map(([name, sum]) => [`${version}/${name}`, sum]));
const integrity = Buffer.from(`${JSON.stringify({ version, files }, null, 2)}\n`);
writeFileSync(join(folder, 'integrity.json'), integrity);

for (const [name, bytes] of [...scripts, ['integrity.json', integrity] as const]) {
  // Brotli's default is its best quality, 11.
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}

function sha384(bytes: Buffer): string {
  return `sha384-${hash('sha384', bytes, 'base64')}`;
}
