import en from './en.json' with { type: 'json' };
import ptBR from './pt-br.json' with { type: 'json' };

export const languages = ['pt-BR', 'en'] as const;
export type Language = (typeof languages)[number];

/** All texts of the shop's pages; the texts of `steps` have the name of what happened. */
export type Texts = typeof ptBR;
export const texts: Readonly<Record<Language, Texts>> = { 'pt-BR': ptBR, en };

/** Returns the first of the browser's languages that the shop has (RFC 9110, Accept-Language). */
export function preferredLanguage(accepted = ''): Language {
  const wanted = /\b(pt|en)\b/i.exec(accepted)?.[1];
  return wanted?.toLowerCase() === 'en' ? 'en' : 'pt-BR';
}
