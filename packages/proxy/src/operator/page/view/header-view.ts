import { html, type TemplateResult } from 'lit';
import type { Texts } from '../texts/texts.ts';

interface HeaderOptions {
  /** The id in the address. */
  wantedId: string;
  onSearch: (id: string) => void;
  onSwitch: () => void;
}

/** Draws the title, the search, and the switch to the other language. */
export function renderHeader(
  { title, search, language, otherLanguage }: Texts,
  { wantedId, onSearch, onSwitch }: HeaderOptions,
): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = document.querySelector<HTMLInputElement>('#search');
    onSearch(input?.value.trim() ?? '');
  };
  return html`
    <header>
      <h1>${title}</h1>
      <form role="search" @submit=${submit}>
        <label for="search">${search.label}</label>
        <input
          id="search"
          type="search"
          required
          maxlength="128"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          .value=${wantedId}
        />
        <button class="main">${search.button}</button>
      </form>
      <button class="quiet" lang=${language === 'en' ? 'pt-BR' : 'en'} @click=${onSwitch}>
        ${otherLanguage}
      </button>
    </header>
  `;
}
