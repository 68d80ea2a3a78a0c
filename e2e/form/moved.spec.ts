import { expect, test } from '../support/test.ts';

/** Moves an element as Astro, htmx and Preact do where the browser can. */
function move(element: Element): number {
  const place = document.body.appendChild(document.createElement('section'));
  const moveBefore: unknown = Reflect.get(place, 'moveBefore');
  if (typeof moveBefore === 'function') Reflect.apply(moveBefore, place, [element, null]);
  return history.length;
}

for (const isolated of [false, true]) {
  test.describe(isolated ? 'the isolated form' : 'the form', () => {
    test.use({ isolated });

    test('keeps what was typed when moveBefore() moves it, and pays', async ({
      checkout,
      page,
    }) => {
      await checkout.open({ 'three-ds': 'off' });
      await checkout.fill();
      const before = await page.evaluate(() => history.length);
      const after = await checkout.element.evaluate(move);

      await expect(page.locator('section > card-checkout')).toBeVisible();
      await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
      expect(after).toBe(before);
      await checkout.payButton.click();
      await expect(checkout.inner).toContainText('Pagamento aprovado.');
    });

    test('copies the payment’s code', async ({ checkout, page }) => {
      await page.context().grantPermissions(['clipboard-read']);
      await checkout.open({ 'three-ds': 'off' });
      await checkout.pay();
      await checkout.inner.getByRole('button', { name: 'Copiar' }).click();

      await expect(checkout.inner).toContainText('Copiado');
      const code = await checkout.inner.locator('code').textContent();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    });
  });
}
