import type { Locator } from '@playwright/test';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

test.use({ isolated: true });

const colorNames = 'accent on-accent text muted field border danger danger-soft success'.split(' ');

/** What a page could set so that the buyer can't read the amount, or reads it in the wrong place. */
const looks: readonly (readonly [what: string, properties: Readonly<Record<string, string>>])[] = [
  ['text like the surface', { text: '#fff', surface: '#fff' }],
  ['text like the field', { text: '#16202e', field: '#16202e' }],
  ['a surface like the text', { surface: '#16202e' }],
  ['transparent text', { text: 'transparent', muted: 'rgb(0 0 0 / 10%)', danger: '#b3261e10' }],
  ['a transparent surface', { surface: 'transparent', field: 'rgb(255 255 255 / 1%)' }],
  ['text that isn’t quite white', { text: 'color-mix(in oklab, white 97%, black)' }],
  ['a relative color', { text: 'oklch(from white calc(l - 0.02) c h)', muted: 'lab(97% 0 0)' }],
  ['the current color', { field: 'currentColor', 'danger-soft': 'currentColor' }],
  [
    'a color of another scheme',
    { text: 'light-dark(#fff, #111)', danger: 'light-dark(#eee, #222)' },
  ],
  ['an accent without contrast', { accent: '#777', 'on-accent': '#777' }],
  ['a transparent accent', { accent: 'rgb(11 95 255 / 0%)' }],
  ['an accent like the surface', { accent: '#fff', border: '#fff' }],
  ['no size', { font: '0px/0 serif' }],
  ['a huge size', { font: '4000px/9 serif' }],
  ['lines on top of each other', { font: '16px/0.1 serif' }],
  ['signs for letters', { font: 'oblique 89deg 16px/1.5 Webdings, Wingdings, Symbol' }],
  ['a gap in percent, which moves the foot onto the button', { gap: '70%' }],
  ['a negative gap', { gap: '-300px' }],
  ['a huge gap', { gap: '90000px', radius: '90000px' }],
  ['no lengths', { gap: 'var(--none)', radius: 'url(x)', text: 'var(--none)', font: 'nothing' }],
];

for (const scheme of ['light', 'dark'] as const) {
  test(`no look of a page hides or moves the amount, in the ${scheme} scheme`, async ({
    checkout,
    demo,
    page,
  }) => {
    test.setTimeout(60_000);
    await openOwnPage(page, demo, {
      // The page's own background must not hide what stands on it, either.
      body: `<style>:root { color-scheme: ${scheme}; background: linear-gradient(#16202e, #eef2f8) }</style>${await elementFor(checkout, demo, 'three-ds="off"')}${scriptTag(demo, true)}`,
    });
    // With installments, the total stands above the button. Errors stand at the fields.
    await checkout.installments.selectOption('3');
    await checkout.payButton.click();
    await expect(checkout.number).toHaveAccessibleDescription('Informe o número do cartão.');
    let mark = 2;
    for (const [what, properties] of looks) {
      mark = mark === 2 ? 3 : 2;
      const set = { radius: `${mark}px`, ...properties };
      await checkout.element.evaluate(
        (element, values) => {
          if (!(element instanceof HTMLElement)) return;
          element.removeAttribute('style');
          for (const [name, value] of Object.entries(values))
            element.style.setProperty(`--card-checkout-${name}`, value);
          element.lang = `pt-${values['mark']}`;
        },
        { ...set, mark: String(mark) },
      );
      await expect
        .poll(async () => checkout.inner.evaluate(() => document.documentElement.lang))
        .toBe(`pt-${mark}`);
      expect(await checkout.inner.evaluate(illegible), what).toEqual([]);
    }
  });
}

test('without a look of the page’s, the frame has the colors of the ordinary form', async ({
  checkout,
  demo,
  page,
}) => {
  const element = await elementFor(checkout, demo, 'three-ds="off"');
  for (const scheme of ['light', 'dark']) {
    const style = `<style>:root { color-scheme: ${scheme} }</style>`;
    await openOwnPage(page, demo, { body: style + element + scriptTag(demo, true) });
    const framed = await colorsIn(checkout.inner);
    await openOwnPage(page, demo, { body: style + element + scriptTag(demo, false) });

    expect(framed).toEqual(await colorsIn(checkout.element));
  }
});

/** Waits for the styles that load after the first frame. */
async function colorsIn(form: Locator): Promise<string[]> {
  let colors: string[] = [];
  await expect
    .poll(async () => (colors = await form.evaluate(definedColors, colorNames)))
    .toHaveLength(colorNames.length);
  return colors;
}

/** Runs in either form's document. */
function definedColors(element: Element, names: readonly string[]): string[] {
  const probe = document.body.appendChild(document.createElement('span'));
  return names
    .map((name) => getComputedStyle(element).getPropertyValue(`--_${name}`))
    .filter((value) => value !== '')
    .map((value) => {
      probe.style.color = value;
      return getComputedStyle(probe).color;
    });
}

/** Runs in the frame: returns what a buyer couldn't read. */
function illegible(element: Element): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parts = (color: string): number[] => {
    if (!canvas) return [];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = parts(color).map((part) => {
      const share = part / 255;
      return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (one: Element | null): string => {
    if (!one) return 'nothing';
    const { backgroundColor } = getComputedStyle(one);
    const root = one.getRootNode();
    const above = one.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    return parts(backgroundColor)[3] === 255 ? backgroundColor : behind(above);
  };
  const contrast = (one: string, other: string): number => {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const root = element.shadowRoot;
  const shown = [
    ...(root?.querySelectorAll('button.pay, label, select, .fault, .summary p, .trust') ?? []),
    ...element.querySelectorAll('[slot=before-button]'),
  ];
  const faults = shown.flatMap((one) => {
    const { color, fontSize, lineHeight, fontFamily, fontStyle } = getComputedStyle(one);
    const back = behind(one);
    const size = Number.parseFloat(fontSize);
    return [
      back === 'nothing' || contrast(color, back) < 4.45 ? `${color} on ${back}` : '',
      size < 10 || size > 60 ? `size ${fontSize}` : '',
      Number.parseFloat(lineHeight) < size ? `lines ${lineHeight}` : '',
      /dings|symbol/i.test(fontFamily) || !/normal|italic/.test(fontStyle) ? fontFamily : '',
    ]
      .filter(Boolean)
      .map((fault) => `${one.localName}.${one.className}: ${fault}`);
  });
  const border = getComputedStyle(root?.querySelector('select') ?? element).borderTopColor;
  if (contrast(border, getComputedStyle(element).backgroundColor) < 2.95) faults.push(border);
  // Nothing lies on the button, which stands where the form puts it.
  const button = root?.querySelector('button.pay');
  button?.scrollIntoView({ block: 'center' });
  const { x = 0, y = 0, width = 0, height = 0 } = button?.getBoundingClientRect() ?? {};
  for (const at of [0.1, 0.5, 0.9]) {
    const top = root?.elementFromPoint(x + width / 2, y + height * at) ?? null;
    // The text is an element of the button's.
    if (!button?.contains(top)) faults.push(`at ${at}`);
  }
  const last = root?.querySelector('.choice')?.getBoundingClientRect().bottom ?? 0;
  if (y < last || y - last > 200) faults.push(`${y - last} px below the fields`);
  return faults;
}
