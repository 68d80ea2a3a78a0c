import type { Messages } from './messages.ts';
import { ptBR } from './pt-br.ts';

/** Are the languages of the element; pt-BR is built in, the others are loaded when used. */
export type Locale = 'pt-BR' | 'en';

/** Picks the locale of a language tag (RFC 5646): its language decides, pt-BR is the default. */
export function localeFor(languageTag: string): Locale {
  return /^en\b/i.test(languageTag) ? 'en' : 'pt-BR';
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
  if (locale === 'pt-BR') return ptBR;
  try {
    const { en } = await import('./en.ts');
    return en;
  } catch {
    return ptBR;
  }
}
