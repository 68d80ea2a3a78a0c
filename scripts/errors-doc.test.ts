import { paymentCodes, problems } from '@card-checkout/contract';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ptBR } from '../packages/widget/src/locales/pt-br.ts';

describe('docs/errors.md', () => {
  it('has one heading for each code', () => {
    const doc = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');
    const headings = [...doc.matchAll(/^### (\w+)$/gm)].map(([, code]) => code);
    const codes = new Set([...Object.keys(problems), ...Object.keys(ptBR.errors), ...paymentCodes]);

    expect(new Set(headings)).toEqual(codes);
    expect(headings).toHaveLength(codes.size);
  });
});
