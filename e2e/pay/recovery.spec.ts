import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

// A browser writes every answer of 400 and above to its console.
test.use({ breaksSomething: true });

const approved = 'Pagamento aprovado.';
const doNotPayAgain = 'Não pague de novo';

test.describe('a 5xx', () => {
  // A proxy of their own: how soon earlier postbacks came decides whether it sends again.
  test.use({ proxyEnvironment: {} });

  test('a payment that was answered 502 is sent again, and support hears of the doubt', async ({
    checkout,
  }) => {
    await checkout.open();
    await checkout.pay({ holder: 'ERROR_502_ONCE' });

    await expect(checkout.inner).toContainText(approved);
    expect(await checkout.charges()).toHaveLength(1);
    expect(await checkout.requests()).toHaveLength(2);
    await expect
      .poll(() => checkout.notices())
      .toEqual([
        'alarm.possible_duplicate_charge: approved',
        'payment.approved: approved',
        'payment.postback: approved',
      ]);
  });

  test('after four 5xx without a proof the buyer is told, and cannot pay again', async ({
    checkout,
    page,
  }) => {
    const askTheShop = 'Confirme com a loja se ele foi feito';
    await checkout.open({ order: `silent-${checkout.amount}` });
    await checkout.pay({ holder: 'CHARGED_THEN_500_SILENT' });

    await expect(checkout.alert).toContainText(askTheShop);
    await expect(checkout.payButton).toHaveCount(0);
    await expect
      .poll(() => checkout.notices())
      .toEqual(['alarm.possible_charge: failed', 'payment.failed: failed']);

    await page.reload();
    await expect(checkout.alert).toContainText(askTheShop);
    await expect(checkout.payButton).toHaveCount(0);

    await checkout.reloadAsStranger();
    await checkout.pay();
    await expect(checkout.alert).toContainText(askTheShop);
    // Without any proof the service's documentation is followed, and with it the charges.
    expect(await checkout.charges()).toHaveLength(4);
  });
});

test('a pending payment is waited for, and its postback shows without a reload', async ({
  checkout,
  page,
}) => {
  await page.route('**/api/checkout/', (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: 'wait=0' } }),
  );
  const release = await hold(page, '**/api/checkout/*-*');
  await checkout.open();
  await checkout.pay({ holder: 'PENDING' });
  await expect(checkout.status).toContainText('Verificando o pagamento');
  release();

  await expect(checkout.inner).toContainText(approved);
  expect(await checkout.charges()).toHaveLength(1);
  await expect
    .poll(() => checkout.notices())
    .toEqual([
      'payment.approved: approved',
      'payment.postback: approved',
      'payment.processing: processing',
    ]);
});

test('after an answer that was cut off the buyer is told not to pay again, and cannot', async ({
  checkout,
  page,
}) => {
  await checkout.open({ order: `reset-${checkout.amount}` });
  await checkout.pay({ holder: 'RESET' });
  await expect(checkout.inner).toContainText(doNotPayAgain);
  await expect(checkout.payButton).toHaveCount(0);
  await expect
    .poll(() => checkout.notices())
    .toEqual(['alarm.outcome_unknown: unknown', 'payment.unknown: unknown']);

  await page.reload();
  await expect(checkout.inner).toContainText(doNotPayAgain);
  await expect(checkout.payButton).toHaveCount(0);

  await checkout.reloadAsStranger();
  await checkout.pay();
  await expect(checkout.inner).toContainText(doNotPayAgain);
  expect(await checkout.requests()).toHaveLength(1);
});

test('a charge whose answer was cut off shows once its postback has come, also after a move', async ({
  checkout,
  page,
}) => {
  await page.clock.install();
  await checkout.open({ order: `cut-off-${checkout.amount}` });
  await checkout.pay({ holder: 'CHARGED_THEN_RESET' });
  await expect(checkout.inner).toContainText(doNotPayAgain);
  await expect
    .poll(() => checkout.notices())
    .toEqual([
      'alarm.late_charge: approved',
      'alarm.outcome_unknown: unknown',
      'payment.approved: approved',
      'payment.postback: approved',
      'payment.unknown: unknown',
    ]);
  await checkout.element.evaluate((element) => element.parentElement?.append(element));
  await checkout.waitThroughPauses(approved);

  await checkout.reloadAsStranger();
  await checkout.pay();
  await expect(checkout.inner).toContainText(approved);
  expect(await checkout.requests()).toHaveLength(1);
  expect(await checkout.charges()).toHaveLength(1);
});

test('the proxy is killed while the service works: the page ends with the truth', async ({
  checkout,
  demo,
  page,
}) => {
  await page.clock.install();
  await checkout.open();
  await checkout.pay({ holder: 'SLOW_8S' });
  await expect.poll(() => checkout.charges()).toHaveLength(1);
  const startAgain = await demo.killProxy();
  await startAgain();
  await checkout.waitThroughPauses(approved);

  expect(await checkout.requests()).toHaveLength(1);
  expect(await checkout.charges()).toHaveLength(1);
});
