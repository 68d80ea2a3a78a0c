import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

/** R$ 1.299,00 in twelve installments at 1.99% per month. */
const amount = 129_900;
const total = 147_312;

test('buyer, bank and ledger see the cost of the chosen plan', async ({ checkout, page }) => {
  const before = await checkout.charges(total);
  await checkout.open({ amount, plans: 1, order: `plan-${checkout.amount}` });
  await expect(checkout.installments.locator('option')).toHaveText([
    '1x de R$ 1.299,00 à vista',
    '3x de R$ 433,00 sem juros',
    '12x de R$ 122,76 com juros (R$ 1.473,12)',
  ]);
  await checkout.fill();
  await checkout.number.fill(cards.challenge);
  await checkout.installments.selectOption('12');
  await expect(checkout.installments).toHaveAccessibleDescription(
    'Total: R$ 1.473,12. Juros: 1,99% ao mês, 26,68% ao ano. CET (custo efetivo total): 26,68% ao ano. Financiado por Banco Exemplo. Preço à vista: R$ 1.299,00.',
  );
  // Its line breaks are visible, so the template's must not be in it.
  const details = checkout.inner.locator('#installments-details');
  expect(await details.evaluate(({ textContent }) => textContent)).toMatch(
    /^Total: [^]+1\.299,00\.$/,
  );
  await expect(checkout.payButton).toHaveText('Pagar em 12x de R$ 122,76');
  await checkout.payButton.click();
  await expect(checkout.bank.getByText('R$ 1.473,12')).toBeVisible();
  await checkout.answerBank('1234');

  await expect(checkout.inner).toContainText('Você pagou R$ 1.473,12.');
  const result = checkout.inner.getByRole('group', { name: 'Pagamento aprovado.' });
  await expect(result).toBeFocused();
  await expect(result, 'a pointer needs no outline').toHaveCSS('outline-style', 'none');
  const charges = await checkout.charges(total);
  expect(charges.slice(before.length)).toMatchObject([{ installments: 12 }]);
  await page.reload();
  await expect(checkout.inner).toContainText('Você pagou R$ 1.473,12.');
});

test('a buyer who is faster than the form’s later files pays the amount of the first frame', async ({
  checkout,
  page,
}) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(checkout.shopUrl());
  await checkout.fill();
  await expect(checkout.payButton).toHaveText(/Pagar R\$/);
  await checkout.payButton.click();
  await page.clock.resume();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toMatchObject([{ installments: 1 }]);
});

test('debit is authenticated in every mode and costs the order’s amount', async ({ checkout }) => {
  await checkout.open({ plans: 1, kinds: 'credit debit', 'three-ds': 'off' });
  await checkout.installments.selectOption('12');
  await checkout.inner.getByLabel('Débito').check();
  await expect(checkout.installments).toHaveCount(0);
  await checkout.pay();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toMatchObject([
    { paymentMethod: 'debit', eci: '05', installments: 1 },
  ]);
});

test('a choice that a new order doesn’t offer is reset, and the buyer is told', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.installments.selectOption('12');
  const page = await fetch(checkout.shopUrl({ installments: 3 }));
  const order = / order="([^"]+)"/.exec(await page.text())?.[1] ?? '';

  await checkout.element.evaluate((element, token) => element.setAttribute('order', token), order);

  await expect(checkout.installments).toHaveValue('1');
  await expect(checkout.inner).toContainText('O parcelamento mudou. Confira as parcelas.');
});

test('in Spanish, labels and amounts are Spanish, too', async ({ checkout }) => {
  await checkout.open({ amount, plans: 1, locale: 'es' });

  for (const label of [
    'Número de la tarjeta',
    'Vencimiento',
    'Nombre en la tarjeta',
    'Código de seguridad',
    'CPF o CNPJ',
  ]) {
    await expect(checkout.inner.getByLabel(label)).toBeVisible();
  }
  await expect(checkout.inner.getByLabel('Cuotas').locator('option')).toContainText([
    '1 pago de R$ 1.299,00 al contado',
    '3 cuotas de R$ 433,00 sin interés',
    '12 cuotas de R$ 122,76 con interés',
  ]);
  await expect(checkout.payButton).toHaveText('Pagar R$ 1.299,00');
});
