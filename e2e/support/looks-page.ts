import type { Page } from '@playwright/test';
import { test as base } from './test.ts';

export const test = base.extend<{ looks: LooksPage }>({
  looks: async ({ page, demo }, use) => {
    const looks = looksOn(page);
    await page.goto(`${demo.urls.shop}/looks`);
    await looks.part('input').first().waitFor();
    await use(looks);
  },
});

export type LooksPage = ReturnType<typeof looksOn>;

function looksOn(page: Page) {
  const element = page.locator('card-checkout');
  const states = page.locator('button[data-state]');
  return {
    page,
    element,
    states,
    /** Replaces the test's CSS rules; the page's policy allows no style element. */
    style: async (css: string) =>
      page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets.slice(0, 1), sheet];
      }, css),
    part: (name: string) => element.locator(`[part=${name}]`),
    reach: async (title: string) => states.filter({ hasText: title }).first().click(),
  };
}
