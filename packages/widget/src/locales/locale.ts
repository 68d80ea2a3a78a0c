import { lazyFile } from '../browser/lazy-file.ts';
import type { Messages } from './messages.ts';
import { ptBR } from './pt-br.ts';

const loadEnglish = lazyFile(() => import('./en.ts'));
const loadSpanish = lazyFile(() => import('./es.ts'));

/** The locales of the element; pt-BR is built in, the others load when used. */
export type Locale = 'pt-BR' | 'en' | 'es';

/** A language tag (attribute `locale`), e.g. `'pt-BR'` or `'en-US'`; empty for the page's. */
export type LanguageTag = '' | Locale | 'pt' | `${'pt' | 'en' | 'es'}-${string}`;

/** Picks the locale for a language tag (RFC 5646) by its language; the default is pt-BR. */
export function localeFor(languageTag: string): Locale {
  if (/^en\b/i.test(languageTag)) return 'en';
  return /^es\b/i.test(languageTag) ? 'es' : 'pt-BR';
}

/** Loads the texts of a locale; falls back to the built-in ones if its file cannot be loaded. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  try {
    if (locale === 'en') return (await loadEnglish()).en;
    if (locale === 'es') return (await loadSpanish()).es;
  } catch {
    // Portuguese is better than no texts.
  }
  return ptBR;
}
