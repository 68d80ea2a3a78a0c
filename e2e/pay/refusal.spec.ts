import { buyer, cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

// A browser writes every answer of 400 and above to its console.
test.use({ breaksSomething: true });

const declined = 'O pagamento não foi autorizado. Tente outro cartão ou fale com o banco emissor.';

test('a refusal for risk looks like any other, in the page and on the wire', async ({
  checkout,
  page,
}) => {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/checkout')) answers.push(response.text());
  });
  await checkout.open();
  await checkout.pay({ holder: 'RISK' });

  await expect(checkout.alert).toHaveText(declined);
  const seen = [...(await Promise.all(answers)), await checkout.element.innerText()].join('\n');
  expect(seen).toContain('"declined"');
  expect(seen).not.toMatch(/risco|risk|fraud/i);
  expect(await checkout.charges()).toEqual([]);
});

test('a decline keeps what was typed, but for the security code, and another card pays', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.pay({ holder: 'RISK' });
  await expect(checkout.alert).toHaveText(declined);

  await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
  await expect(checkout.document).toHaveValue(buyer.document);
  await expect(checkout.securityCode).toHaveValue('');
  await checkout.pay({ number: cards.challengeMastercard });
  await checkout.answerBank('1234');
  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('the payments service answers 429 once and the payment goes through', async ({ checkout }) => {
  await checkout.open();
  await checkout.pay({ holder: 'LIMIT_ONCE' });

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

for (const [holder, sentence] of [
  ['LIMIT', 'agora. Tente de novo em alguns minutos.'],
  ['SELLER', 'Entre em contato com a loja.'],
] as const) {
  test(`${holder}: the buyer reads a plain sentence and is not charged`, async ({ checkout }) => {
    await checkout.open();
    await checkout.pay({ holder });

    await expect(checkout.alert).toContainText(sentence);
    expect(await checkout.charges()).toEqual([]);
  });
}

test('the proxy is down: the buyer is told, and can pay when it is back', async ({
  checkout,
  page,
}) => {
  await page.clock.install();
  await checkout.open();
  await page.route('**/api/checkout/', (route) => route.abort());
  await checkout.pay();
  await checkout.waitThroughPauses('Não conseguimos falar com a loja.');

  await page.unroute('**/api/checkout/');
  await checkout.pay();
  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('an order that has expired is not charged', async ({ checkout }) => {
  await checkout.open({ expires: -60 });
  await checkout.pay();

  await expect(checkout.alert).toContainText('Este pedido não pode mais ser pago aqui.');
  expect(await checkout.charges()).toEqual([]);
});

test('an order that is paid is not paid again from another browser', async ({ checkout }) => {
  const order = `two-tabs-${checkout.amount}`;
  await checkout.open({ order });
  await checkout.pay();
  await expect(checkout.element).toContainText('Pagamento aprovado.');
  await checkout.reloadAsStranger();
  await checkout.pay();

  await expect(checkout.alert).toHaveText('Este pedido já foi pago.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('the proxy was down while the page loaded: the next press finds it', async ({
  checkout,
  page,
}) => {
  await page.route('**/api/config', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/api/config'),
  );
  await page.goto(checkout.shopUrl());
  await failed;
  await checkout.pay();
  await expect(checkout.alert).toContainText('Não conseguimos falar com a loja.');

  await page.unroute('**/api/config');
  await checkout.payButton.click();
  await expect(checkout.element).toContainText('Pagamento aprovado.');
});
