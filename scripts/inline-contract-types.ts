import { readFileSync, writeFileSync, globSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/**
 * Points the emitted types of the package in the current folder to the copy of the private
 * contract's types that tsc wrote beside them, so that the published package stands alone.
 */
const emitted = 'dist/types';

for (const file of globSync(`${emitted}/*/src/**/*.d.ts`)) {
  const contract = relative(dirname(file), `${emitted}/contract/src`);
  const source = readFileSync(file, 'utf8');
  const standalone = source.replaceAll(
    /(['"])@card-checkout\/contract(?:\/([a-z-]+))?\1/g,
    (_match, quote: string, module = 'index') => `${quote}${contract}/${module}.js${quote}`,
  );
  if (standalone !== source) writeFileSync(file, standalone);
}
