import type { Page } from '@playwright/test';
import { buyer, cards, type CheckoutPage } from '../support/checkout-page.ts';
import { answerWith, hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Notes from now on, frame by frame, when nothing on the page has the focus. */
async function watchFocus(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const lost: string[] = [];
    Object.assign(globalThis, { lostFocus: lost });
    const watch = (): void => {
      const { activeElement } = document;
      const element = document.querySelector('card-checkout');
      if (activeElement === null || activeElement === document.body) {
        lost.push(String(element && Reflect.get(element, 'state')));
      }
      requestAnimationFrame(watch);
    };
    watch();
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'lostFocus'));
}

/** Presses Tab until the focus has come into the element. */
async function tabInto(checkout: CheckoutPage): Promise<void> {
  const isInside = async (): Promise<boolean> =>
    checkout.element.evaluate((element) => element.matches(':focus-within'));
  while (!(await isInside())) await checkout.page.keyboard.press('Tab');
}

test('a payment with a challenge is made by keys alone, and the focus is always somewhere', async ({
  checkout,
  page,
}) => {
  const { keyboard } = page;
  await checkout.open({ kinds: 'credit debit' });
  await expect(checkout.number).toBeVisible();
  await tabInto(checkout);
  const lostFocus = await watchFocus(page);
  await keyboard.press('ArrowDown');
  await expect(page.getByLabel('Débito')).toBeChecked();
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
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await keyboard.press('Tab');
  await expect(checkout.bank.getByLabel('Código SMS')).toBeFocused();
  await keyboard.type('1234');
  await keyboard.press('Enter');

  await expect(checkout.element.getByRole('group', { name: 'Pagamento aprovado.' })).toBeFocused();
  expect(await lostFocus()).toEqual([]);
  expect(await checkout.charges()).toMatchObject([{ installments: 2 }]);
});

test('the summary is walked by keys: each line leads to its field', async ({ checkout, page }) => {
  await checkout.open();
  await checkout.fill();
  await checkout.expiry.fill('13/30');
  await checkout.document.fill('');
  await checkout.document.press('Enter');
  await expect(checkout.expiry).toBeFocused();
  await checkout.number.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(checkout.element.getByRole('link').last()).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(checkout.document).toBeFocused();
});

test('Enter on a choice pays, and the focus goes to the button', async ({ checkout, page }) => {
  await checkout.open({ kinds: 'credit debit', fault: 'token-slow' });
  await checkout.fill();
  await page.getByLabel('Crédito').focus();
  const lostFocus = await watchFocus(page);
  await page.keyboard.press('Enter');

  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'true');
  await expect(checkout.payButton).toBeFocused();
  expect(await lostFocus()).toEqual([]);
});

for (const [name, cancel] of [
  ['Escape', async ({ page }: CheckoutPage) => page.keyboard.press('Escape')],
  [
    "the dialog's button",
    async ({ challenge }: CheckoutPage) =>
      challenge.getByRole('button', { name: 'Cancelar' }).press('Enter'),
  ],
] as const) {
  test(`a challenge that ${name} cancels gives the focus back`, async ({ checkout, page }) => {
    await checkout.open();
    await checkout.fill();
    await checkout.number.fill(cards.challenge);
    await checkout.payButton.focus();
    const lostFocus = await watchFocus(page);
    await page.keyboard.press('Enter');
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    await cancel(checkout);

    await expect(checkout.alert).toContainText('Você cancelou');
    await expect(checkout.payButton).toBeFocused();
    expect(await lostFocus()).toEqual([]);
  });
}

test('the focus on "Cancelar" goes to the other button when it is too late to cancel', async ({
  checkout,
  page,
}) => {
  const release = await hold(page, '**/api/3ds/token/**');
  await page.route('**/api/checkout/', () => undefined);
  await checkout.open();
  await checkout.pay();
  await checkout.cancelButton.focus();
  const lostFocus = await watchFocus(page);
  release();

  await expect(checkout.status).toContainText('Processando');
  await expect(checkout.payButton).toBeFocused();
  expect(await lostFocus()).toEqual([]);
});

test.describe('where a payment is refused or unclear', () => {
  // A browser writes every answer of 400 and above to its console.
  test.use({ breaksSomething: true });

  test('a decline and an error leave the focus at the button, the last one at its sentence', async ({
    checkout,
    page,
  }) => {
    await checkout.open({ 'three-ds': 'off' });
    await checkout.fill();
    await checkout.payButton.focus();
    const lostFocus = await watchFocus(page);
    for (const [holder, sentence] of [
      ['RISK', 'não foi autorizado'],
      ['LIMIT', 'Tente de novo em alguns minutos'],
    ] as const) {
      await checkout.holder.fill(holder);
      await checkout.securityCode.fill('123');
      await checkout.payButton.press('Enter');
      await expect(checkout.alert).toContainText(sentence);
      await expect(checkout.payButton).toBeFocused();
    }
    await checkout.holder.fill('SELLER');
    await checkout.securityCode.fill('123');
    await checkout.payButton.press('Enter');

    await expect(checkout.alert).toContainText('Entre em contato com a loja');
    await expect(checkout.alert).toBeFocused();
    expect(await lostFocus()).toEqual([]);
  });

  test('a pending payment that is declined later gives the focus to the button', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await answerWith(page, 'unknown');
    await checkout.open({ 'three-ds': 'off' });
    await checkout.fill();
    await checkout.payButton.focus();
    const lostFocus = await watchFocus(page);
    await page.keyboard.press('Enter');
    await expect(checkout.element.getByRole('group', { name: 'Não pague de novo' })).toBeFocused();
    await answerWith(page, 'declined');
    await page.clock.fastForward(5_000);

    await expect(checkout.alert).toContainText('não foi autorizado');
    await expect(checkout.payButton).toBeFocused();
    expect(await lostFocus()).toEqual([]);
  });
});

test('an order that cannot be paid takes no focus from the page', async ({ checkout, page }) => {
  await checkout.open();
  const brand = page.getByRole('link').first();
  await brand.focus();
  await checkout.element.evaluate((element) => element.setAttribute('order', 'torn'));

  await expect(checkout.alert).not.toBeEmpty();
  await expect(brand).toBeFocused();
});
