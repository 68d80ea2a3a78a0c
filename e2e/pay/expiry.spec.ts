import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

// The element reports the expired order in the console.
test.use({ breaksSomething: true });

const expired = 'Este pedido expirou. Atualize a página e tente de novo.';
const twentyEightMinutes = 28 * 60_000;

test.describe('in the isolated form, whose frame holds the ordinary form', () => {
  test.use({ isolated: true });

  test('a page is told two minutes before its order expires, and a new order keeps the input', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await checkout.open({ 'three-ds': 'off' });
    await checkout.fill();
    const fresh = await checkout.order();
    await checkout.element.evaluate((element, order) => {
      const set = (): void => element.setAttribute('order', order);
      element.addEventListener('checkout-expiring', set, { once: true });
    }, fresh);
    await page.clock.fastForward(twentyEightMinutes - 60_000);
    await expect(checkout.element).not.toHaveAttribute('order', fresh);
    await page.clock.fastForward(60_000);
    await expect(checkout.element).toHaveAttribute('order', fresh);

    await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
    await expect(checkout.securityCode).toHaveValue('123');
  });

  test('an expired order closes the form, and a new page has a new order', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await checkout.open();
    await checkout.fill();
    await page.clock.fastForward(twentyEightMinutes + 180_000);
    await expect(checkout.alert).toHaveText(expired);
    await expect(checkout.number).toBeHidden();
    const loaded = page.waitForEvent('load');
    await checkout.inner.getByRole('button', { name: 'Atualizar a página' }).click();
    await loaded;

    await expect(checkout.number).toBeVisible();
  });
});

test('an order paid before it expired shows its receipt', async ({ checkout, demo, page }) => {
  const order = `expires-${checkout.amount}`;
  const element = await elementFor(checkout, demo, 'three-ds="off"');
  const tagFor = async (options: { expires?: number }): Promise<string> => {
    const token = await checkout.order({ order, ...options });
    return element.replace(/order="[^"]+"/, `order="${token}"`) + scriptTag(demo);
  };
  await openOwnPage(page, demo, { body: await tagFor({}) });
  await checkout.pay();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');

  await openOwnPage(page, demo, { body: await tagFor({ expires: -600 }) });

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});

for (const year of [1990, 2060]) {
  test(`a device that says ${year} pays, and is told of a card that has expired`, async ({
    checkout,
    page,
  }) => {
    await page.clock.install({ time: new Date(year, 5, 1) });
    // Only by then, the form knows the proxy's date.
    await page.addInitScript(() => {
      addEventListener('checkout-ready', () => (document.documentElement.id = 'ready'));
    });
    await checkout.open({ 'three-ds': 'off' });
    await expect(page.locator('#ready')).toBeAttached();
    await checkout.expiry.fill('01/20');
    await checkout.expiry.blur();
    await expect(checkout.element).toContainText('Este cartão está vencido');
    await checkout.pay();

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
  });
}
