import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

test.use({ isolated: true, proxyEnvironment: { THREE_DS_FRAME_ORIGIN: '' } });

test('without a host of its own for the provider, a challenge is passed all the same', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await checkout.pay({ number: cards.challenge });
  await checkout.answerBank('1234');
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
  await expect(page.locator('iframe')).toHaveCount(1);
});
