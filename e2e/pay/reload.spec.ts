import type { Browser } from '@playwright/test';
import { cards, CheckoutPage } from '../support/checkout-page.ts';
import type { RunningDemo } from '../support/running-demo.ts';
import { fetchFor, hold, isPayment } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const approved = 'Pagamento aprovado.';
const wasAtBank =
  'A confirmação com o banco não terminou. Nada foi cobrado. Digite o cartão de novo.';
const alreadyPaid = 'Este pedido já estava pago.';
const wait = 'Verificando o pagamento';

/** Opens the same order in another browser. */
async function openElsewhere(browser: Browser, checkout: CheckoutPage, demo: RunningDemo) {
  const context = await browser.newContext();
  const other = new CheckoutPage(await context.newPage(), demo, undefined, checkout.isIsolated);
  await other.page.goto(checkout.shopUrl({ order: orderOf(checkout) }));
  return other;
}

function orderOf({ amount }: CheckoutPage): string {
  return `again-${amount}`;
}

// Browsers log requests that a reload ends.
test.use({ breaksSomething: true });

for (const isolated of [false, true]) {
  test.describe(isolated ? 'the isolated form' : 'the ordinary form', () => {
    test.use({ isolated });

    test.beforeEach(async ({ checkout }) => {
      await checkout.open({ order: orderOf(checkout) });
    });

    test('reloaded before its press is answered asks for a card, as another device does', async ({
      checkout,
      demo,
      page,
      browser,
    }) => {
      let isHeld = true;
      await page.route('**/api/order', async (route) => (isHeld ? undefined : route.fallback()));
      await checkout.pay();
      await expect(checkout.status).toContainText('Preparando');
      isHeld = false;
      await page.reload();

      await checkout.pay();
      await expect(checkout.inner).toContainText(approved);
      const other = await openElsewhere(browser, checkout, demo);
      await expect(other.inner).toContainText(approved);
      await expect(other.inner.locator('dl')).toContainText('Visa final 2701');
      await other.page.context().close();
      expect(await checkout.charges()).toHaveLength(1);
    });

    test('reloaded at the bank says so; another device has a form meanwhile', async ({
      checkout,
      demo,
      page,
      browser,
    }) => {
      await checkout.pay({ number: cards.challenge });
      await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
      const other = await openElsewhere(browser, checkout, demo);
      await expect(other.number).toBeVisible();
      await page.reload();
      await expect(checkout.alert).toHaveText(wasAtBank);

      await other.pay();
      await expect(other.inner).toContainText(approved);
      await other.page.context().close();
      await checkout.pay({ number: cards.challenge });
      await expect(checkout.inner).toContainText(alreadyPaid);
      await expect(checkout.inner).toContainText('Nada foi cobrado deste cartão.');
      await expect(checkout.inner.locator('dl')).toContainText('Visa final 2701');
      expect(await checkout.requests()).toHaveLength(1);
    });

    test('reloaded once the card has left asks for it again, as another device does; both find the first one at the press', async ({
      checkout,
      demo,
      page,
      browser,
    }) => {
      const left = Promise.withResolvers<{ arrive: () => Promise<unknown>; release: () => void }>();
      let hasLeft = false;
      await page.route('**/api/checkout/', async (route) => {
        if (hasLeft || !isPayment(route.request())) return route.fallback();
        hasLeft = true;
        // The reloaded page gets no answer, and sends nothing again.
        const release = await hold(page, '**/api/order');
        await route.abort();
        left.resolve({ arrive: async () => fetchFor(route), release });
      });
      await checkout.pay();
      const { arrive, release } = await left.promise;
      const other = await openElsewhere(browser, checkout, demo);
      await page.reload();
      release();
      for (const each of [checkout, other]) {
        await expect(each.payButton).toBeVisible();
        await expect(each.alert).toHaveText('');
      }
      await arrive();

      for (const each of [checkout, other]) {
        await each.pay({ number: cards.challenge });
        await expect(each.inner).toContainText(alreadyPaid);
        await expect(each.inner.locator('dl')).toContainText('Visa final 2701');
      }
      await other.page.context().close();
      expect(await checkout.requests()).toHaveLength(1);
    });

    test('reloaded while its payment runs waits for it, as another device does', async ({
      checkout,
      demo,
      page,
      browser,
    }) => {
      const release = await hold(page, /\/api\/checkout\/[\da-f-]+$/);
      await checkout.pay({ holder: 'PENDING' });
      await expect.poll(() => checkout.requests()).toHaveLength(1);
      await page.reload();
      const other = await openElsewhere(browser, checkout, demo);

      for (const each of [checkout, other])
        await expect(each.inner).toContainText(new RegExp(`${wait}|${approved}`));
      release();
      for (const each of [checkout, other]) await expect(each.inner).toContainText(approved);
      await other.page.context().close();
      expect(await checkout.requests()).toHaveLength(1);
    });

    test('reloaded while the proxy is away only waits, and then shows the receipt', async ({
      checkout,
      page,
    }) => {
      await checkout.pay();
      await expect(checkout.inner).toContainText(approved);
      await page.clock.install();
      await page.route('**/api/order', (route) => route.abort());
      await page.reload();
      await expect(checkout.status).toContainText(wait);
      await expect(checkout.number).toBeHidden();
      await page.clock.fastForward(60_000);
      await expect(checkout.status).toContainText(wait);
      await expect(checkout.payButton).toHaveCount(0);
      await page.unrouteAll();

      await checkout.waitThroughPauses(approved);
      await expect(checkout.inner.locator('dl')).toContainText('Visa final 2701');
    });
  });
}
