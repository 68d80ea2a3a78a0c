import { lazyFile } from '../browser/lazy-file.ts';
import type { Messages } from './messages.ts';

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

/** Loads the texts of a locale; returns nothing if its file can't be loaded. */
export async function loadMessages(
  locale: Exclude<Locale, 'pt-BR'>,
): Promise<Messages | undefined> {
  try {
    return locale === 'en' ? (await loadEnglish()).en : (await loadSpanish()).es;
  } catch {
    return undefined;
  }
}
