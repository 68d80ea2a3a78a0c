import type { Page, Request } from '@playwright/test';
import type { CheckoutPage } from '../support/checkout-page.ts';
import { configIs, isPayment } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const ours = /^[\da-f]{32}$/;

/** Opens the shop with the test's own fraud script; the fragment selects how the element talks to it. */
async function openWithScript(
  checkout: CheckoutPage,
  fragment: string,
  body: string,
): Promise<void> {
  const { page } = checkout;
  await page.route('**/s/*/x.js?own=*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
  await configIs(page, ({ fraudScriptUrl }) => {
    const { origin } = new URL(String(fraudScriptUrl));
    return { fraudScriptUrl: `${origin}/s/{merchantId}/x.js?own={sessionId}#${fragment}` };
  });
  await checkout.open();
}

async function profileSent(checkout: CheckoutPage): Promise<unknown> {
  const sent = checkout.page.waitForRequest(isPayment);
  await checkout.pay();
  const body: { fraud?: unknown } = (await sent).postDataJSON();
  return body.fraud;
}

async function globalOf(page: Page, name: string): Promise<unknown> {
  return page.evaluate((key): unknown => Reflect.get(window, key), name);
}

test('Nethone gets the id and the sensitive fields, and completes the profile', async ({
  checkout,
  page,
}) => {
  await openWithScript(
    checkout,
    'preset=nethone',
    `window.calls = [];
     window.dftp = {
       init: (options) => calls.push(options),
       profileCompleted: async () => calls.push('completed'),
     };`,
  );
  const profile = await profileSent(checkout);

  expect(profile).toEqual({ sessionId: expect.stringMatching(ours), completed: true });
  const sensitiveFields = ['number', 'expiry', 'securityCode', 'holder', 'document'];
  expect(await globalOf(page, 'calls')).toEqual([
    { attemptReference: expect.stringMatching(ours), sensitiveFields },
    'completed',
  ]);
});

test('the script loads once, however many elements there are', async ({ checkout, page }) => {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/x.js')) asked.push(request);
  });
  await checkout.open();
  await checkout.element.evaluate((element) => {
    const ready = new Promise((resolve) => {
      addEventListener('checkout-ready', resolve, { once: true });
    });
    element.after(element.cloneNode());
    return ready.then(() => undefined);
  });

  expect(asked).toHaveLength(1);
});

test.describe('if the script is blocked', () => {
  test.use({ breaksSomething: true });

  test('a required profile stops the payment; if it is preferred, the proxy is told that it is missing', async ({
    checkout,
    page,
  }) => {
    await checkout.open({ fraud: 'blocked' });
    await checkout.element.evaluate((element) => element.setAttribute('fraud', 'required'));
    await checkout.pay();
    await expect(checkout.alert).toContainText('Tente de novo em alguns minutos');
    await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
    expect(await checkout.requests()).toEqual([]);
    await checkout.element.evaluate((element) => element.removeAttribute('fraud'));
    const sent = page.waitForRequest(isPayment);
    await checkout.payButton.click();

    const body: unknown = (await sent).postDataJSON();
    expect(body).toMatchObject({
      fraud: { sessionId: expect.stringMatching(ours), completed: false },
    });
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
  });

  test('a script other than the pinned one doesn’t run', async ({ checkout, page }) => {
    const integrity = `sha384-${'A'.repeat(62)}+/`;
    await openWithScript(checkout, `integrity=${integrity}`, 'window.hasRun = true');

    expect(await profileSent(checkout)).toMatchObject({ completed: false });
    expect(await globalOf(page, 'hasRun')).toBeUndefined();
  });
});
