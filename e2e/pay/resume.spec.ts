import { answerWith, fetchFor, hold, isPayment } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const approved = 'Pagamento aprovado.';

test('after a reload, the form shows that the order is paid and tells the page', async ({
  checkout,
  page,
}) => {
  const paymentId = () =>
    checkout.element.evaluate((element): unknown => Reflect.get(element, 'paymentId'));
  await checkout.open({ order: `paid-${checkout.amount}` });
  await checkout.pay();
  await expect(checkout.inner).toContainText(approved);
  const paid = await paymentId();

  await page.reload();

  await expect(checkout.inner).toContainText(approved);
  await expect(checkout.inner.locator('dl')).toContainText('Visa final 2701');
  await expect(checkout.inner.getByRole('term')).toContainText(['Cartão', 'Pedido', 'Data']);
  await expect(checkout.payButton).toHaveCount(0);
  expect(await paymentId()).toBe(paid);
  await expect(page.locator('#steps')).toContainText('O comprador vê o recibo.');
  expect(await checkout.requests()).toHaveLength(1);
});

test('a receipt stays while the page sets an order that can’t be read, and the same one again', async ({
  checkout,
}) => {
  const order = `kept-${checkout.amount}`;
  await checkout.open({ order });
  await checkout.pay();
  await expect(checkout.inner).toContainText(approved);

  for (const token of ['<html>', await checkout.order({ order })]) {
    await checkout.element.evaluate(
      (element, given) => element.setAttribute('order', given),
      token,
    );
    await expect(checkout.inner).toContainText(approved);
    await expect(checkout.payButton).toHaveCount(0);
  }
});

test('after a reload during a payment, the form only waits; it doesn’t show the outcome for another order', async ({
  checkout,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 380 });
  await page.clock.install();
  await answerWith(page, 'processing');
  await checkout.open({ order: `first-${checkout.amount}` });
  await checkout.pay();
  await expect(checkout.status).toContainText('Verificando o pagamento');
  const release = await hold(page, '**/api/order');
  await page.reload();
  const panel = checkout.inner.getByRole('group', { name: 'Verificando o pagamento…' });
  await expect(panel).toContainText('Não feche esta página.');
  await expect(panel).toBeInViewport({ ratio: 1 });
  await expect(checkout.status).toContainText('Verificando o pagamento');
  await expect(checkout.number).toBeHidden();
  await expect(checkout.inner.getByRole('button')).toHaveCount(0);
  const another = await checkout.order();
  await checkout.element.evaluate(
    (element, order) => element.setAttribute('order', order),
    another,
  );
  release();

  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await checkout.pay();
  await expect(checkout.inner).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
});

test.describe('if the network is down', () => {
  test.use({ breaksSomething: true });

  test('the form waits until it is back, and asks before it sends again', async ({
    checkout,
    page,
    context,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const isCall = request.url().includes('/api/checkout/') && request.method() !== 'HEAD';
      if (isCall) calls.push(request.method());
    });
    await page.route('**/api/checkout/', async (route) => {
      if (!isPayment(route.request())) return route.fallback();
      await fetchFor(route);
      await context.setOffline(true);
      await route.abort();
    });
    await checkout.open();
    await checkout.fill();
    await context.setOffline(true);
    await checkout.payButton.click();
    await expect(checkout.cancelButton).toBeVisible();
    const offline = 'Sem internet. Continuamos assim que ela voltar.';
    await expect(checkout.status).toHaveText(offline);
    await expect(checkout.inner).not.toContainText('Preparando o pagamento…');
    expect(calls).toEqual([]);
    await context.setOffline(false);

    await expect.poll(() => checkout.charges()).toHaveLength(1);
    await page.waitForFunction(() => !navigator.onLine);
    await context.setOffline(false);
    await expect(checkout.inner).toContainText(approved);
    expect(calls).toEqual(['POST']);
    expect(await checkout.charges()).toHaveLength(1);
  });
});
