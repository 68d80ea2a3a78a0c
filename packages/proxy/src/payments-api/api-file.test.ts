import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ApiFile } from './api-file.ts';

it('is described by the JSON Schema in the package', () => {
  const text = readFileSync(new URL('../../api-file.schema.json', import.meta.url), 'utf8');

  expect(JSON.parse(text)).toEqual(z.toJSONSchema(ApiFile, { io: 'input' }));
});
