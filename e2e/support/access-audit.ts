import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  var axe: typeof import('axe-core');
}

const looks = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
] as const;
const widths = [1280, 320] as const;

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Puts axe into every page that follows; with the browser's own timer, so that a stopped clock does not stop it. */
export async function prepareAudit(page: Page): Promise<void> {
  // axe reads a color that Chromium reports as it was before colors were forced (dequelabs/axe-core#3978).
  const source = axe.source.replaceAll('-webkit-text-fill-color', 'color');
  await page.addInitScript({
    content: `if (self === top) (function (setTimeout) {${source}})(setTimeout)`,
  });
}

/**
 * Holds the element in its present state against WCAG 2.2 AA: light, dark and in forced colors, wide
 * and narrow. What axe cannot decide is a fault, too; logos and the bank's own page are left out.
 */
export async function audit(page: Page, state: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const look of looks) {
      await page.emulateMedia(look);
      const name = `${state}, ${width} px, ${look.colorScheme}, forced colors ${look.forcedColors}`;
      expect(await findFaults(page), name).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia(looks[0]);
}

async function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(async (runOnly) => {
    const { violations, incomplete } = await globalThis.axe.run(
      { include: 'card-checkout', exclude: [{ fromShadowDom: ['card-checkout', 'svg'] }] },
      {
        iframes: false,
        preload: false,
        resultTypes: ['violations', 'incomplete'],
        runOnly,
        rules: { 'frame-tested': { enabled: false } },
      },
    );
    return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  }, levels);
}
