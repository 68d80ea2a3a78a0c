import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

test.use({ isolated: true, proxyEnvironment: { THREE_DS_FRAME_ORIGIN: '' } });

test('a challenge also works without a separate host for the provider', async ({
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
