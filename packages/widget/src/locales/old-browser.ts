import { localeFor, type Translated } from '../browser/language.ts';

const sentences: Translated<string> = {
  'pt-BR': 'Este navegador é antigo demais para pagar aqui. Atualize-o ou use outro.',
  en: 'This browser is too old to pay here. Update it, or use another one.',
  es: 'Este navegador es demasiado antiguo para pagar aquí. Actualízalo o usa otro.',
};

/** Registers a message in place of the element, for browsers that are too old to run it. */
export function replaceElement(tagName: string): void {
  customElements.define(tagName, OldBrowser);
}

class OldBrowser extends HTMLElement {
  connectedCallback(): void {
    if (this.textContent?.trim()) return;
    const language = this.getAttribute('locale') ?? this.closest<HTMLElement>('[lang]')?.lang ?? '';
    this.textContent = sentences[localeFor(language)];
  }
}
