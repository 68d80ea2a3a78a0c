import type { Page } from '@playwright/test';
import type { CheckoutPage } from '../support/checkout-page.ts';
import { fetchFor } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Pays until the card is on its way, with an answer that waits for `release`. */
async function payUntilSent(checkout: CheckoutPage, page: Page): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/api/checkout/', async (route) => {
    const response = await fetchFor(route);
    await released;
    await route.fulfill({ response });
  });
  const sent = page.waitForRequest('**/api/checkout/');
  await checkout.pay();
  await sent;
  return async () => release(undefined);
}

test('an order that was set a moment ago is the one that is paid', async ({ checkout, page }) => {
  await checkout.open();
  const { amount } = checkout;
  const other = await page.request.get(checkout.shopUrl({ amount: amount + 500_000 }));
  const order = /order="([^"]+)"/.exec(await other.text())?.[1];
  await checkout.fill();
  await checkout.element.evaluate((element, token) => {
    Object.assign(element, { order: token });
    const submit: unknown = Reflect.get(element, 'submit');
    if (typeof submit === 'function') Reflect.apply(submit, element, []);
  }, order);

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toEqual([]);
  expect(await checkout.charges(amount + 500_000)).toHaveLength(1);
});

test('moving the element while the card is on its way loses nothing', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  const release = await payUntilSent(checkout, page);
  await checkout.element.evaluate((element) => element.parentElement?.append(element));
  await expect(checkout.securityCode).toHaveValue('');
  await release();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('reset() does nothing while the card is on its way', async ({ checkout, page }) => {
  await checkout.open();
  const release = await payUntilSent(checkout, page);
  await checkout.element.evaluate((element) => {
    const reset: unknown = Reflect.get(element, 'reset');
    if (typeof reset === 'function') Reflect.apply(reset, element, []);
  });
  await release();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
});

test('moving the element before the card is sent calls the attempt off', async ({
  checkout,
  page,
}) => {
  await checkout.open({ fault: 'token-slow' });
  const asked = page.waitForRequest('**/api/3ds/token/**');
  await checkout.pay();
  await asked;
  await checkout.element.evaluate((element) => element.parentElement?.append(element));

  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
  await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
  expect(await checkout.charges()).toEqual([]);
});

test('submit() and reset() at once leave a form that can pay', async ({ checkout }) => {
  await checkout.open();
  await checkout.fill();
  await checkout.element.evaluate((element) => {
    for (const name of ['submit', 'reset']) {
      const method: unknown = Reflect.get(element, name);
      if (typeof method === 'function') Reflect.apply(method, element, []);
    }
  });
  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test.describe('where answers are lost', () => {
  test.use({ breaksSomething: true });

  test('a payment whose answer was lost is found by the next request', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await checkout.open();
    let isFirst = true;
    await page.route('**/api/checkout/', async (route) => {
      if (!isFirst) return route.fulfill({ status: 503, json: { code: 'draining' } });
      isFirst = false;
      await fetchFor(route);
      await route.abort();
    });
    await checkout.pay();
    await checkout.waitThroughPauses('Pagamento aprovado.');

    expect(await checkout.charges()).toHaveLength(1);
  });

  test('a payment whose answers were all lost is found by the next press', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await checkout.open();
    await page.route(/\/api\/checkout\//, async (route) => {
      await fetchFor(route);
      await route.abort();
    });
    await checkout.pay();
    await checkout.waitThroughPauses('Não conseguimos falar com a loja.');
    await page.unroute(/\/api\/checkout\//);
    await checkout.securityCode.fill('123');
    await checkout.payButton.click();

    await expect(checkout.element).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });
});

test("the shop's list misses no event, the first included", async ({ checkout, page }) => {
  await checkout.open();

  await expect(page.locator('#events')).toContainText('checkout-ready');
});
