import { fetchFor } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test('after submit() and reset() at once, submit() pays the order just set', async ({
  checkout,
  page,
}) => {
  test.skip(checkout.isIsolated, 'the buyer has to confirm; see `isolated/order-swap.spec.ts`');
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

test.describe('if the proxy can’t be reached', () => {
  test.use({ breaksSomething: true });

  test('the buyer is told, and a page finds its payment after a lost answer', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    const unreachable = /:\d+\/(api\/order|widget\/integrity\.json|)$/;
    const answersNothing = (url: URL): boolean =>
      url.origin !== new URL(checkout.shopUrl()).origin && unreachable.test(url.href);
    await page.route(answersNothing, async (route) => route.abort());
    await page.goto(checkout.shopUrl());
    await checkout.waitThroughPauses('Não conseguimos falar com a loja.');
    await expect(checkout.payButton).toBeHidden();

    await page.unroute(answersNothing);
    await expect(async () => {
      await page.clock.fastForward(2_000);
      await expect(checkout.payButton).toBeVisible({ timeout: 100 });
    }).toPass({ intervals: [50] });
    let isSent = false;
    await page.route(/\/api\/(checkout\/|order$)/, async (route) => {
      isSent ||= route.request().method() === 'POST';
      if (!isSent) return route.fallback();
      await fetchFor(route);
      return route.abort();
    });
    await checkout.pay();
    await expect.poll(() => checkout.requests()).toHaveLength(1);
    await checkout.waitThroughPauses('Não pague de novo:');

    await page.unroute(/\/api\/(checkout\/|order$)/);
    await checkout.waitThroughPauses('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });
});
