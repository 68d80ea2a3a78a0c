import { hold, paymentCode } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test('a press before the payment code has loaded pays, unless it is cancelled', async ({
  checkout,
  page,
}) => {
  const release = await hold(page, paymentCode);
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

test('errors are shown before the payment code has loaded, and nothing moves when it has', async ({
  checkout,
  page,
}) => {
  const release = await hold(page, paymentCode);
  const loaded = page.waitForRequest('**/api/config');
  await page.goto(checkout.shopUrl());
  await checkout.payButton.click();
  await expect(checkout.number).toBeFocused();
  const before = await checkout.number.boundingBox();
  release();
  await loaded;

  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  expect(await checkout.number.boundingBox()).toEqual(before);
  await checkout.payButton.click();
  await expect(checkout.inner.getByText(/^Confira \d campos\.$/).first()).toBeVisible();
});
