import type { Page } from '@playwright/test';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { fetchFor, isPayment } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

async function remove({ element }: CheckoutPage): Promise<() => Promise<void>> {
  const removed = await element.evaluateHandle((card) => {
    card.remove();
    return card;
  });
  return () => removed.evaluate((card) => document.body.append(card));
}

function countRequests(page: Page, part: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes(part)) count += 1;
  });
  return () => count;
}

/** Pays until the card has been sent; the answer waits for the returned function. */
async function payUntilSent(checkout: CheckoutPage): Promise<() => void> {
  const { page } = checkout;
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/api/checkout/', async (route) => {
    if (!isPayment(route.request())) return route.fallback();
    const response = await fetchFor(route);
    await released;
    await route.fulfill({ response });
  });
  const sent = page.waitForRequest(isPayment);
  await checkout.pay();
  await sent;
  return () => release(undefined);
}

test('an element that is moved, then removed for a while, keeps its input and pays', async ({
  checkout,
  page,
}) => {
  test.skip(checkout.isIsolated, 'a moved frame reloads');
  const fraudScripts = countRequests(page, '/x.js?session=');
  await checkout.open();
  await checkout.fill();
  await checkout.element.evaluate((element) => document.body.append(element));
  const putBack = await remove(checkout);
  await putBack();

  await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
  await expect(checkout.securityCode).toHaveValue('123');
  await checkout.payButton.click();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
  expect(fraudScripts()).toBe(1);
});

test('mounting twice, as in strict mode, asks the proxy once, and again at the press', async ({
  checkout,
  demo,
  page,
}) => {
  test.skip(checkout.isIsolated, 'a moved frame reloads');
  const configs = countRequests(page, '/api/order');
  const fraudScripts = countRequests(page, '/x.js?session=');
  await openOwnPage(page, demo, { body: scriptTag(demo) });
  const tag = await elementFor(checkout, demo);
  await page.evaluate(async (html) => {
    await customElements.whenDefined('card-checkout');
    for (const isFirst of [true, false]) {
      const place = document.createElement('div');
      place.innerHTML = html;
      document.body.append(place);
      if (isFirst) place.remove();
    }
  }, tag);
  await checkout.fill();
  await expect.poll(configs).toBe(1);
  await checkout.payButton.click();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(configs()).toBe(2);
  expect(fraudScripts()).toBe(1);
});

test('moving the element before the card is sent cancels the payment', async ({
  checkout,
  page,
}) => {
  test.skip(checkout.isIsolated, 'a moved frame reloads');
  await checkout.open({ fault: 'token-slow' });
  const asked = page.waitForRequest('**/api/3ds/token/**');
  const givenUp = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/3ds/token/'),
  );
  await checkout.pay();
  await asked;
  await checkout.element.evaluate((element) => element.parentElement?.append(element));

  await givenUp;
  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
  await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
  expect(await checkout.charges()).toEqual([]);
});

test('removal ends the challenge; the next payment has a new one', async ({ checkout, page }) => {
  test.skip(checkout.isIsolated, 'a moved frame reloads');
  await checkout.open();
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  const putBack = await remove(checkout);
  await expect.poll(() => page.frames()).toHaveLength(1);
  await putBack();
  await expect(checkout.challenge).toHaveCount(0);
  await checkout.payButton.click();
  await checkout.answerBank('1234');

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('once the card is sent, no reset(), move or removal loses the payment', async ({
  checkout,
}) => {
  await checkout.open();
  const release = await payUntilSent(checkout);
  await checkout.element.evaluate((element) => {
    const reset: unknown = Reflect.get(element, 'reset');
    if (typeof reset === 'function') Reflect.apply(reset, element, []);
    element.parentElement?.append(element);
  });
  await expect(checkout.securityCode).toHaveValue('');
  const putBack = await remove(checkout);
  release();
  await putBack();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('a payment whose tab closes before the answer shows as paid at the shop', async ({
  checkout,
  demo,
  page,
}) => {
  const order = `closed-${checkout.amount}`;
  await checkout.open({ order });
  await payUntilSent(checkout);
  await expect.poll(() => checkout.charges()).toHaveLength(1);
  await page.close();

  await expect
    .poll(async () => (await fetch(`${demo.urls.shop}/orders/${order}`)).text())
    .toContain('>Pago<');
});
