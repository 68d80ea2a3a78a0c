import { isPayment } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test('requested details are required, unless the page provides them', async ({
  checkout,
  page,
}) => {
  await checkout.open({ ask: 'all' });
  await checkout.fill();
  await checkout.payButton.click();
  const summary = checkout.inner.getByRole('group', { name: 'Confira' });
  await expect(summary.getByRole('link')).toHaveText([
    'E-mail',
    'Telefone',
    'CEP',
    'Rua',
    'Número',
    'Bairro',
    'Cidade',
    'UF',
  ]);
  await expect(checkout.inner.getByLabel('E-mail')).toBeFocused();
  await expect(checkout.inner.getByLabel('E-mail')).toHaveAccessibleDescription(
    'Informe o e-mail.',
  );
  await expect(checkout.inner.getByLabel('UF')).toHaveAccessibleDescription('Escolha a UF.');
  await checkout.inner.getByLabel('UF').selectOption('SP');
  await expect(checkout.inner.getByLabel('UF')).toHaveAccessibleDescription('');
  await expect(summary.getByRole('link', { name: 'UF' })).toHaveCount(0);
  await checkout.inner.getByLabel('CEP').fill('0410100');
  await checkout.inner.getByLabel('Rua').focus();
  await expect(checkout.inner.getByLabel('CEP')).toHaveAccessibleDescription(
    'O CEP tem 8 dígitos.',
  );

  await checkout.inner.getByLabel('CEP').fill('04101000');

  const payer = {
    email: 'maria@exemplo.com.br',
    phone: '11987654321',
    address: { street: 'A', number: '1', district: 'B', city: 'C', state: 'SP' },
  };
  await page.evaluate(
    (known) => Object.assign(document.querySelector('card-checkout') ?? {}, { payer: known }),
    payer,
  );
  await expect(checkout.inner.getByLabel('E-mail')).toHaveCount(0);
  await expect(checkout.inner.getByLabel('CEP')).toHaveValue('04101-000');
  const sent = page.waitForRequest(isPayment);
  await checkout.payButton.click();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  const address = { ...payer.address, zipCode: '04101000' };
  expect((await sent).postDataJSON()).toMatchObject({ payer: { ...payer, address } });
});
