/** What each language's file has, without Portuguese; by the file, which is named for its language. */
export type OtherLanguages<Content> = Readonly<Record<string, Content>>;

/** Returns what the file for a language tag (RFC 5646) has; in Portuguese, if there is none. */
export function inLanguage<Content>(
  languageTag: string,
  ptBR: Content,
  others: OtherLanguages<Content>,
): Content {
  return others[`./${languageOf(languageTag)}.json`] ?? ptBR;
}

/** Returns the locale for a language tag: its language if that has a file, else pt-BR. */
export function localeFor(languageTag: string, others: OtherLanguages<unknown>): string {
  const language = languageOf(languageTag);
  return `./${language}.json` in others ? language : 'pt-BR';
}

function languageOf(languageTag: string): string {
  const [language = ''] = languageTag.split('-');
  return language.toLowerCase();
}

/** Returns the nearest `lang` around an element, also outside its shadow roots. */
export function nearestLanguage(element: Element): string {
  const holder = element.closest<HTMLElement>('[lang]');
  if (holder) return holder.lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? nearestLanguage(root.host) : '';
}
