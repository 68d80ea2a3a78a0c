import type { Locator, Page } from '@playwright/test';
import type { RunningDemo } from './test.ts';

/** Drives the demo shop's page on which the element's looks are tried. */
export class LooksPage {
  readonly page: Page;
  readonly element: Locator;
  readonly stage: Locator;
  /** What a merchant copies. */
  readonly css: Locator;
  readonly #url: string;

  constructor(page: Page, { urls }: RunningDemo) {
    this.page = page;
    this.element = page.locator('card-checkout');
    this.stage = page.locator('#stage');
    this.css = page.locator('#css');
    this.#url = `${urls.shop}/looks`;
  }

  /** Opens the page, with `hash` as its settings, and waits until the element can be filled in. */
  async open(hash = ''): Promise<void> {
    await this.page.goto(`${this.#url}${hash}`);
    await this.part('input').first().waitFor();
  }

  part(name: string): Locator {
    return this.element.locator(`[part=${name}]`);
  }

  /** Finds a field of the settings by its name. */
  setting(name: string): Locator {
    return this.page.locator(`#looks [name="${name}"]`);
  }

  /** Chooses one of the settings that exclude each other. */
  async choose(name: string, value: string): Promise<void> {
    await this.page.locator(`#looks label:has([name="${name}"][value="${value}"])`).click();
  }

  /** Brings the element into a state, by the button for it. */
  async reach(state: string): Promise<void> {
    await this.page.locator(`[data-state="${state}"]`).click();
  }

  /** Lists what an attribute says, over all elements that have it. */
  async listed(attribute: string): Promise<string[]> {
    const holders = await this.page.locator(`[${attribute}]`).all();
    const values = holders.map((holder) => holder.getAttribute(attribute));
    return (await Promise.all(values)).map((value) => value ?? '');
  }
}
