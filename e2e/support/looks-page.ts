import type { Locator, Page } from '@playwright/test';
import type { RunningDemo } from './running-demo.ts';
import { test as base } from './test.ts';

/** Tests that begin on the page of looks. */
export const test = base.extend<{ looks: LooksPage }>({
  looks: async ({ page, demo }, use) => {
    const looks = new LooksPage(page, demo);
    await looks.open();
    await use(looks);
  },
});

/** Drives the demo shop's page that shows the element's states and parts, and CSS to copy. */
export class LooksPage {
  readonly page: Page;
  readonly element: Locator;
  /** What a merchant edits and copies; it takes effect at once. */
  readonly css: Locator;
  readonly states: Locator;
  readonly parts: Locator;
  readonly presets: Locator;
  readonly #url: string;

  constructor(page: Page, { urls }: RunningDemo) {
    this.page = page;
    this.element = page.locator('card-checkout');
    this.css = page.getByRole('textbox', { name: 'CSS para copiar' });
    this.states = page.locator('button[data-state]');
    this.parts = page.locator('button[data-part]');
    this.presets = page.locator('button[data-preset]');
    this.#url = `${urls.shop}/looks`;
  }

  /** Opens the page and waits until the element can be filled in. */
  async open(): Promise<void> {
    await this.page.goto(this.#url);
    await this.part('input').first().waitFor();
  }

  readonly part = (name: string): Locator => this.element.locator(`[part=${name}]`);

  /** Brings a new element into the state of that title. */
  async reach(title: string): Promise<void> {
    await this.states.filter({ hasText: title }).first().click();
  }
}
