import { buyer, cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

test('a frictionless payment is approved and charged once, with its proof', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toMatchObject([
    { amount: checkout.amount, first6: '400000', last4: '2701', eci: '05', installments: 1 },
  ]);
});

test("the shop's default cart is charged to the centavo", async ({ checkout, demo, page }) => {
  const before = await checkout.charges(12_990);
  await page.goto(demo.urls.shop);
  await expect(checkout.payButton).toHaveText('Pagar R$\u00A0129,90');
  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges(12_990)).toHaveLength(before.length + 1);
});

for (const card of ['challenge', 'challengeMastercard', 'challengeElo'] as const) {
  test(`${card}: the right code at the bank approves the payment`, async ({ checkout }) => {
    await checkout.open();
    await checkout.pay({ number: cards[card] });
    await expect(checkout.challenge).toBeVisible();
    await checkout.answerBank('1234');

    await expect(checkout.element).toContainText('Pagamento aprovado.');
    await expect(checkout.challenge).toHaveCount(0);
    expect(await checkout.charges()).toHaveLength(1);
  });
}

test('the chosen installments reach the payments service', async ({ checkout }) => {
  await checkout.open();
  await checkout.fill();
  await checkout.installments.selectOption('3');
  await checkout.payButton.click();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toMatchObject([{ installments: 3 }]);
});

test('a double click pays once', async ({ checkout }) => {
  await checkout.open();
  await checkout.fill();
  await checkout.payButton.dblclick();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('Enter in a field pays', async ({ checkout, page }) => {
  await checkout.open();
  await checkout.fill();
  await page.keyboard.press('Enter');

  await expect(checkout.element).toContainText('Pagamento aprovado.');
});

test('debit is authenticated and paid as debit', async ({ checkout, page }) => {
  await checkout.open({ kinds: 'credit debit', 'three-ds': 'off' });
  await page.getByLabel('Débito').check();
  await expect(checkout.installments).toHaveCount(0);
  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toMatchObject([{ paymentMethod: 'debit', eci: '05' }]);
});

test('a payment that takes longer than the proxy holds a request open is followed', async ({
  checkout,
  page,
}) => {
  await page.route('**/api/checkout/', (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: 'wait=0' } }),
  );
  await checkout.open();
  await checkout.pay({ holder: 'LIMIT_ONCE' });

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('the element tells the page every stage, and nothing of the card', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await page.evaluate(() => {
    const heard: unknown[] = [];
    Object.assign(window, { heard });
    for (const name of ['step', 'approved', 'declined', 'error', 'pending', 'change']) {
      document.addEventListener(`checkout-${name}`, (event) => {
        const fields = Object.entries(event).filter(([key]) => key !== 'isTrusted');
        heard.push([event.type, Object.fromEntries(fields)]);
      });
    }
  });
  await checkout.pay();
  await expect(checkout.element).toContainText('Pagamento aprovado.');

  const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')));
  const stages = [...heard.matchAll(/"step":"(\w+)"(?:,"outcome":"(\w+)")?/g)];
  expect(stages.map(([, step, outcome = 'begins']) => `${step} ${outcome}`)).toEqual([
    'fraud begins',
    'fraud completed',
    'token begins',
    'token completed',
    'challenge begins',
    'challenge authenticated',
    'submit begins',
    'submit approved',
  ]);
  expect(heard).toContain('"checkout-approved"');
  expect(heard).toContain('"brand":"visa"');
  expect(heard).not.toContain(buyer.number);
  expect(heard).not.toContain('"123"');
});
