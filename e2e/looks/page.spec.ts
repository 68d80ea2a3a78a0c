import { readFileSync } from 'node:fs';
import { LooksPage } from '../support/looks-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test as base } from '../support/test.ts';

const test = base.extend<{ looks: LooksPage }>({
  looks: async ({ page, demo }, use) => {
    await use(new LooksPage(page, demo));
  },
});

const source = (path: string): string => readFileSync(path, 'utf8');
const stylesheet = source('packages/widget/src/element/card-checkout.css');
const described = source('packages/widget/src/element/card-checkout.styles.ts');

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Lists what each color is for: part or selector, and its CSS property. */
const colors = {
  empty: [
    ['accent', '[part=button]', 'background-color'],
    ['on-accent', '[part=button]', 'color'],
    ['text', '[part=label]', 'color'],
    ['muted', '#cc-exp-note', 'color'],
    ['field', '[part=input]', 'background-color'],
    ['border', '[part=input]', 'border-top-color'],
  ],
  fault: [['danger', '[part=fault]', 'color']],
  summary: [['danger-soft', '[part=summary]', 'background-color']],
  approved: [
    ['surface', '.mark', 'color'],
    ['success', '.mark', 'background-color'],
  ],
} as const;

test.describe('a property', () => {
  for (const [state, uses] of Object.entries(colors)) {
    const names = uses.map(([name]) => name).join(', ');
    test(`colors what it is for, in light and in dark: ${names}`, async ({ looks, page }) => {
      await looks.open();
      for (const [name] of uses) {
        await looks.setting(`${name}-light`).fill('#01fe02');
        await looks.setting(`${name}-dark`).fill('#0201fe');
      }
      await looks.reach(state);

      for (const [, selector, property] of uses) {
        const target = looks.element.locator(selector).first();
        await page.emulateMedia({ colorScheme: 'light' });
        await expect(target).toHaveCSS(property, 'rgb(1, 254, 2)');
        await page.emulateMedia({ colorScheme: 'dark' });
        await expect(target).toHaveCSS(property, 'rgb(2, 1, 254)');
      }
    });
  }

  test('shapes the element: corners, gaps, font', async ({ looks }) => {
    await looks.open();
    await looks.setting('radius').fill('3');
    await looks.setting('gap').fill('30');
    await looks.setting('font').selectOption('Serifada');

    await expect(looks.part('input').first()).toHaveCSS('border-top-left-radius', '3px');
    await expect(looks.part('form')).toHaveCSS('row-gap', '30px');
    await expect(looks.element).toHaveCSS('font-family', 'Georgia, serif');
  });
});

test.describe('the style sheet to copy', () => {
  test('says what differs, and nothing else', async ({ looks }) => {
    await looks.open();
    await expect(looks.css).toHaveText(':root { color-scheme: light dark; }');
    await looks.setting('accent-light').fill('#7a2a86');
    await looks.setting('radius').fill('3');
    await looks.setting('button-rule').check();

    await expect(looks.css).toHaveText(
      `:root { color-scheme: light dark; }
      card-checkout {
        --card-checkout-accent: light-dark(#7a2a86, #7aa8ff);
        --card-checkout-radius: 3px;
      }
      card-checkout::part(button) { letter-spacing: 0.06em; text-transform: uppercase; }`,
    );
    await looks.choose('scheme', 'light');
    await expect(looks.css).toContainText('--card-checkout-accent: #7a2a86;');
  });

  test('is what a page needs to look the same', async ({ looks, page, demo, checkout }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await looks.open('#theme=mare&scheme=dark&button-rule=on');
    await page.getByRole('button', { name: 'Copiar' }).click();
    await expect(page.getByText('Copiado.')).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const element = await elementFor(checkout, demo);
    const body = `<style>${copied}</style>${element}${scriptTag(demo)}`;
    await openOwnPage(page, demo, { body });

    const button = looks.part('button');
    await expect(button).toHaveCSS('background-color', 'rgb(111, 221, 226)');
    await expect(button).toHaveCSS('border-top-left-radius', '24px');
    await expect(button).toHaveCSS('text-transform', 'uppercase');
  });

  test('takes a whole theme, and leaves it with the first change', async ({ looks, page }) => {
    await looks.open();
    await looks.choose('theme', 'nanquim');
    await expect(looks.part('input').first()).toHaveCSS('border-top-left-radius', '0px');
    await expect(looks.css).toContainText('--card-checkout-font: 17px/1.5 Georgia, serif;');
    await looks.setting('radius').fill('5');

    await expect(page.locator('[name=theme]:checked')).toHaveCount(0);
    await page.reload();
    await expect(looks.css).toContainText('--card-checkout-radius: 5px;');
    await expect(looks.css).toContainText('--card-checkout-font: 17px/1.5 Georgia, serif;');
    await looks.choose('theme', 'padrao');
    await expect(looks.css).toHaveText(':root { color-scheme: light dark; }');
  });

  test('can hold a rule for a state', async ({ looks }) => {
    await looks.open('#paying-rule=on');
    await looks.reach('connecting');

    await expect(looks.part('field').first()).toHaveCSS('opacity', '0.5');
  });
});

test.describe('the lists', () => {
  test('have every custom property of the style sheet and of the guide', async ({ looks }) => {
    await looks.open();
    const shown = await looks.page.locator('#looks code').allTextContents();
    const onPage = shown.filter((text) => text.startsWith('--card-checkout-'));

    const used = new Set(matches(stylesheet, /var\((--card-checkout-[\w-]+)/g));
    expect(new Set(onPage)).toEqual(used);
    expect(new Set(matches(looksGuide(), /^\| `(--card-checkout-[\w-]+)`/gm))).toEqual(used);
  });

  test('begin with the colors and lengths that the element has', async ({ looks }) => {
    await looks.open();
    const own = stylesheet.matchAll(
      /var\(--card-checkout-([\w-]+), light-dark\((#\w+), (#\w+)\)\)/g,
    );
    for (const [, name = '', light = '', dark = ''] of own) {
      await expect(looks.setting(`${name}-light`)).toHaveValue(inFull(light));
      await expect(looks.setting(`${name}-dark`)).toHaveValue(inFull(dark));
    }
    for (const [, name = '', pixels = ''] of stylesheet.matchAll(
      /var\(--card-checkout-([\w-]+), (\d+)px\)/g,
    )) {
      await expect(looks.setting(name)).toHaveValue(pixels);
    }
    const told = matches(looksGuide(), /^\| `--card-checkout-[\w-]+` +\| (.+?) +\|/gm);
    const written = stylesheet.matchAll(/var\(--card-checkout-[\w-]+, (.+)\);$/gm);
    expect(told).toEqual(
      [...written].map(([, value = '']) =>
        value
          .replace(/^light-dark\((.+)\)$/, '$1')
          .split(value.startsWith('light-dark') ? ', ' : '; ')
          .map((each) => `\`${each}\``)
          .join(', '),
      ),
    );
    const font = /var\(--card-checkout-font, (.+)\)/.exec(stylesheet)?.[1];
    await expect(looks.setting('font')).toHaveValue(font ?? '');
  });

  test('have every part of the element and of the guide', async ({ looks }) => {
    await looks.open();
    const parts = matches(described, /@csspart ([\w-]+)/g);

    expect((await looks.listed('data-part')).toSorted()).toEqual(parts.toSorted());
    expect(matches(looksGuide(), /^\| `([a-z]+(?:-[a-z]+)*)` +\|/gm).toSorted()).toEqual(
      parts.toSorted(),
    );
  });

  test('have every state of the element and of the guide', async ({ looks }) => {
    await looks.open();
    const states = matches(described, /@cssState ([\w-]+)/g);

    expect((await looks.listed('data-css-state')).toSorted()).toEqual(states.toSorted());
    expect(matches(looksGuide(), /^\| `:state\(([\w-]+)\)`/gm).toSorted()).toEqual(
      states.toSorted(),
    );
  });

  test('outline a part in the element', async ({ looks, page }) => {
    await looks.open();
    await page.getByRole('button', { name: 'button', exact: true }).click();
    await expect(looks.part('button')).toHaveCSS('outline-style', 'dashed');
    await page.getByRole('button', { name: 'button', exact: true }).click();

    await expect(looks.part('button')).toHaveCSS('outline-style', 'none');
  });
});

/** Gives the part of the guide that tells how the element's looks are changed. */
function looksGuide(): string {
  const guide = source('docs/integration.md');
  return /^### Looks$[^]*?(?=^##)/m.exec(guide)?.[0] ?? '';
}

function inFull(color: string): string {
  return color.length === 4 ? color.replaceAll(/[\da-f]/g, '$&$&') : color;
}
