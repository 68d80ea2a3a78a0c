import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signOrder } from '@card-checkout/server';
import { expect, test } from '../support/test.ts';

const FONT_FILE = join(mkdtempSync(join(tmpdir(), 'card-checkout-font-')), 'brand.woff2');
// The signature without a font, which the browser reports in the console.
writeFileSync(FONT_FILE, 'wOF2');

test.use({
  isolated: true,
  breaksSomething: true,
  proxyEnvironment: {
    FONT_FILE,
    DECLINED_URL: 'https://loja.example/pix',
    HELP_TEXT: 'Fale com a loja:',
    HELP_URL: 'https://loja.example/ajuda',
  },
});

test('the isolated form shows the shop’s font, the order’s description and the shop’s help', async ({
  checkout,
  demo,
  page,
}) => {
  const claims = { amount: checkout.amount, description: 'Plano anual', statementName: 'LOJA*X' };
  const order = (sub: string) => signOrder({ sub, ...claims }, demo.secrets.orderSecret);
  const font = page.waitForResponse(/\/widget\/font-[\da-f]{8}\.woff2$/);
  const set = (token: string) =>
    checkout.element.evaluate((element, value) => element.setAttribute('order', value), token);
  await checkout.open({ 'three-ds': 'off' });
  expect((await font).status()).toBe(200);
  await expect(checkout.payButton).toHaveCSS('font-family', /^shop, /);
  await set(await order('content-1'));
  await expect(checkout.inner).toContainText('Plano anual');
  await expect(checkout.inner).toContainText('Na fatura: LOJA*X');
  const trust = 'A loja não vê nem guarda o número do seu cartão.';
  await expect(checkout.inner).toContainText(trust);
  await checkout.pay({ holder: 'REFUSED' });
  const other = checkout.inner.getByRole('link', { name: 'Outras formas de pagamento' });
  await expect(other).toHaveAttribute('href', 'https://loja.example/pix');
  await checkout.inner.getByRole('button', { name: 'Usar outro cartão' }).click();
  await expect(checkout.number).toBeFocused();
  for (const field of [checkout.number, checkout.expiry, checkout.securityCode])
    await expect(field).toHaveValue('');
  await expect(checkout.holder).toHaveValue('REFUSED');
  await expect(checkout.alert).toBeEmpty();
  await checkout.pay();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  await expect(checkout.inner.locator('dl')).toContainText(/Compra\s*Plano anual/);
  await expect(checkout.inner.locator('dl')).toContainText(/Na fatura\s*LOJA\*X/);

  const problem = { type: 'about:blank', title: 'No', status: 401, code: 'order_invalid' };
  await page.route('**/api/checkout/', (route) => route.fulfill({ status: 401, json: problem }));
  await set(await order('content-2'));
  await checkout.pay();

  const help = checkout.inner.getByRole('link', { name: 'loja.example/ajuda' });
  await expect(help).toBeVisible();
  await expect(help).toHaveAttribute('href', 'https://loja.example/ajuda');
  await expect(checkout.inner).toContainText('Fale com a loja:');
});
