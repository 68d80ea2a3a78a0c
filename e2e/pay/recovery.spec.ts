import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

// A browser writes every answer of 400 and above to its console.
test.use({ breaksSomething: true });

const approved = 'Pagamento aprovado.';
const doNotPayAgain = 'Não pague de novo';
const inProgress = 'Um pagamento deste pedido ainda está em andamento.';

test('a charge that was answered 500 is found by its postback, and not made again', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.pay({ holder: 'CHARGED_THEN_500' });

  await expect(checkout.element).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
  expect(await checkout.requests()).toHaveLength(1);
  await expect.poll(() => checkout.notices()).toEqual(['payment.postback: approved']);
});

test('a payment that was answered 502 is sent again, and support hears of the doubt', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.pay({ holder: 'ERROR_502_ONCE' });

  await expect(checkout.element).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
  expect(await checkout.requests()).toHaveLength(2);
  await expect
    .poll(() => checkout.notices())
    .toEqual(['alarm.possible_duplicate_charge: approved', 'payment.postback: approved']);
});

for (const holder of ['ERROR_500', 'HTML_502']) {
  test(`${holder}: after four tries the buyer is told, and cannot pay again`, async ({
    checkout,
  }) => {
    await checkout.open({ order: `${holder}-${checkout.amount}` });
    await checkout.pay({ holder });

    await expect(checkout.alert).toContainText('Confirme com a loja se ele foi feito');
    await expect(checkout.payButton).toHaveCount(0);
    expect(await checkout.requests()).toHaveLength(4);
    await expect.poll(() => checkout.notices()).toEqual(['alarm.possible_charge: failed']);

    await checkout.reloadAsStranger();
    await checkout.pay();
    await expect(checkout.alert).toContainText(inProgress);
    expect(await checkout.requests()).toHaveLength(4);
    expect(await checkout.charges()).toEqual([]);
  });
}

test('a service that charges, answers 500 and says nothing is told to support', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.pay({ holder: 'CHARGED_THEN_500_SILENT' });

  await expect(checkout.alert).toContainText('Confirme com a loja se ele foi feito');
  // Without any proof the service's documentation is followed, and with it the charges.
  expect(await checkout.charges()).toHaveLength(4);
  await expect.poll(() => checkout.notices()).toEqual(['alarm.possible_charge: failed']);
});

test('a pending payment is waited for, and its postback shows without a reload', async ({
  checkout,
  page,
}) => {
  await page.route('**/api/checkout/', (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: 'wait=0' } }),
  );
  const release = await hold(page, '**/api/checkout/?*');
  await checkout.open();
  await checkout.pay({ holder: 'PENDING' });
  await expect(checkout.status).toContainText('Aguardando o banco');
  release();

  await expect(checkout.element).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
  await expect.poll(() => checkout.notices()).toEqual(['payment.postback: approved']);
});

for (const holder of ['HANG', 'RESET']) {
  test(`${holder}: the buyer is told not to pay again, and cannot`, async ({ checkout }) => {
    await checkout.open({ order: `${holder}-${checkout.amount}` });
    await checkout.pay({ holder });

    await expect(checkout.element).toContainText(doNotPayAgain);
    await expect(checkout.payButton).toHaveCount(0);
    await expect.poll(() => checkout.notices()).toEqual(['alarm.outcome_unknown: unknown']);

    await checkout.reloadAsStranger();
    await checkout.pay();
    await expect(checkout.alert).toContainText(inProgress);
    expect(await checkout.requests()).toHaveLength(1);
    expect(await checkout.charges()).toEqual([]);
  });
}

test('a charge whose answer was cut off shows once its postback has come', async ({ checkout }) => {
  await checkout.open({ order: `cut-off-${checkout.amount}` });
  await checkout.pay({ holder: 'CHARGED_THEN_RESET' });
  await expect(checkout.element).toContainText(doNotPayAgain);

  await expect(checkout.element).toContainText(approved);
  await expect
    .poll(() => checkout.notices())
    .toEqual([
      'alarm.late_charge: approved',
      'alarm.outcome_unknown: unknown',
      'payment.postback: approved',
    ]);

  await checkout.reloadAsStranger();
  await checkout.pay();
  await expect(checkout.alert).toHaveText('Este pedido já foi pago.');
  expect(await checkout.requests()).toHaveLength(1);
  expect(await checkout.charges()).toHaveLength(1);
});

test('the proxy is killed while the service works: the page ends with the truth', async ({
  checkout,
  demo,
}) => {
  await checkout.open();
  await checkout.pay({ holder: 'SLOW_8S' });
  await expect.poll(() => checkout.charges()).toHaveLength(1);
  const startAgain = await demo.killProxy();
  await startAgain();

  await expect(checkout.element).toContainText(approved);
  expect(await checkout.requests()).toHaveLength(1);
  expect(await checkout.charges()).toHaveLength(1);
});

test('the proxy is killed and stays away: the next press finds the payment', async ({
  checkout,
  demo,
  page,
}) => {
  await page.clock.install();
  await checkout.open();
  await checkout.pay({ holder: 'HANG' });
  await expect.poll(() => checkout.requests()).toHaveLength(1);
  const startAgain = await demo.killProxy();
  await checkout.waitThroughPauses('Não conseguimos falar com a loja.');
  await startAgain();
  await checkout.securityCode.fill('123');
  await checkout.payButton.click();

  await expect(checkout.element).toContainText(doNotPayAgain);
  expect(await checkout.requests()).toHaveLength(1);
});
