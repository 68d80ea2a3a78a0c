import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  var axe: typeof import('axe-core');
}

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const light = { colorScheme: 'light', forcedColors: 'none' } as const;

/** Every rule at both widths; the colors of dark and forced-colors mode do not depend on the width. */
const audits = [
  { width: 320, media: light, runOnly: levels },
  { width: 1280, media: { ...light, forcedColors: 'active' }, runOnly: ['color-contrast'] },
  { width: 1280, media: { ...light, colorScheme: 'dark' }, runOnly: ['color-contrast'] },
  { width: 1280, media: light, runOnly: levels },
] as const;

/** Puts axe into every page that follows; with the browser's own timer, so that a stopped clock does not stop it. */
export async function prepareAudit(page: Page): Promise<void> {
  // axe reads a color that Chromium reports as it was before colors were forced (dequelabs/axe-core#3978).
  const source = axe.source.replaceAll('-webkit-text-fill-color', 'color');
  await page.addInitScript({
    content: `if (self === top) (function (setTimeout) {${source}})(setTimeout)`,
  });
}

/**
 * Checks the element's present state against WCAG 2.2 AA: light, dark and in forced colors, wide and
 * narrow. What axe cannot decide counts as a violation; logos and the bank's own page are left out.
 */
export async function audit(page: Page, state: string): Promise<void> {
  for (const { width, media, runOnly } of audits) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia(media);
    const name = `${state}, ${width} px, ${media.colorScheme}, forced colors ${media.forcedColors}`;
    expect(await findViolations(page, [...runOnly]), name).toEqual([]);
  }
}

async function findViolations(page: Page, runOnly: string[]): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { violations, incomplete } = await globalThis.axe.run(
      { include: 'card-checkout', exclude: [{ fromShadowDom: ['card-checkout', 'svg'] }] },
      {
        iframes: false,
        preload: false,
        resultTypes: ['violations', 'incomplete'],
        runOnly: rules,
        ...(rules.length > 1 && { rules: { 'frame-tested': { enabled: false } } }),
      },
    );
    return [...violations, ...incomplete].flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
  }, runOnly);
}
