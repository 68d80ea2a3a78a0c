import type { Locator } from '@playwright/test';
import { layoutFaults } from '../support/access-audit.ts';
import { cards } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

async function hiddenText(input: Locator): Promise<number> {
  return input.evaluate((field: HTMLInputElement) => {
    const style = getComputedStyle(field);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return Number.NaN;
    const { fontSize, fontFamily } = style;
    // Text spacing of WCAG 1.4.12.
    const size = Number.parseFloat(fontSize);
    const [letterSpacing, wordSpacing] = [`${size * 0.12}px`, `${size * 0.16}px`];
    Object.assign(context, { font: `${fontSize} ${fontFamily}`, letterSpacing, wordSpacing });
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    const { width } = context.measureText(field.value);
    return Math.max(0, Math.floor(width - size * 0.12 - (field.clientWidth - padding)));
  });
}

async function expectMirrored(number: Locator, label: Locator): Promise<void> {
  const { input, brand, text } = await number.evaluate((field) => {
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
  const { x, y, width, height } = (await label.boundingBox()) ?? new DOMRect();
  const field = (await number.boundingBox()) ?? new DOMRect();
  expect(x + width).toBeCloseTo(field.x + field.width, 0);
  expect(y + height).toBeLessThan(field.y);
}

test('the fullest form fits, and a right-to-left page mirrors everything except digits', async ({
  checkout,
  page,
}) => {
  await checkout.open({ kinds: 'credit debit' });
  await checkout.number.fill(cards.challengeMastercard);
  await expect(checkout.inner.locator('[part=brand] svg')).toBeVisible();
  await checkout.payButton.click();
  await expect(checkout.inner.getByRole('group', { name: 'Confira' })).toBeVisible();

  for (const width of [1280, 640, 320]) {
    await page.setViewportSize({ width, height: 512 });
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
    expect(await checkout.inner.evaluate(layoutFaults), `${width} px`).toEqual([]);
    expect(await hiddenText(checkout.number)).toBe(0);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    expect(await checkout.inner.evaluate(layoutFaults), `${width} px, from right to left`).toEqual(
      [],
    );
    await expectMirrored(checkout.number, checkout.inner.locator('label[for=cc-number]'));
  }
});

test('the words on the button keep to one line at 320 px', async ({ checkout, page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  const release = await hold(page, '**/api/checkout/');
  await checkout.open({ 'three-ds': 'off' });
  await checkout.pay();
  const step = checkout.inner.locator('.step');
  await expect(step).toHaveText('Processando o pagamento…');
  const lines = await step.evaluate((one) => {
    return one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight);
  });
  expect(lines).toBeLessThan(1.5);
  release();
});

test('from the first frame of the form to the receipt, nothing below it moves', async ({
  checkout,
  demo,
  page,
}) => {
  test.skip(checkout.isIsolated, 'the frame follows its form after a message');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const places = new Set<number>();
    Object.assign(globalThis, { places });
    const watch = (): void => {
      const root = document.querySelector('card-checkout')?.shadowRoot;
      const below = document.querySelector('#below');
      if (below && root?.querySelector('input, .result'))
        places.add(Math.round(below.getBoundingClientRect().top + scrollY));
      requestAnimationFrame(watch);
    };
    watch();
  });
  for (const width of [1280, 360]) {
    const element = await elementFor(checkout, demo, 'brands="visa mastercard elo amex jcb"');
    const body = `${element}<p id="below">Obrigado pela preferência!</p>${scriptTag(demo)}`;
    await page.setViewportSize({ width, height: 740 });
    await openOwnPage(page, demo, { body });
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.cancelButton).toBeVisible();
    await checkout.answerBank('1234');
    await expect(checkout.element).toContainText('Pagamento aprovado.');
    await expect(checkout.element.getByRole('button', { name: 'Copiar' })).toBeVisible();

    const places = await page.evaluate(() => [...Reflect.get(globalThis, 'places')]);
    expect(places, `${width} px`).toHaveLength(1);
  }
});

test('moving parts are not recreated while the buyer types', async ({ checkout, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await checkout.open();
  await checkout.inner.evaluate(noteMoved);
  await checkout.number.press('4');
  for (const key of ['Tab', '1', 'Shift+Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab'])
    await page.keyboard.press(key);
  const movedNow = () =>
    checkout.inner.evaluate((): string[] => [...Reflect.get(globalThis, 'moved')]);
  await expect.poll(movedNow).toContain('opacity');
  const moved = new Set(await movedNow());
  const drawnOnce = ['opacity', 'transform', 'translate', 'rotate', 'scale'];
  const notDrawn = ['offset', 'computedOffset', 'easing', 'composite'];
  for (const property of [...drawnOnce, ...notDrawn]) moved.delete(property);
  expect([...moved]).toEqual([]);
});

/** Runs in the page: notes every property that moves, as its movement begins. */
function noteMoved({ shadowRoot }: Element): void {
  const moved = new Set<string>();
  Object.assign(globalThis, { moved });
  const note = (): void => {
    const names = (shadowRoot?.getAnimations() ?? []).flatMap(({ effect }) =>
      effect instanceof KeyframeEffect ? effect.getKeyframes().flatMap(Object.keys) : [],
    );
    for (const name of names) moved.add(name);
  };
  for (const type of ['transitionrun', 'animationstart']) shadowRoot?.addEventListener(type, note);
}
