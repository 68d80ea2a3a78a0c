import { hold, afterFirstFrame } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test('a press before the payment code has loaded pays, unless it is canceled', async ({
  checkout,
  page,
}) => {
  const release = await hold(page, afterFirstFrame);
  await page.goto(checkout.shopUrl());
  await checkout.fill();
  await checkout.payButton.click();
  await checkout.cancelButton.click();
  await expect(checkout.alert).toContainText('Você cancelou');
  await checkout.payButton.click();
  await expect(checkout.cancelButton).toBeVisible();
  release();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.requests()).toHaveLength(1);
});

test('the order is asked for before the payment code has loaded; a reload shows no form meanwhile', async ({
  checkout,
  page,
}) => {
  await checkout.open({ order: `late-${checkout.amount}` });
  await checkout.pay();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  const release = await hold(page, afterFirstFrame);
  const asked = page.waitForResponse('**/api/order');
  await page.reload();
  await asked;
  await expect(checkout.inner.locator('[part=skeleton]')).toBeVisible();
  await expect(checkout.number).toHaveCount(0);
  release();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});

test('errors show before the payment code has loaded, and their summary afterwards', async ({
  checkout,
  page,
}) => {
  const release = await hold(page, afterFirstFrame);
  await page.goto(checkout.shopUrl());
  await checkout.payButton.click();
  await expect(checkout.number).toBeFocused();
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  release();

  await expect(checkout.inner.getByRole('group', { name: 'Confira' })).toBeVisible();
  await expect(checkout.number).toBeFocused();
});
