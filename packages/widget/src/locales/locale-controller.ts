import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { loadMessages, localeFor, nearestLanguage, type Locale } from './locale.ts';
import { mergeMessages, type MessageOverrides, type Messages } from './messages.ts';
import { ptBR } from './pt-br.ts';

interface LocaleHost extends ReactiveControllerHost, Element {
  /** A language tag; empty for that of the page. */
  readonly locale: string;
  readonly messages: MessageOverrides;
}

/** Keeps the texts of its element in the right language, with what the page replaces. */
export class LocaleController implements ReactiveController {
  locale: Locale = 'pt-BR';
  /** Are pt-BR's until those of the locale are there. */
  messages: Messages = ptBR;
  /** Whether the texts of the locale are there. */
  isLoaded = false;
  readonly #host: LocaleHost;
  readonly #onChange: () => void;
  #wanted: Locale | undefined;
  #loaded: Messages = ptBR;
  #overrides: MessageOverrides | undefined;

  constructor(host: LocaleHost, onChange: () => void) {
    this.#host = host;
    this.#onChange = onChange;
    host.addController(this);
  }

  hostUpdate(): void {
    const locale = localeFor(this.#host.locale || nearestLanguage(this.#host));
    if (locale !== this.#wanted) void this.#load(locale);
    if (this.#host.messages !== this.#overrides) this.#change();
  }

  async #load(locale: Locale): Promise<void> {
    this.#wanted = locale;
    const messages = await loadMessages(locale);
    if (locale !== this.#wanted) return;
    this.locale = locale;
    this.isLoaded = true;
    this.#loaded = messages;
    this.#change();
    this.#host.requestUpdate();
  }

  #change(): void {
    this.#overrides = this.#host.messages;
    this.messages = mergeMessages(this.#loaded, this.#overrides);
    this.#onChange();
  }
}
