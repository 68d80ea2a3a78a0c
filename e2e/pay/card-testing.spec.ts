import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

test.use({
  // Browsers log every response of 400 and above.
  breaksSomething: true,
  proxyEnvironment: { BREAKER_DECLINED_PERCENT: '1' },
});

const noProof =
  'Não foi possível confirmar este cartão com o banco. Nada foi cobrado. Tente de novo';

test('while many payments are declined, only authenticated cards pay', async ({ checkout }) => {
  await checkout.open({ 'three-ds': 'preferred' });
  await checkout.pay({ holder: 'RISK' });
  await expect(checkout.alert).toContainText('O pagamento não foi autorizado.');

  await test.step('the buyer reads that the bank could not confirm the card', async () => {
    await checkout.pay({ number: cards.notEnrolled });
    await expect(checkout.alert).toContainText(noProof);
    await checkout.skipThreeDS();
    await checkout.pay();
    await expect(checkout.alert).toContainText(noProof);
    expect(await checkout.charges()).toEqual([]);
  });

  await test.step('an authenticated card pays', async () => {
    await checkout.element.evaluate((element) => element.setAttribute('three-ds', 'preferred'));
    await checkout.pay();
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
  });
  expect(await checkout.charges()).toMatchObject([{ eci: '05' }]);
});
