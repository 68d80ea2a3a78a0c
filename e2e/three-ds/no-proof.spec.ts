import { afterFirstFrame } from '../support/routes.ts';
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

test('a lost file of the form is requested from another address', async ({ checkout }) => {
  await checkout.open({ fault: 'file-lost' });
  await checkout.pay();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toMatchObject([{ eci: '05' }]);
});

test('a file that never loads stops the payment, and the next press pays', async ({
  checkout,
  page,
}) => {
  await page.route(afterFirstFrame, (route) => route.fulfill({ status: 404 }));
  await page.clock.install();
  await page.goto(checkout.shopUrl({ 'three-ds': 'preferred' }));
  await checkout.pay();
  await checkout.waitThroughPauses('Atualize a página e tente de novo.');
  expect(await checkout.charges()).toEqual([]);
  await page.unroute(afterFirstFrame);
  await checkout.payButton.click();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toMatchObject([{ eci: '05' }]);
});
