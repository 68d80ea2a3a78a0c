import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

const notCompleted = 'A autenticação com o banco não foi concluída.';
const unavailable = 'Não foi possível confirmar este cartão com o banco.';

test('a wrong code at the bank stops the payment', async ({ checkout }) => {
  await checkout.open();
  await checkout.pay({ number: cards.challenge });
  await checkout.answerBank('9999');

  await expect(checkout.alert).toContainText(notCompleted);
  await expect(checkout.challenge).toHaveCount(0);
  expect(await checkout.charges()).toEqual([]);
});

for (const [how, cancel] of [
  ['the button', 'button'],
  ['Escape', 'Escape'],
] as const) {
  test(`${how} cancels the challenge; the form is kept and pays the next time`, async ({
    checkout,
    page,
  }) => {
    await checkout.open();
    await checkout.pay({ number: cards.challenge });
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    if (cancel === 'Escape') await page.keyboard.press('Escape');
    else await checkout.challenge.getByRole('button', { name: 'Cancelar' }).click();

    await expect(checkout.alert).toContainText('Você cancelou a confirmação');
    await expect(checkout.challenge).toHaveCount(0);
    await expect(checkout.securityCode).toHaveValue('123');
    expect(await checkout.charges()).toEqual([]);

    await checkout.payButton.click();
    await checkout.answerBank('1234');
    await expect(checkout.element).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });
}

test('a challenge is over 90 s after the click, nothing of it is left, and another card pays', async ({
  checkout,
  page,
}) => {
  await page.clock.install();
  await checkout.open();
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await page.clock.fastForward(90_000);

  await expect(checkout.alert).toContainText('O banco demorou demais');
  await expect(page.locator('card-checkout iframe')).toHaveCount(0);
  expect(await checkout.charges()).toEqual([]);
  await checkout.pay();
  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('a page can give the bank more time', async ({ checkout, page }) => {
  await page.clock.install();
  await checkout.open();
  await checkout.element.evaluate((element) => {
    element.setAttribute('three-ds-timeout-ms', '300000');
  });
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await page.clock.fastForward(290_000);
  await checkout.answerBank('1234');

  await expect(checkout.element).toContainText('Pagamento aprovado.');
});

test('the token has 10 s', async ({ checkout, page }) => {
  await page.clock.install();
  await checkout.open({ fault: 'token-slow' });
  const asked = page.waitForRequest('**/api/3ds/token/**');
  await checkout.pay();
  await asked;
  await page.clock.fastForward(10_000);

  await expect(checkout.alert).toContainText(unavailable);
  expect(await checkout.charges()).toEqual([]);
});

test('the buyer can cancel before the challenge shows', async ({ checkout, page }) => {
  await checkout.open({ fault: 'token-slow' });
  const asked = page.waitForRequest('**/api/3ds/token/**');
  await checkout.pay();
  await asked;
  await checkout.cancelButton.click();

  await expect(checkout.alert).toContainText('Você cancelou a confirmação');
});

test('a card that is not enrolled pays where authentication is preferred', async ({ checkout }) => {
  await checkout.open({ 'three-ds': 'preferred' });
  await checkout.pay({ number: cards.notEnrolled });

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect((await checkout.charges()).map(({ eci }) => eci)).toEqual([undefined]);
});

test('without authentication a credit card is paid at once', async ({ checkout, page }) => {
  const tokens: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/3ds/token/')) tokens.push(request.url());
  });
  await checkout.open({ 'three-ds': 'off' });
  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(tokens).toEqual([]);
});

test('the fraud script is slow: the payment waits 4 s and goes on', async ({ checkout, page }) => {
  await page.clock.install();
  const asked = page.waitForRequest('**/x.js**');
  await checkout.open({ fraud: 'slow' });
  await asked;
  await checkout.pay();
  await expect(checkout.status).toContainText('Preparando o pagamento');
  await page.clock.fastForward(4_000);

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test.describe('where something is broken', () => {
  test.use({ breaksSomething: true });

  for (const fault of ['token-500', 'token-spent'] as const) {
    test(`${fault}: the buyer may try again`, async ({ checkout }) => {
      await checkout.open({ fault });
      await checkout.pay();

      await expect(checkout.alert).toContainText(unavailable);
      await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
      expect(await checkout.charges()).toEqual([]);
    });
  }

  test("a provider's script that never answers is given up after 20 s", async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await checkout.open({ fault: 'script-silent' });
    const loaded = page.waitForResponse('**/Scripts/BP.Mpi*');
    await checkout.pay();
    await loaded;
    await expect(checkout.cancelButton).toBeVisible();
    await page.clock.fastForward(20_000);

    await expect(checkout.alert).toContainText(unavailable);
  });

  test('the fraud script is blocked: the payment goes on', async ({ checkout }) => {
    await checkout.open({ fraud: 'blocked' });
    await checkout.pay();

    await expect(checkout.element).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });
});
