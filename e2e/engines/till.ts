import { expect } from '@playwright/test';
import { documentWith, isIsolatedByDefault } from '../support/own-page.ts';
import { hasLoaded } from '../support/checkout-page.ts';
import type { RunningDemo } from '../support/running-demo.ts';
import type { Tab } from './drivers/tab.ts';

/** The buyer's input, from top to bottom. */
export const typed = {
  '#cc-number': '4000000000002701',
  '#cc-exp': '1230',
  '#cc-csc': '123',
  '#cc-name': 'APPROVED',
  '#document': '52998224725',
} as const;
type Field = keyof typeof typed;
export const challenged = '4000000000002503';
/** The bank refuses it without a challenge. */
export const refused = '4000000000002925';

type Point = readonly [x: number, y: number];
type Query = Readonly<Record<string, string>>;
type Checkout = HTMLElement & { shadowRoot: ShadowRoot };

/** Polling interval for what a page is about to show. */
export const often = { intervals: [50] };

export class Till {
  readonly tab: Tab;
  readonly amount: number;
  readonly isIsolated: boolean;
  readonly #demo: RunningDemo;
  readonly #nth: number;
  /** Number of frames between the page and the form. */
  readonly #depth: number;

  /** Uses the page's `nth` element, from 0, or its isolated form. */
  constructor(tab: Tab, demo: RunningDemo, { isIsolated = isIsolatedByDefault, nth = 0 } = {}) {
    this.tab = tab;
    this.amount = demo.freshAmount();
    this.#demo = demo;
    this.isIsolated = isIsolated;
    this.#nth = nth;
    this.#depth = isIsolated ? 1 : 0;
  }

  shopUrl(query: Query = {}): string {
    const form = this.isIsolated ? 'isolated' : 'ordinary';
    const given = { amount: String(this.amount), form, 'three-ds': 'required', ...query };
    const parameters = new URLSearchParams(given);
    return `${this.#demo.urls.shop}/?${parameters}`;
  }

  async open(query?: Query): Promise<void> {
    await this.tab.goto(this.shopUrl(query));
    await this.expectReady();
  }

  /** Waits until the proxy has answered and the form shows. */
  async expectReady(): Promise<void> {
    await this.expectText('R$');
    const loaded = `performance.getEntriesByType('resource').some(({ name }) => /api.order$/.test(name))`;
    await expect.poll(async () => this.tab.eval(loaded, this.#depth), often).toBe('true');
    await expect.poll(async () => this.ask(hasLoaded), often).toBe(true);
  }

  /** Opens a page of the test at the shop's origin, which the proxy allows. */
  async openOwn(body: string): Promise<void> {
    await this.tab.goto(`${this.#demo.urls.shop}/assets/shop.css`);
    await this.tab.eval(`void setTimeout(() => {
      const page = new Blob([${JSON.stringify(documentWith(body))}], { type: 'text/html' });
      location.assign(URL.createObjectURL(page));
    })`);
    // A request between the two pages may be lost.
    const type = async () => this.tab.eval('document.contentType').catch(() => undefined);
    await expect.poll(type, often).toBe('"text/html"');
  }

  /** Returns the shop's markup of an element with this test's order. */
  async markup(query?: Query): Promise<string> {
    const page = await fetch(this.shopUrl(query));
    return /<card-checkout[^]*<\/card-checkout>/.exec(await page.text())?.[0] ?? '';
  }

  /** Calls a function in the form's document, with the element and a JSON value. */
  async ask<Result, Value>(
    run: (element: Checkout, value: Value) => Result,
    value?: Value,
  ): Promise<Awaited<Result>> {
    const element = `document.querySelectorAll('card-checkout')[${this.#nth}]`;
    const call = `(${String(run)})(${element}, ${JSON.stringify(value)})`;
    return JSON.parse(await this.tab.eval(call, this.#depth));
  }

  /** Clicks the middle of a part, once it is visible and doesn't move. */
  async click(selector: string): Promise<void> {
    await expect.poll(async () => this.has(selector), often).toBe(true);
    let before: Point | undefined;
    let at = await this.#middleOf(selector);
    // After a challenge, the isolated form's frame moves back to its place.
    while (before?.[0] !== at[0] || before[1] !== at[1]) {
      before = at;
      at = await this.#middleOf(selector);
    }
    await this.tab.click(...at);
  }

  async #middleOf(selector: string): Promise<Point> {
    const [x, y] = await this.ask(({ shadowRoot }, part) => {
      const found = shadowRoot.querySelector(part);
      found?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = found?.getBoundingClientRect() ?? new DOMRect();
      return [left + width / 2, top + height / 2] as const;
    }, selector);
    const [left, top] = this.isIsolated ? await this.#scrollTo(y) : [0, 0];
    return [left + x, top + y];
  }

  async #scrollTo(y: number): Promise<Point> {
    const at = `(async () => {
      const frame = document.querySelector('card-checkout > iframe');
      const far = frame.getBoundingClientRect().top + ${y} - innerHeight / 2;
      scrollBy({ top: far, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const { left, top } = frame.getBoundingClientRect();
      return [left, top];
    })()`;
    return JSON.parse(await this.tab.eval(at));
  }

  async has(selector: string): Promise<boolean> {
    return this.ask(({ shadowRoot }, part) => shadowRoot.querySelector(part) !== null, selector);
  }

  async type(field: Field, text: string): Promise<void> {
    await this.#enter(field);
    await this.tab.type(text);
  }

  /** Clicks a field and waits until keys go there; in a frame, that is after the click. */
  async #enter(field: Field): Promise<void> {
    await this.click(field);
    const focused = async () =>
      this.ask(() => document.hasFocus() && document.activeElement?.localName);
    await expect.poll(focused, often).toBe('card-checkout');
  }

  /** Types into all fields, key by key, moving on with Tab. */
  async typeIn(texts: Partial<Record<Field, string>> = {}): Promise<void> {
    await this.#enter('#cc-number');
    for (const text of Object.values({ ...typed, ...texts })) {
      await this.tab.type(text);
      await this.tab.key('Tab');
    }
  }

  /** Fills in the form at once, like a password manager. */
  async fillIn(texts: Partial<Record<Field, string>> = {}): Promise<void> {
    await this.ask(
      ({ shadowRoot }, values) => {
        for (const [field, text] of Object.entries(values)) {
          const input = shadowRoot.querySelector<HTMLInputElement>(field);
          if (!input) throw new Error(`no ${field}`);
          input.focus();
          input.value = text;
          input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
          input.dispatchEvent(new Event('change', { bubbles: true }));
        }
      },
      { ...typed, ...texts },
    );
  }

  async pay(texts?: Partial<Record<Field, string>>): Promise<void> {
    await this.fillIn(texts);
    await this.click('.pay');
  }

  async expectBank(): Promise<void> {
    const isAsking = `document.readyState === 'complete' && Boolean(document.querySelector('#code'))`;
    const ask = async () => this.#askBank(isAsking).catch(() => undefined);
    await expect.poll(ask, often).toBe('true');
    await expect.poll(async () => this.has('dialog .covers'), often).toBe(false);
  }

  async #askBank(expression: string): Promise<string> {
    return this.tab.eval(expression, this.#depth + 2);
  }

  /** Presses a key in the provider's frame, once the dialog has focused it like a click would. */
  async pressInBank(key: string): Promise<void> {
    const hasFocus = async () => this.tab.eval('document.hasFocus()', this.#depth + 1);
    await expect.poll(hasFocus, often).toBe('true');
    await this.tab.key(key, this.#depth + 1);
  }

  async answerBank(code: string): Promise<void> {
    await this.pressInBank('Tab');
    const focused = async () => this.#askBank('document.activeElement?.id');
    await expect.poll(focused, often).toBe('"code"');
    await this.tab.type(code, this.#depth + 2);
    // The answer may remove the bank's page before the key is released.
    await this.tab.key('Enter', this.#depth + 2).catch((error: unknown) => {
      if (!/no longer exist/.test(String(error))) throw error;
    });
  }

  /** A field's text with its caret: `41|11`. */
  async picture(field: Field): Promise<string> {
    return this.ask(({ shadowRoot }, part) => {
      const { value, selectionStart } =
        shadowRoot.querySelector<HTMLInputElement>(part) ?? document.createElement('input');
      const caret = selectionStart ?? value.length;
      return `${value.slice(0, caret)}|${value.slice(caret)}`;
    }, field);
  }

  async expectText(text: string): Promise<void> {
    // While a frame loads, nothing answers.
    const say = async () =>
      this.ask((element) => element?.shadowRoot?.textContent ?? '').catch(String);
    await expect.poll(say, often).toContain(text);
  }

  /** The id of the focused element, or else its part. */
  async focused(): Promise<string | undefined> {
    return this.ask(
      ({ shadowRoot: { activeElement } }) => activeElement?.id || activeElement?.part[0],
    );
  }

  async invalid(): Promise<string[]> {
    return this.ask(({ shadowRoot }) =>
      [...shadowRoot.querySelectorAll('[aria-invalid=true]')].map(({ id }) => id),
    );
  }

  async charges(): Promise<unknown[]> {
    return this.#demo.charges(this.amount);
  }
}
