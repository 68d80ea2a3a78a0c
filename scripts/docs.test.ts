import { paymentCodes, problems } from '@card-checkout/contract';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { alarmCodes } from '../packages/proxy/src/alarm.ts';
import { ptBR } from '../packages/widget/src/locales/pt-br.ts';

describe('docs/errors.md', () => {
  it('has one heading for each code', () => {
    const headings = headingsOf('../docs/errors.md');
    const codes = new Set([...Object.keys(problems), ...Object.keys(ptBR.errors), ...paymentCodes]);

    expect(new Set(headings)).toEqual(codes);
    expect(headings).toHaveLength(codes.size);
  });
});

describe('docs/operations.md', () => {
  it('has one heading for each alarm', () => {
    expect(headingsOf('../docs/operations.md').toSorted()).toEqual(alarmCodes.toSorted());
  });
});

function headingsOf(file: string): string[] {
  const doc = readFileSync(new URL(file, import.meta.url), 'utf8');
  return [...doc.matchAll(/^### (\w+)$/gm)].map(([, code]) => code ?? '');
}
