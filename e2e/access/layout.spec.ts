import type { Locator, Page } from '@playwright/test';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Puts the element into the state in which it shows most: two kinds, a brand and every other field wrong. */
async function showMost(checkout: CheckoutPage): Promise<void> {
  await checkout.open({ kinds: 'credit debit' });
  await checkout.number.fill(cards.challengeMastercard);
  await expect(checkout.element.locator('[part=brand] svg')).toBeVisible();
  await checkout.payButton.click();
  await expect(checkout.element.getByRole('group', { name: 'Confira' })).toBeVisible();
}

/** Lists what is wider or higher than the room it has, or sticks out of the element or its dialog. */
async function cutOff(element: Locator): Promise<string[]> {
  return element.evaluate((host) => {
    const all = [...(host.shadowRoot?.querySelectorAll<HTMLElement>('*:not(option)') ?? [])];
    const shown = all.filter((part) => part.checkVisibility() && !part.closest('svg, .unseen'));
    return shown
      .filter((part) => {
        const room = (part.parentElement?.closest('dialog') ?? host).getBoundingClientRect();
        const { left, right } = part.getBoundingClientRect();
        const isOut = part.tagName !== 'DIALOG' && (left < room.left - 1 || right > room.right + 1);
        const isCut =
          part.clientWidth > 0 &&
          (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
        return isOut || isCut;
      })
      .map((part) => part.outerHTML.slice(0, 120));
  });
}

/** Gives how many pixels an input lacks to show all that is typed in it. */
async function hiddenText(input: Locator): Promise<number> {
  return input.evaluate((field: HTMLInputElement) => {
    const style = getComputedStyle(field);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return Number.NaN;
    const { fontSize, fontFamily, letterSpacing, wordSpacing } = style;
    Object.assign(context, { font: `${fontSize} ${fontFamily}`, letterSpacing, wordSpacing });
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    const trailing = Number.parseFloat(letterSpacing) || 0;
    const { width } = context.measureText(field.value);
    return Math.max(0, Math.floor(width - trailing - (field.clientWidth - padding)));
  });
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Sets what WCAG 1.4.12 lets a reader set. */
async function spaceText(element: Locator): Promise<void> {
  await element.evaluate(({ shadowRoot }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
      p { margin-block-end: 2em !important }
    `);
    shadowRoot?.adoptedStyleSheets.push(sheet);
  });
}

for (const [name, width] of [
  ['at 200 % of a 1280 px wide window', 640],
  ['at 320 px, as at 400 %', 320],
] as const) {
  test(`nothing is cut or scrolls sideways ${name}, with wider text too`, async ({
    checkout,
    page,
  }) => {
    await page.setViewportSize({ width, height: 512 });
    await showMost(checkout);

    expect(await cutOff(checkout.element)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    expect(await hiddenText(checkout.number)).toBe(0);
    await spaceText(checkout.element);
    expect(await cutOff(checkout.element)).toEqual([]);
    expect(await hiddenText(checkout.number)).toBe(0);
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    expect(await cutOff(checkout.element)).toEqual([]);
    await checkout.answerBank('1234');
    await expect(checkout.element).toContainText('Pagamento aprovado.');
    expect(await cutOff(checkout.element)).toEqual([]);
  });
}

test('everything to press or fill in is 24 px by 24 px or more', async ({ checkout }) => {
  const tooSmall = async (): Promise<string[]> =>
    checkout.element.evaluate(({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll('a, button, input, select') ?? [])]
        .filter((target) => {
          const { width, height } = target.getBoundingClientRect();
          return target.checkVisibility() && (width < 24 || height < 24);
        })
        .map(({ outerHTML }) => outerHTML),
    );
  await showMost(checkout);
  await checkout.element.evaluate((element: HTMLElement) => {
    element.style.setProperty('--card-checkout-font', '12px/1.2 serif');
  });

  expect(await tooSmall()).toEqual([]);
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  expect(await tooSmall()).toEqual([]);
});

test('inputs keep 16 px on a page with small text, so that phones do not zoom in', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.element.evaluate((element: HTMLElement) => {
    element.style.setProperty('--card-checkout-font', '12px/1.2 serif');
  });

  for (const field of [checkout.number, checkout.document, checkout.installments]) {
    await expect(field).toHaveCSS('font-size', '16px');
  }
});

test('with reduced motion nothing moves but a slow ring', async ({ checkout, page }) => {
  const durations = async (): Promise<unknown[]> =>
    checkout.element.evaluate(({ shadowRoot }) =>
      (shadowRoot?.getAnimations() ?? []).map(({ effect }) => effect?.getTiming().duration),
    );
  const release = await hold(page, '**/en-*.js');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await checkout.open({ locale: 'en', fault: 'token-slow' });
  await expect(checkout.element.locator('[part=skeleton]')).toBeVisible();
  expect(await durations()).toEqual([]);

  release();
  await checkout.element.evaluate((element) => element.setAttribute('locale', 'pt-BR'));
  await checkout.pay();
  await expect(checkout.status).toContainText('Conectando');
  expect(await durations()).toEqual([6_000]);
});

for (const width of [1280, 320]) {
  test(`on a page from right to left, ${width} px wide, it is mirrored and digits are not`, async ({
    checkout,
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await showMost(checkout);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));

    const { input, brand, text } = await checkout.number.evaluate((field) => {
      const style = getComputedStyle(field);
      const mark = field.parentElement?.querySelector('[part=brand]');
      return {
        input: field.getBoundingClientRect(),
        brand: mark?.getBoundingClientRect() ?? new DOMRect(),
        text: { left: Number.parseFloat(style.paddingLeft), direction: style.direction },
      };
    });
    expect(text.direction).toBe('ltr');
    expect(brand.right).toBeLessThan(input.left + input.width / 2);
    const isBeside = brand.right <= input.left + text.left;
    expect(isBeside || brand.bottom <= input.top, 'the mark covers no digit').toBe(true);
    const label = await checkout.element.getByText('Número do cartão').boundingBox();
    expect((label?.x ?? 0) + (label?.width ?? 0)).toBeCloseTo(input.right, 0);
    expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThan(input.top);
    expect(await cutOff(checkout.element)).toEqual([]);
  });
}
