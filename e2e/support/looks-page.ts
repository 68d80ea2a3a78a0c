import type { Page } from '@playwright/test';
import { test as base } from './test.ts';

/** Tests that begin on the page of looks, once the element can be filled in. */
export const test = base.extend<{ looks: LooksPage }>({
  looks: async ({ page, demo }, use) => {
    const looks = looksOn(page);
    await page.goto(`${demo.urls.shop}/looks`);
    await looks.part('input').first().waitFor();
    await use(looks);
  },
});

export type LooksPage = ReturnType<typeof looksOn>;

/** Finds what the demo shop's page has that shows the element's states and parts, and CSS to copy. */
function looksOn(page: Page) {
  const element = page.locator('card-checkout');
  const states = page.locator('button[data-state]');
  return {
    page,
    element,
    states,
    /** What a merchant edits and copies; it takes effect at once. */
    css: page.getByRole('textbox', { name: 'CSS para copiar' }),
    part: (name: string) => element.locator(`[part=${name}]`),
    /** Brings a new element into the state of that title. */
    reach: async (title: string) => states.filter({ hasText: title }).first().click(),
  };
}
