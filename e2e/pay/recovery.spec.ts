import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

// Browsers log every response of 400 and above.
test.use({ breaksSomething: true });

const approved = 'Pagamento aprovado.';
const doNotPayAgain = 'Não pague de novo:';

test.describe('a 5xx', () => {
  // A separate proxy, since earlier postbacks decide whether it retries.
  test.use({ proxyEnvironment: {} });

  test('a payment answered with 502 is retried, and support is told of the doubt', async ({
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

  test('after four 5xx without proof, the buyer is told and can’t pay again', async ({
    checkout,
    page,
  }) => {
    await checkout.open({ order: `silent-${checkout.amount}` });
    await checkout.pay({ holder: 'CHARGED_THEN_500_SILENT' });

    await expect(checkout.inner).toContainText(doNotPayAgain);
    await expect(checkout.payButton).toHaveCount(0);
    await expect
      .poll(() => checkout.notices())
      .toEqual(['alarm.outcome_unknown: unknown', 'payment.unknown: unknown']);

    await page.reload();
    await expect(checkout.inner).toContainText(doNotPayAgain);
    await expect(checkout.payButton).toHaveCount(0);

    await checkout.reloadAsStranger();
    await expect(checkout.inner).toContainText(doNotPayAgain);
    // Without proof, the proxy follows the API's documentation and causes these charges.
    expect(await checkout.charges()).toHaveLength(4);
  });
});

test('the form waits for a pending payment, and shows its postback without a reload', async ({
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

test('after a lost answer, the buyer is told not to pay again, and can’t', async ({
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
  await expect(checkout.inner).toContainText(doNotPayAgain);
  await page.reload();
  await expect(checkout.inner).toContainText(doNotPayAgain);
  await expect(checkout.payButton).toHaveCount(0);
  expect(await checkout.requests()).toHaveLength(1);
});

test('a charge with a lost answer shows after its postback, even after a move', async ({
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
  await expect(checkout.inner).toContainText(approved);
  expect(await checkout.requests()).toHaveLength(1);
  expect(await checkout.charges()).toHaveLength(1);
});

test('if the proxy is killed during a payment, the page still shows the real outcome', async ({
  checkout,
  demo,
  page,
}) => {
  // The start of a program has a limit of its own.
  test.setTimeout(90_000);
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
