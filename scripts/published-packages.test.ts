import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { published } from './build.ts';

interface Manifest {
  dependencies: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** Returns a package's dependencies, including optional peers. */
function needsOf(name: string): Record<string, string> {
  const manifest: Manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
  return { ...manifest.dependencies, ...manifest.peerDependencies };
}

/** Lists the packages that built files and types import, except Node's own. */
function importedBy(pattern: string): Set<string> {
  const text = globSync(pattern)
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const imports = text.matchAll(
    /(?:^(?:import|export)\b[^;'"]*\bfrom |^import |\bimport\(|\brequire\()["']((?!node:)[\w@][^"']*)["']/gm,
  );
  return new Set([...imports].map(([, path = '']) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? ''));
}

// publint checks `exports`, `bin` and their files.
describe.each(published)('the tarball of %s', (name) => {
  it('depends only on versions from a registry', () => {
    const unpublished = Object.entries(needsOf(name)).filter(
      // `pnpm pack` replaces "catalog:" with the version.
      ([, version]) => !/^(catalog:$|[\^>]=?\d)/.test(version),
    );

    expect(unpublished).toEqual([]);
  });

  it('imports only its dependencies', () => {
    const imported = importedBy(`packages/${name}/dist/**/*.{js,d.ts}`);

    expect(imported.size).toBeGreaterThan(0);
    const needs = needsOf(name);
    expect([...imported].filter((path) => !(path in needs || `@types/${path}` in needs))).toEqual(
      [],
    );
  });
});
