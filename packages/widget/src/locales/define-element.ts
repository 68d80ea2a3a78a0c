import { inLanguage, nearestLanguage } from './language.ts';
import { oldBrowser } from './pt-br.json';

const others = import.meta.glob<string>(['./*.json', '!./pt-br.json'], { import: 'oldBrowser' });

/** Registers an element, or a message in its place if the browser is too old to run it. */
export function defineElement(tagName: string, element: CustomElementConstructor): void {
  // Servers that have custom elements have no `CSS`.
  if (globalThis.CSS?.supports('selector(:state(a))') ?? true)
    return customElements.define(tagName, element);
  class OldBrowser extends HTMLElement {
    async connectedCallback(): Promise<void> {
      if (this.textContent?.trim()) return;
      const language = this.getAttribute('locale') || nearestLanguage(this);
      this.textContent = await inLanguage(language, async () => oldBrowser, others)();
    }
  }
  return customElements.define(tagName, OldBrowser);
}
