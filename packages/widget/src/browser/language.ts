/** The locales of the element; pt-BR is built in, the others load when used. */
export type Locale = 'pt-BR' | 'en' | 'es';

/** What is said, in each language. */
export type Translated<Text> = Readonly<Record<Locale, Text>>;

/** Picks the locale for a language tag (RFC 5646) by its language; the default is pt-BR. */
export function localeFor(languageTag: string): Locale {
  if (/^en\b/i.test(languageTag)) return 'en';
  return /^es\b/i.test(languageTag) ? 'es' : 'pt-BR';
}

/** Returns the nearest `lang` around an element, also outside its shadow roots. */
export function nearestLanguage(element: Element): string {
  const holder = element.closest<HTMLElement>('[lang]');
  if (holder) return holder.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLanguage(root.host) : '';
}
