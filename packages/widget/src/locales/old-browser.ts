import { inLanguage } from './language.ts';
import { around } from './pt-br.json';

const loadOwn = async () => around;
const others = import.meta.glob<typeof around>(['./*.json', '!./pt-br.json'], { import: 'around' });

/** Says that the browser is too old, in the language of a tag. */
export async function oldBrowserText(languageTag: string): Promise<string> {
  return (await inLanguage(languageTag, loadOwn, others)()).oldBrowser;
}

/**
 * Registers a message in place of the element, for browsers that are too old to run it; `textIn` returns
 * it in the language of a tag.
 */
export function replaceElement(
  tagName: string,
  textIn: (languageTag: string) => Promise<string>,
): void {
  class OldBrowser extends HTMLElement {
    async connectedCallback(): Promise<void> {
      if (this.textContent?.trim()) return;
      const holder = this.closest<HTMLElement>('[lang]');
      this.textContent = await textIn(this.getAttribute('locale') ?? holder?.lang ?? '');
    }
  }
  customElements.define(tagName, OldBrowser);
}
