import { closeOrder } from '@card-checkout/server';
import { expect, test } from '../support/test.ts';

// The element reports the closed order in the console.
test.use({ breaksSomething: true });

const closed = 'Este pedido já foi encerrado. Nada foi cobrado.';
const merchantKey = 'sandbox-merchant-key-of-32-bytes-or-more';

test('a page of an order that the shop has closed shows no form', async ({ checkout, demo }) => {
  const order = `closed-${checkout.amount}`;
  await closeOrder(order, { proxyUrl: demo.urls.proxy, merchantKey });

  await checkout.page.goto(checkout.shopUrl({ order }));

  await expect(checkout.alert).toHaveText(closed);
  await expect(checkout.number).toBeHidden();
});

test('an order that is closed while the buyer types is not charged', async ({ checkout, demo }) => {
  const order = `closed-${checkout.amount}`;
  await checkout.open({ order, 'three-ds': 'off' });
  await checkout.fill();
  await closeOrder(order, { proxyUrl: demo.urls.proxy, merchantKey });

  await checkout.payButton.click();

  await expect(checkout.alert).toHaveText(closed);
  expect(await demo.charges(checkout.amount)).toEqual([]);
});
