import type { Page } from '@playwright/test';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { fetchFor } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Takes the element out of the page, and gives what puts it back. */
async function remove({ element }: CheckoutPage): Promise<() => Promise<void>> {
  const removed = await element.evaluateHandle((card) => {
    card.remove();
    return card;
  });
  return () => removed.evaluate((card) => document.body.append(card));
}

/** Counts the requests for addresses that hold `part`, from now on. */
function countRequests(page: Page, part: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes(part)) count += 1;
  });
  return () => count;
}

/** Resolves when the browser has given up a request whose address holds `part`. */
async function abandoned(page: Page, part: string): Promise<void> {
  await page.waitForEvent('requestfailed', (request) => request.url().includes(part));
}

test('an element that is moved keeps what was typed, and pays', async ({ checkout, page }) => {
  const fraudScripts = countRequests(page, '/x.js?session=');
  await checkout.open();
  await checkout.fill();
  await checkout.element.evaluate((element) => document.body.append(element));

  await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
  await expect(checkout.securityCode).toHaveValue('123');
  await checkout.payButton.click();
  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
  expect(fraudScripts()).toBe(1);
});

test('an element that was away pays when it is back', async ({ checkout }) => {
  await checkout.open();
  await checkout.fill();
  const putBack = await remove(checkout);
  await putBack();
  await checkout.payButton.click();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('mounting twice in a row, as strict modes do, asks the proxy once', async ({
  checkout,
  demo,
  page,
}) => {
  const configs = countRequests(page, '/api/config');
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
  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(configs()).toBe(1);
  expect(fraudScripts()).toBe(1);
});

test.describe('removal before the card is sent', () => {
  test('gives up the request for the configuration', async ({ checkout, demo, page }) => {
    await page.route('**/api/config', () => {});
    const asked = page.waitForRequest('**/api/config');
    const body = (await elementFor(checkout, demo)) + scriptTag(demo);
    await openOwnPage(page, demo, { body });
    await asked;
    const givenUp = abandoned(page, '/api/config');
    await remove(checkout);

    await givenUp;
  });

  test('gives up waiting for the fraud script', async ({ checkout, page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/x.js?session=*', async (route) => {
      await released;
      await route.continue();
    });
    const tokens = countRequests(page, '/api/3ds/token/');
    await checkout.open();
    await checkout.pay();
    await expect(checkout.element).toHaveJSProperty('state', 'paying');
    const putBack = await remove(checkout);
    const loaded = page.waitForEvent('requestfinished', (request) =>
      request.url().includes('/x.js?session='),
    );
    release(undefined);
    await loaded;
    await putBack();

    await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
    expect(tokens()).toBe(0);
  });

  test('gives up the request for the token', async ({ checkout, page }) => {
    await checkout.open({ fault: 'token-slow' });
    const asked = page.waitForRequest('**/api/3ds/token/**');
    await checkout.pay();
    await asked;
    const givenUp = abandoned(page, '/api/3ds/token/');
    await remove(checkout);

    await givenUp;
    expect(await checkout.charges()).toEqual([]);
  });

  test('takes the challenge away; the next attempt has one of its own', async ({
    checkout,
    page,
  }) => {
    await checkout.open();
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    const putBack = await remove(checkout);
    expect(page.frames()).toHaveLength(1);
    await putBack();
    await expect(checkout.challenge).toHaveCount(0);
    await checkout.payButton.click();
    await checkout.answerBank('1234');

    await expect(checkout.element).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });
});

test('removal after the card was sent leaves the payment to the proxy', async ({
  checkout,
  page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route('**/api/checkout/', async (route) => {
    const response = await fetchFor(route);
    await released;
    await route.fulfill({ response });
  });
  await checkout.open();
  const sent = page.waitForRequest('**/api/checkout/');
  await checkout.pay();
  await sent;
  const putBack = await remove(checkout);
  release(undefined);
  await putBack();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});
