import { freePort } from '@card-checkout/testing/free-port';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { CheckoutPage } from '../support/checkout-page.ts';
import { documentWith, elementFor, scriptTag } from '../support/own-page.ts';
import { startRunningDemo, type RunningDemo } from '../support/running-demo.ts';
import { fetchFor, hold } from '../support/routes.ts';
import { expect, starts, test as base } from '../support/test.ts';

/** Makes the browser deny storage to the frame, unless it already does, like Chrome's Incognito. */
async function refuseStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (window === top) return;
    try {
      localStorage.getItem('');
    } catch {
      return;
    }
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
  });
}

/** Serves a shop on another site than the proxy, and a demo for its payments. */
async function startShop() {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const demo = await startRunningDemo({ ALLOWED_ORIGINS: origin });
  const urls = { ...demo.urls, proxy: demo.urls.proxy.replace('127.0.0.1', 'localhost') };
  const shop: RunningDemo = { ...demo, urls };
  let body = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(documentWith(body));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    shop,
    origin,
    show: (html: string) => {
      body = html;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await demo.stop();
    },
  };
}

const test = base.extend<{ elsewhere: Awaited<ReturnType<typeof startShop>> }>({
  elsewhere: [
    async ({ page }, use) => {
      const started = await startShop();
      await use(started);
      await page.goto('about:blank');
      await started.stop();
    },
    starts,
  ],
});

test.use({ breaksSomething: true });

test('a page reloaded during a payment waits for it, without storage', async ({
  page,
  elsewhere: { shop, origin, show },
}) => {
  const checkout = new CheckoutPage(page, shop, page.locator('card-checkout'), true);
  await refuseStorage(page);
  show((await elementFor(checkout, shop, 'three-ds="off"')) + scriptTag(shop, true));
  await page.goto(origin);
  await checkout.pay({ holder: 'PENDING' });
  await expect(checkout.status).toContainText('pagamento');
  await expect.poll(() => checkout.requests()).toHaveLength(1);

  // The proxy finds the payment; this answer says that it is still running.
  await page.route('**/api/order', async (route) => {
    const response = await fetchFor(route);
    const { config, payment } = await response.json();
    await route.fulfill({
      response,
      json: { config, payment: { ...payment, status: 'processing' } },
    });
  });
  const release = await hold(page, /\/api\/checkout\/[\da-f-]+$/);
  await page.reload();
  await expect(checkout.status).toContainText('Verificando o pagamento');
  await expect(checkout.number).toHaveAttribute('readonly');

  release();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.requests()).toHaveLength(1);
  expect(await checkout.charges()).toHaveLength(1);
});
