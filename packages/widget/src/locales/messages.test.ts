import { describe, expect, it } from 'vitest';
import { en } from './en.ts';
import { localeFor } from './locale.ts';
import { mergeMessages } from './messages.ts';
import { ptBR } from './pt-br.ts';

/** Brazil's payment schemes ask that a buyer cannot tell one refusal from another. */
const telling = /fraud|risco|risk|lost|stolen|roubad|perdid|blacklist/i;

describe('the texts', () => {
  it.each([
    ['pt-BR', ptBR],
    ['en', en],
  ])('of %s are all there and tell nothing of fraud', (_locale, messages) => {
    const texts = JSON.stringify(messages);

    expect(texts).not.toContain('""');
    expect(texts.replaceAll('"fraud":', '')).not.toMatch(telling);
  });

  it('are replaced one by one', () => {
    const merged = mergeMessages(ptBR, { pay: 'Doar {amount}', errors: { unavailable: 'Ops' } });

    expect(merged.pay).toBe('Doar {amount}');
    expect(merged.errors.unavailable).toBe('Ops');
    expect(merged.errors.rate_limited).toBe(ptBR.errors.rate_limited);
  });
});

describe('localeFor', () => {
  it.each([
    ['pt-BR', 'pt-BR'],
    ['pt', 'pt-BR'],
    ['en-US', 'en'],
    ['EN', 'en'],
    ['', 'pt-BR'],
    ['enm', 'pt-BR'],
  ])('takes %s as %s', (tag, locale) => {
    expect(localeFor(tag)).toBe(locale);
  });
});
