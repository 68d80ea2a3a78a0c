import { en } from './en.ts';
import { ptBR } from './pt-br.ts';
import type { Texts } from './texts.ts';

const storageKey = 'card-checkout-operator-language';

/** Returns the texts chosen on this device, or else in the browser's first language. */
export function initialTexts(): Texts {
  const language = localStorage.getItem(storageKey) ?? navigator.language;
  return /^pt\b/i.test(language) ? ptBR : en;
}

export function switchedTexts({ language }: Texts): Texts {
  const texts = language === 'en' ? ptBR : en;
  localStorage.setItem(storageKey, texts.language);
  return texts;
}
