import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  var axe: typeof import('axe-core');
}

export const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const light = { colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce' } as const;

/**
 * All rules at 320 px, which equals 400% zoom; colors, which don't depend on width, in forced
 * colors and dark mode; and the layout at 200% of a 1280 px window.
 */
const audits = [
  { width: 320, media: light, runOnly: levels },
  { width: 640, media: { ...light, forcedColors: 'active' }, runOnly: ['color-contrast'] },
  { width: 640, media: { ...light, colorScheme: 'dark' }, runOnly: ['color-contrast'] },
  { width: 640, media: light, runOnly: [] },
] as const;

/**
 * Adds axe to every following page, with the browser's real timer, which a stopped clock doesn't
 * affect.
 */
export async function prepareAudit(page: Page): Promise<void> {
  // axe reads a color that Chromium reports without forced colors (dequelabs/axe-core#3978).
  const source = axe.source.replaceAll('-webkit-text-fill-color', 'color');
  await page.context().addInitScript({
    content: `if (self === top || /widget.frame$/.test(location)) (function (setTimeout) {${source}})(setTimeout)`,
  });
}

/**
 * Checks the element's current state against WCAG 2.2 AA: light, dark and forced colors, wide and
 * narrow. What axe can't decide counts as a violation. Skips logos and the bank's page.
 */
export async function audit(page: Page, state: string): Promise<void> {
  for (const { width, media, runOnly } of audits) {
    await page.setViewportSize({ width, height: 512 });
    await page.emulateMedia(media);
    await paintBehind(page);
    const name = `${state}, ${width} px, ${media.colorScheme}, forced colors ${media.forcedColors}`;
    if (runOnly.length > 0) expect(await findViolations(page, [...runOnly]), name).toEqual([]);
    const frame = formFrame(page);
    if (media === light)
      expect(await frame.locator('card-checkout').evaluate(layoutFaults), name).toEqual([]);
    await frame.evaluate(() => document.body.style.removeProperty('background'));
  }
}

function formFrame(page: Page): Frame {
  return page.frames().find((frame) => frame.url().endsWith('/widget/frame')) ?? page.mainFrame();
}

/**
 * Paints the page's background in the isolated form's transparent document, since axe can't see it.
 */
async function paintBehind(page: Page): Promise<void> {
  const frame = formFrame(page);
  if (frame === page.mainFrame()) return;
  const behind = await page.locator('card-checkout').evaluate((host) => {
    const colors: string[] = [];
    for (let part: Element | null = host; part; part = part.parentElement) {
      colors.push(getComputedStyle(part).backgroundColor);
    }
    return colors.find((color) => color !== 'rgba(0, 0, 0, 0)');
  });
  await frame.locator('body').evaluate((body, color) => {
    body.style.background = color ?? '';
  }, behind);
}

/**
 * Lists elements that are cut off, overflow, scroll sideways, or are smaller than 24 × 24 px. Runs
 * in the page; also checks the text spacing of WCAG 1.4.12 and a small font.
 */
export function layoutFaults(host: Element): string[] {
  const { shadowRoot: root, ownerDocument: document } = host;
  if (!root) return ['no shadow root'];
  const shown = [...root.querySelectorAll<HTMLElement>('*:not(option)')].filter(
    (part) => part.checkVisibility() && !part.closest('svg, .unseen'),
  );
  const isCutOff = (part: HTMLElement): boolean => {
    const room = (part.parentElement?.closest('dialog') ?? host).getBoundingClientRect();
    const { left, right } = part.getBoundingClientRect();
    const isOut = part.tagName !== 'DIALOG' && (left < room.left - 1 || right > room.right + 1);
    const isCut =
      part.clientWidth > 0 &&
      (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
    return isOut || isCut;
  };
  const find = (what: string, isWrong: (part: HTMLElement) => boolean, css = ''): string[] => {
    const sheets = [...root.adoptedStyleSheets];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [...sheets, sheet];
    const wrong = shown.filter(isWrong);
    root.adoptedStyleSheets = sheets;
    return wrong.map((part) => `${what}: ${part.outerHTML.slice(0, 120)}`);
  };
  const spacing = `
      * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
      p { margin-block-end: 2em !important }`;
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...(scrollWidth > clientWidth ? ['the page scrolls sideways'] : []),
    ...find('cut off', isCutOff),
    ...find('cut off, with wider text', isCutOff, spacing),
    ...find(
      'small',
      (part) => {
        const { width, height } = part.getBoundingClientRect();
        return part.matches('a, button, input, select') && (width < 24 || height < 24);
      },
      ':host { --card-checkout-font: 12px/1.2 serif }',
    ),
  ];
}

/** Lists what axe finds wrong, or can't decide, in the elements that match a selector. */
export async function findViolations(
  page: Page,
  runOnly: string[],
  include = 'card-checkout',
): Promise<string[]> {
  return formFrame(page).evaluate(violations, [runOnly, include] as const);
}

/** Runs in the page. */
export async function violations([rules, part]: readonly [string[], string]): Promise<string[]> {
  const found = await globalThis.axe.run(
    { include: part, exclude: [{ fromShadowDom: ['card-checkout', 'svg'] }] },
    {
      iframes: false,
      preload: false,
      resultTypes: ['violations', 'incomplete'],
      runOnly: rules,
      ...(rules.length > 1 && { rules: { 'frame-tested': { enabled: false } } }),
    },
  );
  return [...found.violations, ...found.incomplete].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}
