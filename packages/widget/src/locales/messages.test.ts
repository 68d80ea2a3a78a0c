import { temporaryFolder } from '@card-checkout/testing/during-test';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { inLanguage, localeFor } from './language.ts';
import { mergeMessages, type Language } from './messages.ts';
import { form as en } from './en.json';

/** Brazil's payment schemes ask that a buyer cannot tell one refusal from another. */
const telling =
  /fraud|risco|riesgo|risk|lost|stolen|roubad|\brobad|perdid|blacklist|lista negra|sospech|suspeit/i;

const files = import.meta.glob<{ form: Language }>('./*.json', { eager: true, import: 'default' });
const ptBR = files['./pt-br.json'];
const languages = Object.entries(files);

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
    (_file, { form: { numbers: _numbers, ...form }, ...others }) => {
      const texts = textsOf({ form, ...others });

      expect(texts).not.toContain('');
      expect(texts.join('\n')).not.toMatch(telling);
    },
  );

  it.each(languages)('of %s have the names and the gaps of pt-BR', (_file, texts) => {
    expect(new Map(gapsOf(texts))).toEqual(new Map(gapsOf(ptBR)));
  });

  it.each(languages)('of %s say that nothing was charged in one place', (_file, { form }) => {
    const { notCharged, errors } = form;

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

describe('a language', () => {
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
  ])('for the tag %s is %s', (tag, locale) => {
    const others = { './en.json': 'en', './es.json': 'es' };

    expect(localeFor(tag, others)).toBe(locale);
    expect(inLanguage(tag, 'pt-BR', others)).toBe(locale);
  });

  it('is added by adding one file', async () => {
    const root = temporaryFolder();
    cpSync(import.meta.dirname, join(root, 'locales'), { recursive: true });
    const portuguese = readFileSync(join(root, 'locales/pt-br.json'), 'utf8');
    const french = portuguese
      .replace('Pagar {amount}', 'Payer {amount}')
      .replace(/Confirmar e pagar {amount}/, 'Confirmer et payer {amount}');
    writeFileSync(join(root, 'locales/fr.json'), french);
    const entry = ['locale-controller', 'sentences'].map((name) => `locales/${name}.ts`);
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      build: { lib: { entry, formats: ['es'] } },
    });
    const built = async (name: string) => import(join(root, `dist/${name}.mjs`));
    const { LocaleController } = await built('locale-controller');
    const { textsOfFrame } = await built('sentences');

    const { promise, resolve } = Promise.withResolvers<void>();
    const element = { locale: 'fr-CA', messages: {}, addController() {}, requestUpdate: resolve };
    const texts = new LocaleController(element, () => undefined);
    texts.hostUpdate();
    await promise;
    expect([texts.locale, texts.messages.pay]).toEqual(['fr', 'Payer {amount}']);
    expect(textsOfFrame('fr').confirm).toBe('Confirmer et payer {amount}');
  });
});
