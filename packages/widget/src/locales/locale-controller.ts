import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { loadMessages, localeFor, nearestLanguage, type Locale } from './locale.ts';
import { mergeMessages, type MessageOverrides, type Messages } from './messages.ts';
import { ptBR } from './pt-br.ts';

interface LocaleHost extends ReactiveControllerHost, Element {
  /** A language tag; empty for that of the page. */
  readonly locale: string;
  readonly messages: MessageOverrides;
}

/** The language that needs no file. */
const builtIn = 'pt-BR';

/** Keeps the texts of its element in the right language, with what the page replaces. */
export class LocaleController implements ReactiveController {
  locale: Locale = builtIn;
  /** Pt-BR's until those of the locale are there. */
  messages: Messages = ptBR;
  /** Whether the texts of the locale are there. */
  isLoaded = false;
  readonly #host: LocaleHost;
  #wanted: Locale | undefined;
  #loaded: Messages = ptBR;
  #overrides: MessageOverrides | undefined;

  constructor(host: LocaleHost) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const locale = localeFor(this.#host.locale || nearestLanguage(this.#host));
    if (locale !== this.#wanted) {
      this.#wanted = locale;
      // What is there already is drawn at once.
      if (locale === builtIn) this.#take(locale, ptBR);
      else void this.#load(locale);
    }
    if (this.#host.messages !== this.#overrides) this.#merge();
  }

  async #load(locale: Locale): Promise<void> {
    const messages = await loadMessages(locale);
    if (locale !== this.#wanted) return;
    this.#take(locale, messages);
    this.#host.requestUpdate();
  }

  #take(locale: Locale, messages: Messages): void {
    this.locale = locale;
    this.isLoaded = true;
    this.#loaded = messages;
    this.#merge();
  }

  #merge(): void {
    this.#overrides = this.#host.messages;
    this.messages = mergeMessages(this.#loaded, this.#overrides);
  }
}
