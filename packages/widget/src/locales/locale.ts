import type { Messages } from './messages.ts';
import { ptBR } from './pt-br.ts';
import { fromLines } from './sentences.ts';

/** The languages of the element; pt-BR is built in, the others are loaded when used. */
export type Locale = 'pt-BR' | 'en' | 'es';

/** Picks the locale of a language tag (RFC 5646): its language decides, pt-BR is the default. */
export function localeFor(languageTag: string): Locale {
  if (/^en\b/i.test(languageTag)) return 'en';
  return /^es\b/i.test(languageTag) ? 'es' : 'pt-BR';
}

/** Finds the nearest `lang` around an element, through the shadow roots that it stands in. */
export function nearestLanguage(element: Element): string {
  const holder = element.closest<HTMLElement>('[lang]');
  if (holder) return holder.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLanguage(root.host) : '';
}

/** Loads the texts of a locale; without its file a buyer still gets the built-in ones. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  try {
    if (locale === 'en') return textsOf((await import('./en.ts')).en);
    if (locale === 'es') return textsOf((await import('./es.ts')).es);
  } catch {
    // What follows is for a locale without its file, too.
  }
  return ptBR;
}

/** Reads a language's file, of which the script build makes bare lines (`vite.config.ts`). */
function textsOf(language: Messages | string): Messages {
  return typeof language === 'string' ? fromLines(language) : language;
}
