import { readFileSync } from 'node:fs';
import { LooksPage } from '../support/looks-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test as base } from '../support/test.ts';

const test = base.extend<{ looks: LooksPage }>({
  looks: async ({ page, demo }, use) => {
    const looks = new LooksPage(page, demo);
    await looks.open();
    await use(looks);
  },
});

const source = (path: string): string => readFileSync(path, 'utf8');
const stylesheet = source('packages/widget/src/element/card-checkout.css');
const described = source('packages/widget/src/element/card-checkout.styles.ts');
const guide = /^### Looks$[^]*?(?=^##)/m.exec(source('docs/integration.md'))?.[0] ?? '';

const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Lists what each color is for: part or selector, and its CSS property. */
const colors = {
  Vazio: [
    ['accent', '[part=button]', 'background-color'],
    ['on-accent', '[part=button]', 'color'],
    ['text', '[part=label]', 'color'],
    ['muted', '#cc-exp-note', 'color'],
    ['field', '[part=input]', 'background-color'],
    ['border', '[part=input]', 'border-top-color'],
  ],
  'Campo errado': [['danger', '[part=fault]', 'color']],
  'Resumo dos erros': [['danger-soft', '[part=summary]', 'background-color']],
  Aprovado: [
    ['surface', '.mark', 'color'],
    ['success', '.mark', 'background-color'],
  ],
} as const;

for (const [state, uses] of Object.entries(colors)) {
  const names = uses.map(([name]) => name);
  test(`colors what it is for, in light and in dark: ${names.join(', ')}`, async ({
    looks,
    page,
  }) => {
    const rules = names.map((name) => `--card-checkout-${name}: light-dark(#01fe02, #0201fe);`);
    await looks.css.fill(`:root { color-scheme: light dark; ${rules.join(' ')} }`);
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

test('a look shapes the element: corners, gaps, font, a part', async ({ looks, page }) => {
  await looks.presets.filter({ hasText: 'Nanquim' }).click();
  await page.emulateMedia({ colorScheme: 'dark' });

  await expect(looks.part('input').first()).toHaveCSS('border-top-left-radius', '0px');
  await expect(looks.part('form')).toHaveCSS('row-gap', '20px');
  await expect(looks.element).toHaveCSS('font-family', 'Georgia, serif');
  await expect(looks.part('button')).toHaveCSS('background-color', 'rgb(244, 241, 234)');
  await expect(looks.part('button')).toHaveCSS('text-transform', 'uppercase');
});

test('the CSS is what a page needs to look the same', async ({ looks, page, demo, checkout }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await looks.css.fill('card-checkout { --card-checkout-radius: 3px }');
  await page.getByRole('button', { name: 'Copiar' }).click();
  await expect(page.getByText('Copiado.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const element = await elementFor(checkout, demo);
  const body = `<style>${copied}</style>${element}${scriptTag(demo)}`;
  await openOwnPage(page, demo, { body });

  await expect(looks.part('button')).toHaveCSS('border-top-left-radius', '3px');
});

test('a rule can be for a state', async ({ looks }) => {
  await looks.presets.filter({ hasText: 'Ipê-roxo' }).click();
  await looks.reach('Conectando');

  await expect(looks.part('field').first()).toHaveCSS('opacity', '0.5');
});

test('page and guide have every property with its default', async ({ looks }) => {
  const declared = stylesheet.matchAll(/var\((--card-checkout-[\w-]+), (.+)\);$/gm);
  const own = [...declared].map(([, name = '', value = '']) => [name, value] as const);
  const inGuide = [...guide.matchAll(/^\| `(--card-checkout-[\w-]+)` +\| (.+?) +\|/gm)];

  const css = await looks.css.inputValue();
  expect(css.split('\n').filter((line) => line.includes('--'))).toEqual(
    own
      .toSorted((one, other) => css.indexOf(`${one[0]}:`) - css.indexOf(`${other[0]}:`))
      .map(([name, value]) => `  ${name}: ${value};`),
  );
  expect(Object.fromEntries(inGuide.map(([, name = '', value = '']) => [name, value]))).toEqual(
    Object.fromEntries(
      own.map(([name, value]) => {
        const [, light, dark] = /^light-dark\((.+), (.+)\)$/.exec(value) ?? [];
        return [name, light && dark ? `\`${light}\`, \`${dark}\`` : `\`${value}\``];
      }),
    ),
  );
});

test('page and guide have every part', async ({ looks }) => {
  const parts = matches(described, /@csspart ([\w-]+)/g).toSorted();

  expect((await looks.parts.allTextContents()).map((text) => text.trim()).toSorted()).toEqual(
    parts,
  );
  expect(matches(guide, /^\| `([a-z]+(?:-[a-z]+)*)` +\|/gm).toSorted()).toEqual(parts);
});

test('page and guide have every state', async ({ looks }) => {
  const states = matches(described, /@cssState ([\w-]+)/g).toSorted();
  const shown = await looks.page.locator('.states code').allTextContents();

  expect([...new Set(shown)].toSorted()).toEqual(states.map((state) => `:state(${state})`));
  expect(matches(guide, /^\| `:state\(([\w-]+)\)`/gm).toSorted()).toEqual(states);
});

test('a click outlines a part in the element', async ({ looks, page }) => {
  const button = page.getByRole('button', { name: 'button', exact: true });
  await button.click();
  await expect(looks.part('button')).toHaveCSS('outline-style', 'dashed');
  await expect(page.getByText('button: O botão de pagar.')).toBeVisible();
  await button.click();

  await expect(looks.part('button')).toHaveCSS('outline-style', 'none');
});
