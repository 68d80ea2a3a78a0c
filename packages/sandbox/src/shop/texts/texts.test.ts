import { expect, it } from 'vitest';
import { scenarios } from '../../payments/scenarios.ts';
import { texts } from './texts.ts';

/** Lists the paths of all texts, each with its placeholders. */
function outline(value: unknown, path = ''): string[] {
  if (typeof value === 'string')
    return [[path, ...(value.match(/\{\w+\}/g) ?? []).toSorted()].join(' ')];
  return Object.entries(Object(value)).flatMap(([key, inner]) => outline(inner, `${path}/${key}`));
}

it('has the same texts and placeholders in each language', () => {
  expect(outline(texts.en)).toEqual(outline(texts['pt-BR']));
});

it('describes every scenario of the payments API', () => {
  expect(Object.keys(texts.en.names)).toEqual(Object.keys(scenarios));
});
