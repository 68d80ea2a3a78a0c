import { cards, CheckoutPage } from '../support/checkout-page.ts';
import { answerWith, fetchFor } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const approved = 'Pagamento aprovado.';
const doNotPayAgain = 'Não pague de novo';

test('after a reload the page shows that the order is paid', async ({ checkout, page }) => {
  await checkout.open({ order: `paid-${checkout.amount}` });
  await checkout.pay();
  await expect(checkout.element).toContainText(approved);

  await page.reload();

  await expect(checkout.element).toContainText(approved);
  await expect(checkout.payButton).toHaveCount(0);
  expect(await checkout.requests()).toHaveLength(1);
});

test('after a reload in the middle the page waits for the outcome and tells it', async ({
  checkout,
  page,
}) => {
  await checkout.open({ order: `pending-${checkout.amount}` });
  await checkout.pay({ holder: 'SLOW_8S' });
  await expect.poll(() => checkout.requests()).toHaveLength(1);

  await page.reload();

  await expect(checkout.status).toContainText('Aguardando o banco');
  await expect(checkout.element).toContainText(/aprovado|Não pague de novo/);
  expect(await checkout.requests()).toHaveLength(1);
});

test('the page hears of an outcome that was found', async ({ checkout, page }) => {
  await checkout.open({ order: `heard-${checkout.amount}` });
  await checkout.pay();
  await expect(checkout.element).toContainText(approved);
  const paymentId = await checkout.element.evaluate((element) => Reflect.get(element, 'paymentId'));

  await page.reload();

  await expect(checkout.element).toContainText(approved);
  expect(await checkout.element.evaluate((element) => Reflect.get(element, 'paymentId'))).toBe(
    paymentId,
  );
  await expect(page.locator('#events')).toContainText('checkout-approved');
});

test('what else stands in the storage stays, and hinders nothing', async ({ checkout, page }) => {
  const old = { key: '00000000-0000-4000-8000-000000000000', at: Date.now() - 4 * 86_400_000 };
  await page.addInitScript((note) => {
    localStorage.setItem('card-checkout:theme', 'dark');
    localStorage.setItem('card-checkout:other', '{"key":"mine"}');
    localStorage.setItem('card-checkout:old', JSON.stringify(note));
  }, old);
  await checkout.open({ order: `beside-${checkout.amount}` });
  await checkout.pay();
  await expect(checkout.element).toContainText(approved);

  const names = await page.evaluate(() => Object.keys(localStorage));
  expect(names).toContain('card-checkout:theme');
  expect(names).toContain('card-checkout:other');
  expect(names).not.toContain('card-checkout:old');
  await page.reload();
  await expect(checkout.element).toContainText(approved);
});

test('an order that is paid in another tab meanwhile is not sent again', async ({
  checkout,
  context,
  demo,
}) => {
  const order = `two-tabs-${checkout.amount}`;
  const amount = checkout.amount;
  await checkout.open({ order });
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  const other = new CheckoutPage(await context.newPage(), demo);
  await other.open({ order, amount });
  await other.pay();
  await expect(other.element).toContainText(approved);
  await checkout.answerBank('1234');

  await expect(checkout.element).toContainText(approved);
  expect(await checkout.requests()).toHaveLength(1);
});

test('an outcome that was found for another order is not shown for this one', async ({
  checkout,
  page,
}) => {
  await answerWith(page, 'processing');
  await checkout.open({ order: `first-${checkout.amount}` });
  await checkout.pay();
  await expect(checkout.status).toContainText('Aguardando o banco');
  await page.reload();
  await expect(checkout.status).toContainText('Aguardando o banco');
  const another = await checkout.order();
  await checkout.element.evaluate(
    (element, order) => element.setAttribute('order', order),
    another,
  );
  await answerWith(page, 'approved');

  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
  await page.unrouteAll();
  await checkout.pay();
  await expect(checkout.element).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
});

test('a browser that stores nothing pays all the same', async ({ checkout, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  await checkout.open();
  await checkout.pay();

  await expect(checkout.element).toContainText(approved);
});

test.describe('where something is refused or cut off', () => {
  test.use({ breaksSomething: true });

  test('after a reload an unknown outcome is still unknown, and nobody can pay', async ({
    checkout,
    page,
  }) => {
    await checkout.open({ order: `unknown-${checkout.amount}` });
    await checkout.pay({ holder: 'HANG' });
    await expect(checkout.element).toContainText(doNotPayAgain);

    await page.reload();

    await expect(checkout.element).toContainText(doNotPayAgain);
    await expect(checkout.payButton).toHaveCount(0);
  });

  test('after a reload a payment that may have been charged keeps its order', async ({
    checkout,
    page,
  }) => {
    const askTheShop = 'Confirme com a loja se ele foi feito';
    await checkout.open({ order: `possible-${checkout.amount}` });
    await checkout.pay({ holder: 'CHARGED_THEN_500_SILENT' });
    await expect(checkout.alert).toContainText(askTheShop);

    await page.reload();

    await expect(checkout.alert).toContainText(askTheShop);
    await expect(checkout.payButton).toHaveCount(0);
  });

  test('after a decline nothing is remembered, and another card pays', async ({
    checkout,
    page,
  }) => {
    await checkout.open({ order: `declined-${checkout.amount}` });
    await checkout.pay({ holder: 'RISK' });
    await expect(checkout.alert).toBeVisible();

    await page.reload();
    await checkout.pay();

    await expect(checkout.element).toContainText(approved);
    expect(await checkout.charges()).toHaveLength(1);
  });

  test('a buyer who is offline pays once the network is back', async ({ checkout, context }) => {
    await checkout.open({ 'three-ds': 'off' });
    await checkout.fill();
    await context.setOffline(true);
    await checkout.payButton.click();
    await expect(checkout.cancelButton).toBeVisible();
    await expect(checkout.status).toContainText('Preparando o pagamento');
    await context.setOffline(false);

    await expect(checkout.element).toContainText(approved);
    expect(await checkout.charges()).toHaveLength(1);
  });

  test('the page asks before it sends again', async ({ checkout, page, context }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/checkout/')) calls.push(request.method());
    });
    await page.route('**/api/checkout/', async (route) => {
      await fetchFor(route);
      await context.setOffline(true);
      await route.abort();
    });
    await checkout.open({ 'three-ds': 'off' });
    await checkout.pay();
    await page.waitForFunction(() => !navigator.onLine);
    await context.setOffline(false);

    await expect(checkout.element).toContainText(approved);
    expect(calls).toEqual(['POST', 'GET']);
    expect(await checkout.charges()).toHaveLength(1);
  });
});
