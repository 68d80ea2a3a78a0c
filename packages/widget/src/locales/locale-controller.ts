import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { nearestLanguage } from '../browser/nearest-language.ts';
import { loadMessages, localeFor, type Locale } from './locale.ts';
import { mergeMessages, type Messages, type MessageOverrides } from './messages.ts';
import { ptBR } from './pt-br.ts';

interface LocaleHost extends ReactiveControllerHost, Element {
  /** A language tag; empty for the page's. */
  readonly locale: string;
  readonly messages: MessageOverrides;
}

/** The locale that needs no file. */
const builtIn = 'pt-BR';

/** The texts of the element, in its language and with those that the page replaces. */
export class LocaleController implements ReactiveController {
  locale: Locale = builtIn;
  /** In pt-BR until those of the locale have loaded. */
  messages: Messages = ptBR;
  /** Whether the texts of the locale have loaded. */
  isLoaded = false;
  readonly #host: LocaleHost;
  #wanted: Locale | undefined;
  #loaded: Messages = ptBR;
  #overrides: MessageOverrides | undefined;
  readonly #added: Readonly<Partial<Record<Locale, MessageOverrides>>>[] = [];

  constructor(host: LocaleHost) {
    this.#host = host;
    host.addController(this);
  }

  hostUpdate(): void {
    const locale = localeFor(this.#host.locale || nearestLanguage(this.#host));
    if (locale !== this.#wanted) {
      this.#wanted = locale;
      // Drawn at once, in this update.
      if (locale === builtIn) this.#use(locale, ptBR);
      else void this.#load(locale);
    }
    if (this.#host.messages !== this.#overrides) this.#merge();
  }

  /** Adds texts that have loaded with a part of the element. */
  add(texts: Readonly<Partial<Record<Locale, MessageOverrides>>>): void {
    this.#added.push(texts);
    this.#merge();
  }

  async #load(locale: Exclude<Locale, typeof builtIn>): Promise<void> {
    const messages = await loadMessages(locale);
    if (locale !== this.#wanted) return;
    // Portuguese is better than no texts.
    if (messages) this.#use(locale, messages);
    else this.#use(builtIn, ptBR);
    this.#host.requestUpdate();
  }

  #use(locale: Locale, messages: Messages): void {
    this.locale = locale;
    this.isLoaded = true;
    this.#loaded = messages;
    this.#merge();
  }

  #merge(): void {
    this.#overrides = this.#host.messages;
    const added = this.#added.map((texts) => texts[this.locale] ?? {});
    this.messages = [...added, this.#overrides].reduce<Messages>(mergeMessages, this.#loaded);
  }
}
