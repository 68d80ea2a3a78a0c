import { expect, it } from 'vitest';
import { scenarios } from '../../payments/scenarios.ts';
import { texts } from './texts.ts';

/** Lists the paths of all texts, each with what is filled into it. */
function outline(value: unknown, path = ''): string[] {
  if (typeof value === 'string')
    return [[path, ...(value.match(/\{\w+\}/g) ?? []).toSorted()].join(' ')];
  return Object.entries(Object(value)).flatMap(([key, inner]) => outline(inner, `${path}/${key}`));
}

it('has the same texts in each language, with the same values in them', () => {
  expect(outline(texts.en)).toEqual(outline(texts['pt-BR']));
});

it('describes every scenario of the payments service', () => {
  expect(Object.keys(texts.en.names)).toEqual(Object.keys(scenarios));
});
