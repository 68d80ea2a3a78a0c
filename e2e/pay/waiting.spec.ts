import { cards } from '../support/checkout-page.ts';
import { answerWith, hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test('the buyer waits for up to three minutes, and is then told not to pay again', async ({
  checkout,
  page,
}) => {
  const waiting = 'Verificando o pagamento… Isso pode levar alguns minutos.';
  await page.clock.install();
  await answerWith(page, 'processing');
  await checkout.open();
  await checkout.fill();
  const told = checkout.element.evaluate(
    (element) =>
      new Promise((resolve) => {
        element.addEventListener('checkout-pending', ({ type }) => resolve(type));
      }),
  );
  await checkout.payButton.click();

  await expect(checkout.status).toContainText(waiting);
  await page.clock.fastForward(178_000);
  await expect(checkout.status).toContainText(waiting);
  await expect(checkout.inner.getByRole('button')).toHaveCount(1);
  await expect(checkout.inner.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  await page.clock.fastForward(2_000);

  await expect(checkout.inner).toContainText('Não pague de novo:');
  await expect(checkout.status).toBeEmpty();
  expect(await told).toBe('checkout-pending');
});

test('after eight seconds the form says that it takes long, and whether something may be charged', async ({
  checkout,
  page,
}) => {
  const slow = 'Está demorando mais que o normal.';
  const inApp = 'Se o banco avisar no aplicativo, aprove lá e volte.';
  await page.clock.install();
  const release = await hold(page, '**/api/checkout/');
  await checkout.open();
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.challenge).toHaveAccessibleDescription(new RegExp(inApp));
  await expect(checkout.challenge.getByText(inApp, { exact: true })).toBeVisible();
  await page.clock.fastForward(8_000);
  await expect(checkout.status).toHaveText(
    `Confirmando com o banco… ${slow} Nada foi cobrado ainda.`,
  );

  await checkout.answerBank('1234');
  await expect(checkout.status).toHaveText('Processando o pagamento… Não feche esta página.');
  await page.clock.fastForward(8_000);
  await expect(checkout.status).toContainText(`Não feche esta página. ${slow} Não pague de novo.`);
  release();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});

test('after reset(), a late outcome doesn’t show', async ({ checkout, page }) => {
  await page.clock.install();
  await answerWith(page, 'unknown');
  await checkout.open();
  await checkout.pay();
  await expect(checkout.inner).toContainText('Não pague de novo:');
  await checkout.element.evaluate((element) => {
    const reset: unknown = Reflect.get(element, 'reset');
    if (typeof reset === 'function') Reflect.apply(reset, element, []);
  });
  await answerWith(page, 'approved');
  await page.clock.fastForward(10_000);

  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
  await expect(checkout.inner).not.toContainText('Pagamento aprovado.');
});

test('a device with a clock a day ahead can pay', async ({ checkout, page }) => {
  await page.clock.install();
  await checkout.open();
  await page.clock.setSystemTime(Date.now() + 25 * 3_600_000);
  await checkout.pay();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});
