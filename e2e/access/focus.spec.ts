import { expectContrast, expectVisibleFocus, watchFocus } from '../support/attention.ts';
import { buyer, cards, type CheckoutPage } from '../support/checkout-page.ts';
import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

async function tabInto(checkout: CheckoutPage): Promise<void> {
  const isInside = async (): Promise<boolean> =>
    checkout.element.evaluate((element) => element.contains(document.activeElement));
  while (!(await isInside())) await checkout.page.keyboard.press('Tab');
}

test('a payment with a challenge works by keyboard, and the focus is never lost', async ({
  checkout,
  page,
}) => {
  const { keyboard } = page;
  const code = checkout.bank.getByLabel('Código SMS');
  await checkout.open({ kinds: 'credit debit' });
  await expect(checkout.number).toBeVisible();
  await tabInto(checkout);
  const lostFocus = await watchFocus(page);
  await keyboard.press('ArrowDown');
  await expect(checkout.inner.getByLabel('Débito')).toBeChecked();
  await keyboard.press('ArrowUp');
  for (const text of [
    cards.challenge,
    buyer.expiry,
    buyer.securityCode,
    buyer.holder,
    buyer.document,
  ]) {
    await keyboard.press('Tab');
    await keyboard.type(text);
  }
  await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await keyboard.press('Tab');
  await keyboard.press('Space');

  for (const cancel of [
    async () => keyboard.press('Escape'),
    async () => checkout.challenge.getByRole('button', { name: 'Cancelar' }).press('Enter'),
  ]) {
    await expect(code).toBeVisible();
    await cancel();
    await expect(checkout.alert).toContainText('Você cancelou');
    await expect(checkout.payButton).toBeFocused();
    await keyboard.press('Enter');
  }
  await expect(code).toBeVisible();
  await keyboard.press('Tab');
  await expect(code).toBeFocused();
  await keyboard.type('1234');
  await keyboard.press('Enter');

  await expect(checkout.inner.getByRole('group', { name: 'Pagamento aprovado.' })).toBeFocused();
  expect(await lostFocus()).toEqual([]);
  expect(await checkout.charges()).toMatchObject([{ installments: 2 }]);
});

test('the focus is always visible, and each line of the summary leads to its field', async ({
  checkout,
  page,
}) => {
  const fields = [
    checkout.number,
    checkout.expiry,
    checkout.securityCode,
    checkout.holder,
    checkout.document,
    checkout.installments,
  ];
  await checkout.open({ kinds: 'credit debit' });
  await expectContrast(checkout.number, 'borderTopColor');
  await expectContrast(checkout.installments, 'borderTopColor');
  await checkout.number.press('Enter');
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.inner.getByRole('group', { name: 'Confira' })).toBeVisible();
  const links = await checkout.inner.getByRole('link').all();
  await links[0]?.focus();
  for (const part of [...links, checkout.inner.getByLabel('Crédito'), ...fields]) {
    await expectVisibleFocus(part);
    await page.keyboard.press('Tab');
  }
  await expectVisibleFocus(checkout.payButton);
  // Without the focus, the border has the error color.
  await expectContrast(checkout.number, 'borderTopColor');

  await test.step('a line of the summary', async () => {
    await checkout.fill();
    await checkout.expiry.fill('13/30');
    await checkout.document.fill('');
    await checkout.document.press('Enter');
    await expect(checkout.expiry).toBeFocused();
    await checkout.inner.getByLabel('Crédito').focus();
    await page.keyboard.press('Shift+Tab');
    await expect(checkout.inner.getByRole('link').last()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(checkout.document).toBeFocused();
  });
});

test.describe('an invalid order', () => {
  test.use({ breaksSomething: true });

  test('doesn’t take the focus from the page', async ({ checkout, page }) => {
    await checkout.open();
    const brand = page.getByRole('link').first();
    await brand.focus();
    await checkout.element.evaluate((element) => element.setAttribute('order', 'torn'));
    await expect(checkout.alert).not.toBeEmpty();
    await expect(brand).toBeFocused();
  });
});

test('during a payment the focus stays on its buttons, and the typed values are readable', async ({
  checkout,
  page,
}) => {
  const release = await hold(page, '**/api/3ds/token/**');
  await page.route('**/api/checkout/', () => undefined);
  await checkout.open({ kinds: 'credit debit' });
  await checkout.fill();
  await checkout.inner.getByLabel('Crédito').focus();
  const lostFocus = await watchFocus(page);
  await page.keyboard.press('Enter');
  await expect(checkout.status).toContainText('Conectando');
  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'true');
  await expect(checkout.payButton).toBeFocused();

  for (const field of [checkout.number, checkout.holder, checkout.document]) {
    await expect(field).toBeEnabled();
    await expect(field).not.toBeEditable();
  }
  await expect(checkout.inner.locator('[aria-busy=true]')).toHaveCount(0);
  const durations = await checkout.inner.evaluate(({ shadowRoot }) =>
    (shadowRoot?.getAnimations() ?? []).map(({ effect }) => effect?.getTiming().duration),
  );
  expect(durations, 'nothing moves but a slow ring').toEqual([6_000]);

  await page.keyboard.press('Tab');
  await expectVisibleFocus(checkout.cancelButton);
  release();
  await expect(checkout.status).toContainText('Processando');
  await expect(checkout.payButton).toBeFocused();
  expect(await lostFocus()).toEqual([]);
});
