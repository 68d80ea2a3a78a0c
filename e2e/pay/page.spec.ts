import { fetchFor } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test('after submit() and reset() at once, submit() pays the order that was set a moment ago', async ({
  checkout,
  page,
}) => {
  test.skip(
    checkout.isIsolated,
    'the buyer confirms there; `isolated/order-swap.spec.ts` has that',
  );
  await checkout.open();
  const { amount } = checkout;
  const other = await page.request.get(checkout.shopUrl({ amount: amount + 500_000 }));
  const order = /order="([^"]+)"/.exec(await other.text())?.[1];
  await checkout.fill();
  const call = (names: string[], properties = {}) =>
    checkout.element.evaluate(
      (element, [methods, set]) => {
        Object.assign(element, set);
        for (const name of methods) {
          const method: unknown = Reflect.get(element, name);
          if (typeof method === 'function') Reflect.apply(method, element, []);
        }
      },
      [names, properties] as const,
    );
  await call(['submit', 'reset']);
  await checkout.fill();
  await call(['submit'], { order });

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toEqual([]);
  expect(await checkout.charges(amount + 500_000)).toHaveLength(1);
});

test.describe('where the proxy cannot be reached', () => {
  test.use({ breaksSomething: true });

  test('the buyer is told; the next press asks for the shop, and the page finds the payment', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await page.route('**/api/config', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/config'),
    );
    await page.goto(checkout.shopUrl());
    await failed;
    await checkout.pay();
    await expect(checkout.alert).toContainText('Não conseguimos falar com a loja.');

    await page.unroute('**/api/config');
    await page.route(/\/api\/checkout\//, async (route) => {
      await fetchFor(route);
      await route.abort();
    });
    await checkout.payButton.click();
    await expect.poll(() => checkout.requests()).toHaveLength(1);
    await checkout.waitThroughPauses('Não pague de novo');

    await page.unroute(/\/api\/checkout\//);
    await checkout.waitThroughPauses('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });
});
