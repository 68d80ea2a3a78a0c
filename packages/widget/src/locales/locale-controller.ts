import type { ReactiveController } from 'lit';
import { lazyFile } from '../browser/lazy-file.ts';
import { localeFor, nearestLanguage, type Locale, type Translated } from '../browser/language.ts';
import type { Page } from '../page.ts';
import { mergeMessages, type MessageOverrides, type Messages, type Texts } from './messages.ts';
import { ptBR } from './pt-br.ts';

const files = {
  en: lazyFile(() => import('./en.ts')),
  es: lazyFile(() => import('./es.ts')),
};

/**
 * The texts of the element, in its language and with those that the page replaces.
 *
 * For `locale="en"`, in this order:
 *
 * ```
 * hostUpdate()   English starts loading; meanwhile the form is an outline (`isLoaded` is false)
 * loaded         the page's `messages` replace single texts, and the element updates
 * add()          the texts of the bank's dialog join, and those of the buyer's details
 * ```
 */
export class LocaleController implements ReactiveController, Texts {
  locale: Locale = 'pt-BR';
  /** In pt-BR until those of the locale have loaded. */
  messages: Messages = ptBR;
  isLoaded = false;
  readonly #page: Page & Element;
  #wanted: Locale | undefined;
  #loaded: Messages = ptBR;
  #overrides: MessageOverrides | undefined;
  readonly #added: Translated<MessageOverrides>[] = [];

  constructor(page: Page & Element) {
    this.#page = page;
    page.addController(this);
  }

  hostUpdate(): void {
    const locale = localeFor(this.#page.locale || nearestLanguage(this.#page));
    if (locale !== this.#wanted) {
      this.#wanted = locale;
      // Drawn at once, in this update.
      if (locale === 'pt-BR') this.#use(locale, ptBR);
      else void this.#load(locale);
    }
    if (this.#page.messages !== this.#overrides) this.#merge();
  }

  add(texts: Translated<MessageOverrides>): void {
    this.#added.push(texts);
    this.#merge();
  }

  async #load(locale: keyof typeof files): Promise<void> {
    const file = await files[locale]().catch(() => undefined);
    if (locale !== this.#wanted) return;
    // Portuguese is better than no texts.
    if (file) this.#use(locale, file.messages);
    else this.#use('pt-BR', ptBR);
    this.#page.requestUpdate();
  }

  #use(locale: Locale, messages: Messages): void {
    this.locale = locale;
    this.isLoaded = true;
    this.#loaded = messages;
    this.#merge();
  }

  #merge(): void {
    this.#overrides = this.#page.messages;
    this.messages = this.#loaded;
    for (const texts of [...this.#added.map((all) => all[this.locale]), this.#overrides])
      this.messages = mergeMessages(this.messages, texts);
  }
}
