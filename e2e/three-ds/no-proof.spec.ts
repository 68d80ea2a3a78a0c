import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

// `preferred` pays without a proof only if the issuer or the provider said so.
test.use({ breaksSomething: true });

test('a rate-limited API is asked four times for a token, then the payment stops', async ({
  checkout,
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.clock.install();
  await checkout.open({ fault: 'token-429', 'three-ds': 'preferred' });
  await checkout.pay();
  await checkout.waitThroughPauses(
    'Não conseguimos falar com o banco agora. Nada foi cobrado. Tente de novo em alguns minutos.',
  );

  expect(asked.filter((url) => url.includes('/api/3ds/token/'))).toHaveLength(4);
  expect(await checkout.charges()).toEqual([]);
});

test.describe('where the proxy requires a proof', () => {
  test.use({ proxyEnvironment: { THREE_DS: 'required' } });

  test('a page that asks for none gets the same form', async ({ checkout }) => {
    await checkout.open({ 'three-ds': 'off' });
    await checkout.pay({ number: cards.notEnrolled });
    await expect(checkout.alert).toContainText('Não foi possível confirmar este cartão');
    expect(await checkout.requests()).toEqual([]);

    await checkout.pay();
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toMatchObject([{ eci: '05' }]);
  });
});
