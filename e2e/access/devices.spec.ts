import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** The contrast between a picture's lightest and darkest pixels (WCAG 2.2). */
async function contrastIn([base64]: readonly [string]): Promise<number> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  context?.drawImage(picture, 0, 0);
  // Excludes the border and the arrow.
  const { data } = context?.getImageData(8, 8, picture.width / 2, picture.height - 16) ?? {
    data: [],
  };
  const luminances: number[] = [];
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = Array.from(data.slice(at, at + 3))
      .map((channel) => channel / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    luminances.push(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  }
  const [dark, light] = luminances.reduce(
    ([min, max], one) => [Math.min(min, one), Math.max(max, one)],
    [1, 0],
  );
  return (light + 0.05) / (dark + 0.05);
}

test('in forced colors, the switch for letters keeps its knob', async ({ checkout, page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.emulateMedia({ forcedColors: 'active' });
  await checkout.open();
  await checkout.document.fill('123456789');
  const knob = checkout.inner
    .locator('.letters')
    .evaluate((one) => getComputedStyle(one, '::before').backgroundImage);
  expect(await knob).toContain('radial-gradient');
});

test('the code’s picture shows one side of the card', async ({ checkout }) => {
  await checkout.open();
  const sides = checkout.inner.locator('.code svg');
  await expect(sides.first()).toHaveCSS('opacity', '1');
  await expect(sides.last()).toHaveCSS('opacity', '0');
  await checkout.number.fill('378282246310005');
  await expect(sides.first()).toHaveCSS('opacity', '0');
  await expect(sides.last()).toHaveCSS('opacity', '1');
});

test('the installments have readable colors, even forced colors', async ({ checkout, page }) => {
  await checkout.open();
  await expect(checkout.installments).toBeVisible();
  for (const forcedColors of ['active', 'none'] as const) {
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ forcedColors, colorScheme });
      const picture = await checkout.installments.screenshot();
      const contrast = await page.evaluate(contrastIn, [picture.toString('base64')] as const);
      expect(contrast, `${colorScheme}, forced: ${forcedColors}`).toBeGreaterThan(7);
    }
  }
});

/** Lists touch targets smaller than 44 px, the minimum in Apple's guidelines. */
async function smallTargets({ inner }: CheckoutPage): Promise<string[]> {
  return inner.evaluate(({ shadowRoot }) =>
    [...(shadowRoot?.querySelectorAll('a, button, select, input') ?? [])]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .map((part) => part.closest('.kinds label') ?? part)
      .filter((part) => {
        const { width, height } = part.getBoundingClientRect();
        return Math.min(width, height) < 44;
      })
      .map((part) => part.outerHTML),
  );
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('every touch target is at least 44 px wide and high', async ({ checkout, page }) => {
    await checkout.open({ kinds: 'credit debit' });
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    await checkout.payButton.tap();
    await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
    await expect(checkout.inner.getByRole('button', { name: 'CNPJ com letras' })).toBeVisible();
    expect(await smallTargets(checkout), 'faults').toEqual([]);

    const release = await hold(page, '**/api/3ds/token/**');
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.cancelButton).toBeVisible();
    expect(await smallTargets(checkout), 'paying').toEqual([]);
    release();
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    expect(await smallTargets(checkout), 'challenge').toEqual([]);
    await checkout.answerBank('1234');
    await expect(checkout.inner.getByRole('button', { name: 'Copiar' })).toBeVisible();
    expect(await smallTargets(checkout), 'receipt').toEqual([]);
  });

  test.describe('after errors', () => {
    test.use({ breaksSomething: true });

    test('a tap leaves no ring, which the next key shows', async ({ checkout, page }) => {
      await checkout.open();
      await checkout.fill();
      await checkout.number.fill(cards.frictionlessFails);
      await checkout.payButton.tap();
      await expect(checkout.alert).not.toBeEmpty();
      await expect(checkout.payButton).toBeFocused();
      await expect(checkout.payButton).toHaveCSS('outline-style', 'none');
      await page.keyboard.press('Shift');
      await expect(checkout.payButton).toHaveCSS('outline-style', 'solid');

      await checkout.fill();
      await checkout.holder.fill('SELLER');
      await checkout.payButton.tap();
      await expect(checkout.alert).toContainText('Entre em contato com a loja.');
      await expect(checkout.inner.locator('[part=alert]')).toBeFocused();
      await expect(checkout.inner.locator('[part=alert]')).toHaveCSS('outline-style', 'none');
    });
  });
});
