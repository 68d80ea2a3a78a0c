import { describe, expect, it } from 'vitest';
import { localeFor } from '../browser/language.ts';
import { messages as en } from './en.ts';
import { messages as es } from './es.ts';
import { mergeMessages } from './messages.ts';
import { ptBR } from './pt-br.ts';

/** Brazil's payment schemes ask that a buyer cannot tell one refusal from another. */
const telling =
  /fraud|risco|riesgo|risk|lost|stolen|roubad|\brobad|perdid|blacklist|lista negra|sospech|suspeit/i;

const languages = [
  ['pt-BR', ptBR],
  ['en', en],
  ['es', es],
] as const;

function textsOf(value: unknown): string[] {
  return typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf);
}

/** Gives the texts by their names, with the gaps that each has. */
function gapsOf(value: unknown, name = ''): [name: string, gaps: string][] {
  if (typeof value === 'string') return [[name, (value.match(/{\w+}/g) ?? []).toSorted().join()]];
  return Object.entries(value ?? {}).flatMap(([key, member]) => gapsOf(member, `${name}.${key}`));
}

describe('the texts', () => {
  it.each(languages)(
    'of %s are complete and do not reveal a suspicion of fraud',
    (_locale, messages) => {
      const texts = textsOf(messages);

      expect(texts).not.toContain('');
      expect(texts.join('\n')).not.toMatch(telling);
    },
  );

  it.each(languages)('of %s have the names and the gaps of pt-BR', (_locale, messages) => {
    expect(new Map(gapsOf(messages))).toEqual(new Map(gapsOf(languages[0][1])));
  });

  it.each(languages)('of %s say that nothing was charged in one place', (_locale, messages) => {
    const { notCharged, errors } = messages;

    expect(textsOf(errors).filter((text) => text.includes(notCharged))).toEqual([]);
  });

  it('are replaced one by one', () => {
    const merged = mergeMessages(en, {
      pay: 'Doar {amount}',
      plan: { cash: 'Hoje: {cash}' },
      errors: { unavailable: 'Ops' },
    });

    expect(merged.pay).toBe('Doar {amount}');
    expect(merged.plan).toEqual({ ...en.plan, cash: 'Hoje: {cash}' });
    expect(merged.errors.unavailable).toBe('Ops');
    expect(merged.errors.later).toBe(en.errors.later);
  });
});

describe('localeFor', () => {
  it.each([
    ['pt-BR', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['en-US', 'en'],
    ['EN', 'en'],
    ['es-419', 'es'],
    ['ES', 'es'],
    ['', 'pt-BR'],
    ['enm', 'pt-BR'],
    ['est', 'pt-BR'],
  ])('takes %s as %s', (tag, locale) => {
    expect(localeFor(tag)).toBe(locale);
  });
});
