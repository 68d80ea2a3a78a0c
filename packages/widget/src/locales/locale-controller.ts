import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { localeFor, nearestLanguage } from './language.ts';
import { mergeMessages, type Language, type MessageOverrides } from './messages.ts';
import { form as ptBR } from './pt-br.json';

/** The other languages, which load when used. */
const others = import.meta.glob<Language>(['./*.json', '!./pt-br.json'], { import: 'form' });

/** The languages that the element speaks, e.g. `en`. */
export const languages = ['pt', ...Object.keys(others).map((path) => path.slice(2, -5))];

/** An element that speaks its buyer's language. */
interface Speaker extends ReactiveControllerHost, Element {
  /** A language tag; empty for the page's. */
  readonly locale: string;
  /** The texts that the page replaces. */
  readonly messages: MessageOverrides;
}

/**
 * The texts of the element, in its language and with those that the page replaces.
 *
 * For `locale="en"`, in this order:
 *
 * ```
 * hostUpdate()   English starts loading; meanwhile the form is an outline (`isLoaded` is false)
 * loaded         the page's `messages` replace single texts, and the element updates
 * ```
 */
export class LocaleController implements ReactiveController {
  locale = 'pt-BR';
  /** In pt-BR until those of the locale have loaded. */
  messages: Language = ptBR;
  isLoaded = false;
  #language: Language = ptBR;
  readonly #element: Speaker;
  readonly #onLost: () => void;
  #wanted: string | undefined;
  #overrides: MessageOverrides | undefined;

  /** `onLost` runs if a language doesn't load. */
  constructor(element: Speaker, onLost: () => void) {
    this.#element = element;
    this.#onLost = onLost;
    element.addController(this);
  }

  hostUpdate(): void {
    const { locale, messages } = this.#element;
    const wanted = localeFor(locale || nearestLanguage(this.#element), others);
    if (wanted !== this.#wanted) {
      this.#wanted = wanted;
      // Drawn at once, in this update.
      if (wanted === 'pt-BR') this.#use(wanted, ptBR);
      else void this.#load(wanted);
    }
    if (messages !== this.#overrides) this.#merge();
  }

  async #load(locale: string): Promise<void> {
    const language = await others[`./${locale}.json`]?.().catch(() => undefined);
    if (locale !== this.#wanted) return;
    if (!language) this.#onLost();
    // Portuguese is better than no texts.
    if (language) this.#use(locale, language);
    else this.#use('pt-BR', ptBR);
    this.#element.requestUpdate();
  }

  #use(locale: string, language: Language): void {
    this.locale = locale;
    this.isLoaded = true;
    this.#language = language;
    this.#merge();
  }

  #merge(): void {
    this.#overrides = this.#element.messages;
    this.messages = mergeMessages(this.#language, this.#overrides);
  }
}
