import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import contractPackage from '../packages/contract/package.json' with { type: 'json' };

/**
 * Makes the emitted types of the package in the current folder self-contained: redirects imports of
 * the private contract to its copy by tsc, and removes files that no entry point needs.
 */
const emitted = 'dist/types';

/** The contract's files by import name, such as `./luhn`. */
const contractFiles: Readonly<Record<string, string>> = contractPackage.exports;
type Exports = Record<string, string | { types?: string }>;
/** pnpm publishes `publishConfig.exports` instead, if there are any. */
const manifest: { exports: Exports; publishConfig: { exports?: Exports } } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const exports = manifest.publishConfig.exports ?? manifest.exports;
const kept = new Set<string>();
for (const target of Object.values(exports)) {
  if (typeof target === 'object' && target.types !== undefined) keep(join(target.types));
}
for (const file of globSync(`${emitted}/**/*.d.ts`)) if (!kept.has(file)) rmSync(file);

function keep(file: string): void {
  if (kept.has(file) || !existsSync(file)) return;
  kept.add(file);
  const contract = relative(dirname(file), `${emitted}/contract`).replaceAll('\\', '/');
  const source = readFileSync(file, 'utf8');
  const standalone = source.replaceAll(
    /(['"])@card-checkout\/contract((?:\/[a-z-]+)?)\1/g,
    (_match, quote: string, name: string) =>
      quote + posix.join(contract, contractFiles[`.${name}`] ?? '').replace(/ts$/, 'js') + quote,
  );
  if (standalone !== source) writeFileSync(file, standalone);
  for (const [, path = ''] of standalone.matchAll(/['"](\.[^'"]+)\.[jt]s['"]/g))
    keep(join(dirname(file), `${path}.d.ts`));
}
