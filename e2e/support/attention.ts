import { expect, type Locator, type Page } from '@playwright/test';

type Color = 'borderTopColor' | 'outlineColor';

export async function listenTo(region: Locator): Promise<() => Promise<string[]>> {
  const said = await region.evaluateHandle((element) => {
    const texts: string[] = [];
    const note = (): void => {
      if (element.textContent) texts.push(element.textContent);
    };
    new MutationObserver(note).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  return () => said.jsonValue();
}

/** Records from now on, at every frame, whether nothing has the focus. */
export async function watchFocus(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const lost: string[] = [];
    Object.assign(globalThis, { lostFocus: lost });
    const watch = (): void => {
      const { activeElement } = document;
      const element = document.querySelector('card-checkout');
      if (activeElement === null || activeElement === document.body) {
        lost.push(String(element && Reflect.get(element, 'state')));
      }
      requestAnimationFrame(watch);
    };
    watch();
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'lostFocus'));
}

export async function expectVisibleFocus(part: Locator): Promise<void> {
  await expect(part).toBeFocused();
  await expect(part).toHaveCSS('outline-style', 'solid');
  await expect(part).toHaveCSS('outline-width', '2px');
  await expectContrast(part, 'outlineColor');
}

/** Expects a color to have a contrast of 3 to 1 with its background, in light and dark. */
export async function expectContrast(part: Locator, property: Color): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await part.page().emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await contrast(part, property), colorScheme).toBeGreaterThanOrEqual(3);
  }
}

async function contrast(part: Locator, property: Color): Promise<number> {
  const [color, inside] = await part.evaluate(colorsOf, property);
  // The isolated form's document is transparent.
  const host = part.page().locator('card-checkout');
  const behind = inside ?? (await host.evaluate(colorsOf, property))[1];
  const [light = 0, dark = 0] = [color, behind].map(luminance).toSorted((one, two) => two - one);
  return (light + 0.05) / (dark + 0.05);
}

function colorsOf(element: Element, name: Color) {
  const colors: string[] = [];
  let parent: Element | null = element;
  while (parent) {
    const root: Node = parent.getRootNode();
    parent = parent.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    if (parent) colors.push(getComputedStyle(parent).backgroundColor);
  }
  const transparent = 'rgba(0, 0, 0, 0)';
  return [getComputedStyle(element)[name], colors.find((other) => other !== transparent)] as const;
}

/** Returns an opaque color's relative luminance (WCAG 2.2, glossary). */
function luminance(color = ''): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? [])
    .map((channel) => Number(channel) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
