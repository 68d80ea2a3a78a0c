import type { Locator } from '@playwright/test';
import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

/** Gives the contrast of a color of an element with what lies behind it. */
async function contrast(
  part: Locator,
  property: 'borderTopColor' | 'outlineColor',
): Promise<number> {
  const [color, behind] = await part.evaluate((element, name) => {
    const colors: string[] = [];
    let parent: Element | null = element;
    while (parent) {
      const root: Node = parent.getRootNode();
      parent = parent.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
      if (parent) colors.push(getComputedStyle(parent).backgroundColor);
    }
    const transparent = 'rgba(0, 0, 0, 0)';
    return [getComputedStyle(element)[name], colors.find((other) => other !== transparent)];
  }, property);
  const [light = 0, dark = 0] = [color, behind].map(luminance).toSorted((one, two) => two - one);
  return (light + 0.05) / (dark + 0.05);
}

/** Gives the relative luminance of an opaque color (WCAG 2.2, glossary). */
function luminance(color = ''): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? [])
    .map((channel) => Number(channel) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

async function expectVisibleFocus(part: Locator): Promise<void> {
  await expect(part).toBeFocused();
  await expect(part).toHaveCSS('outline-style', 'solid');
  await expect(part).toHaveCSS('outline-width', '3px');
  expect(await contrast(part, 'outlineColor')).toBeGreaterThanOrEqual(3);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in ${colorScheme}, the borders of fields stand out 3 to 1`, async ({ checkout, page }) => {
    await page.emulateMedia({ colorScheme });
    await checkout.open();
    const fields = [checkout.number, checkout.installments];

    for (const field of fields) {
      expect(await contrast(field, 'borderTopColor')).toBeGreaterThanOrEqual(3);
    }
    await checkout.payButton.click();
    await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
    expect(await contrast(checkout.number, 'borderTopColor')).toBeGreaterThanOrEqual(3);
  });

  test(`in ${colorScheme}, whatever has the focus shows it`, async ({ checkout, page }) => {
    await page.emulateMedia({ colorScheme });
    await checkout.open({ kinds: 'credit debit', fault: 'token-slow' });
    await checkout.number.press('Enter');
    await expect(checkout.element.getByRole('group', { name: 'Confira' })).toBeVisible();
    const links = await checkout.element.getByRole('link').all();
    await links[0]?.focus();
    for (const link of links) {
      await expectVisibleFocus(link);
      await page.keyboard.press('Tab');
    }
    for (const part of [
      page.getByLabel('Crédito'),
      checkout.number,
      checkout.expiry,
      checkout.securityCode,
      checkout.holder,
      checkout.document,
      checkout.installments,
    ]) {
      await expectVisibleFocus(part);
      await page.keyboard.press('Tab');
    }
    await expectVisibleFocus(checkout.payButton);
    await checkout.fill();
    await checkout.payButton.press('Enter');
    await page.keyboard.press('Tab');
    await expectVisibleFocus(checkout.cancelButton);
  });
}

test('the button that cancels a challenge shows the focus', async ({ checkout, page }) => {
  await checkout.open();
  await checkout.fill();
  await checkout.number.fill(cards.challenge);
  await checkout.payButton.press('Enter');
  await checkout.bank.getByLabel('Código SMS').focus();
  await page.keyboard.press('Shift+Tab');

  const cancel = checkout.challenge.getByRole('button', { name: 'Cancelar' });
  await expectVisibleFocus(cancel);
});

test('the result shows the focus to those who pay by keys', async ({ checkout }) => {
  await checkout.open({ 'three-ds': 'off' });
  await checkout.fill();
  await checkout.payButton.press('Enter');

  const result = checkout.element.getByRole('group', { name: 'Pagamento aprovado.' });
  await expectVisibleFocus(result);
});
