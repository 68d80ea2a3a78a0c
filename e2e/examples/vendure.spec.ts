import { freePort } from '@card-checkout/testing/free-port';
import { proxyOf, startExample } from '../../scripts/examples.ts';
import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
test.use({
  isolated: true,
  breaksSomething: true,
  proxyEnvironment: { ...proxyOf(url), THREE_DS: 'required' },
});

test('an order of Vendure is settled once the card is paid, and not by who asks for it', async ({
  checkout,
  demo,
  page,
}) => {
  // Vendure's packages may have to be installed first.
  test.setTimeout(300_000);
  const shop = await startExample('vendure', port, demo);
  await page.goto(url);
  await page.getByRole('button', { name: 'Comprar' }).click();
  await checkout.fill();
  await checkout.number.fill(cards.challenge);
  const ask = async (query: string) => {
    const answer = await page.request.post(`${url}/shop-api`, { data: { query } });
    return JSON.stringify(await answer.json());
  };
  const forged = `mutation { addPaymentToOrder(input: {
    method: "cartao", metadata: { paymentId: "1", orderAmount: 14490 }
  }) { __typename ... on PaymentDeclinedError { paymentErrorMessage } } }`;
  expect(await ask(forged)).toContain('Pay in the form');
  const unsigned = await fetch(`${url}/webhook`, { method: 'POST', body: '{}' });
  expect(unsigned.status).toBe(400);
  expect(await ask('{ activeOrder { state } }')).toContain('ArrangingPayment');

  await checkout.payButton.click();
  await checkout.answerBank('1234');
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  await expect(page.getByRole('status')).toHaveText('PaymentSettled');

  const [charge] = await demo.charges(14_490);
  expect(charge).toMatchObject({ eci: '05' });
  await page.goto('about:blank');
  await shop.stop();
});
