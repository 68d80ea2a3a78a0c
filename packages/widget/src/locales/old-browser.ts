import { inLanguage, nearestLanguage } from './language.ts';
import { oldBrowser } from './pt-br.json';

const others = import.meta.glob<string>(['./*.json', '!./pt-br.json'], { import: 'oldBrowser' });

/** Registers a message in place of the element, for browsers that are too old to run it. */
export function replaceElement(tagName: string): void {
  class OldBrowser extends HTMLElement {
    async connectedCallback(): Promise<void> {
      if (this.textContent?.trim()) return;
      const language = this.getAttribute('locale') || nearestLanguage(this);
      this.textContent = await inLanguage(language, async () => oldBrowser, others)();
    }
  }
  customElements.define(tagName, OldBrowser);
}
