import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Lists the packages that a built file imports, itself or by other built files. */
function packagesOf(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b.*?\bfrom "([^"]+)"/gm);
  return [...imports].flatMap(([, name = '']) =>
    name.startsWith('.') ? packagesOf(join(dirname(file), name)) : [name],
  );
}

it('the built server SDK imports standardwebhooks alone', () => {
  expect(packagesOf('packages/proxy/dist/server-sdk.js')).toEqual(['standardwebhooks']);
});
