import { signOrder } from '@card-checkout/server';
import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import type { CheckoutPage } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

test.use({ isolated: true });

const reais = (centavos: number): string =>
  (centavos / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });

/** Sets several properties of the element at once, then submits if `isSubmitted`. */
async function set(
  { element }: CheckoutPage,
  values: Record<string, unknown>,
  isSubmitted = false,
): Promise<void> {
  await element.evaluate(
    async (host, [properties, pays]) => {
      Object.assign(host, properties);
      if (pays) await Reflect.apply(Reflect.get(host, 'submit'), host, []);
    },
    [values, isSubmitted] as const,
  );
}

test.beforeEach(async ({ checkout, demo, page }) => {
  await page.clock.install();
  const configured = page.waitForResponse('**/api/order');
  const body = (await elementFor(checkout, demo, 'three-ds="off"')) + scriptTag(demo, true);
  await openOwnPage(page, demo, { body });
  await configured;
});

test('a page that swaps a filled form’s order can’t pay it: the buyer has to confirm', async ({
  checkout,
  demo,
  page,
}) => {
  const amount = demo.freshAmount();
  const order = await checkout.order({ amount });
  await checkout.fill();
  await page.clock.pauseAt(Date.now() + 60_000);
  await set(checkout, { order }, true);
  const confirm = checkout.inner.getByRole('button', { name: 'Confirmar e pagar' });
  await expect(confirm).toHaveText(`Confirmar e pagar ${reais(amount)}`);
  await expect(checkout.inner.getByText('O pedido mudou.')).toBeVisible();
  await set(checkout, { brands: 'visa elo' }, true);
  // The amount has just appeared under the finger.
  await confirm.click();
  expect(await checkout.charges(amount)).toEqual([]);

  // Hiding the button doesn't hide the question.
  await page.addStyleTag({ content: 'card-checkout { --card-checkout-button: none }' });
  await expect(confirm).toBeVisible();
  await page.clock.resume();
  await page.clock.fastForward(1_000);
  await confirm.click();
  await expect(checkout.inner).toContainText(`Você pagou ${reais(amount)}`);
  expect(await checkout.charges(amount)).toHaveLength(1);
  expect(await checkout.charges()).toEqual([]);
});

test('an order swapped under the finger is not paid by that press', async ({
  checkout,
  demo,
  page,
}) => {
  const amount = demo.freshAmount();
  const order = await checkout.order({ amount });
  await checkout.fill();
  await page.clock.pauseAt(Date.now() + 60_000);
  await checkout.payButton.hover();
  await page.mouse.down();
  await set(checkout, { order });
  await expect(checkout.payButton).toHaveText(`Pagar ${reais(amount)}`);
  await page.mouse.up();

  await expect(checkout.inner.getByText('O pedido mudou.')).toBeVisible();
  expect(await checkout.charges(amount)).toEqual([]);
  // Back at the order that the buyer saw while typing, nothing needs confirmation.
  await set(checkout, { order: (await checkout.element.getAttribute('order')) ?? '' });
  await expect(checkout.inner.getByText('O pedido mudou.')).toHaveCount(0);
});

test('Enter in a field pays no order that the buyer may not have seen', async ({
  checkout,
  demo,
  page,
}) => {
  const amount = demo.freshAmount();
  await checkout.fill();
  await checkout.document.focus();
  await set(checkout, { order: await checkout.order({ amount }) });
  await expect(checkout.payButton).toHaveText(`Pagar ${reais(amount)}`);
  await page.clock.fastForward(1_000);
  await checkout.document.press('Enter');

  await expect(checkout.inner.getByText('O pedido mudou.')).toBeVisible();
  // Enter is still held.
  await expect(checkout.inner.locator('.pay')).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await checkout.charges(amount)).toEqual([]);
  await page.clock.fastForward(1_000);
  await page.keyboard.press('Enter');
  await expect(checkout.inner).toContainText(`Você pagou ${reais(amount)}`);
});

test('the same order signed again, and an order that the buyer reads and pays, need no confirmation', async ({
  checkout,
  demo,
  page,
}) => {
  const amount = demo.freshAmount();
  const id = `coupon-${amount}`;
  await set(checkout, { order: await checkout.order({ order: id }) });
  await checkout.fill();
  await set(checkout, { order: await checkout.order({ order: id, amount }) });
  await expect(checkout.payButton).toHaveText(`Pagar ${reais(amount)}`);
  await page.clock.fastForward(1_000);

  await checkout.payButton.click();
  await expect(checkout.inner).toContainText(`Você pagou ${reais(amount)}`);
});

for (const [what, change] of [
  ['other installments', { installments: 1 }],
  ['interest', { plans: 1 }],
] as const) {
  test(`a page that sets ${what} for the order can’t pay: the buyer has to confirm`, async ({
    checkout,
  }) => {
    const id = `installments-${checkout.amount}`;
    await set(checkout, { order: await checkout.order({ order: id }) });
    await checkout.fill();
    await checkout.installments.selectOption('6');
    await set(checkout, { order: await checkout.order({ order: id, ...change }) }, true);

    await expect(checkout.inner.getByText('O pedido mudou.')).toBeVisible();
    expect(await checkout.requests()).toEqual([]);
  });
}

test('a page that sets another kind of card can’t pay: the buyer has to confirm', async ({
  checkout,
}) => {
  await checkout.fill();
  await set(checkout, { kinds: 'debit' }, true);

  await expect(checkout.inner.getByText('O pedido mudou.')).toBeVisible();
  expect(await checkout.requests()).toEqual([]);
});

test('a page that swaps the order after the buyer’s choice of a state can’t pay it', async ({
  checkout,
  demo,
}) => {
  const amount = demo.freshAmount();
  await set(checkout, { ask: 'address', order: await checkout.order({ ask: 'all' }) });
  await checkout.fill();
  for (const name of ['CEP', 'Rua', 'Número', 'Bairro', 'Cidade'])
    await checkout.inner.getByLabel(name, { exact: true }).fill('04101000');
  await checkout.inner.getByLabel('UF').focus();
  await checkout.inner.getByLabel('UF').selectOption('SP');
  await set(checkout, { order: await checkout.order({ ask: 'all', amount }) }, true);

  await expect(checkout.inner.getByText('O pedido mudou.')).toBeVisible();
  expect(await checkout.charges(amount)).toEqual([]);
});

test('a page can’t pay what a program has filled in without an event: the buyer has to confirm', async ({
  checkout,
}) => {
  await checkout.fill();
  const texts = await checkout.inner.evaluate(textsIn);
  await checkout.element.evaluate((host) => Reflect.apply(Reflect.get(host, 'reset'), host, []));
  await expect(checkout.number).toHaveValue('');
  await checkout.inner.evaluate(writeWithoutEvents, texts);
  await set(checkout, {}, true);

  await expect(checkout.inner.getByText('O pedido mudou.')).toBeVisible();
  expect(await checkout.requests()).toEqual([]);
});

test('the buyer’s own choice of kind and installments needs no confirmation', async ({
  checkout,
}) => {
  await set(checkout, { kinds: 'credit debit' });
  await checkout.fill();
  await checkout.inner.getByLabel('Débito').check();
  await checkout.inner.getByLabel('Crédito').check();
  await checkout.installments.selectOption('6');
  await set(checkout, {}, true);

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.requests()).toMatchObject([{ installments: 6 }]);
});

test.describe('a page that speaks', () => {
  // The console names the messages.
  test.use({ breaksSomething: true });

  test('the page has no words in the frame', async ({ checkout }) => {
    await checkout.fill();
    await set(checkout, { messages: { pay: 'Pagar R$ 1,00', trust: 'R$ 1,00 à vista' } });
    await checkout.element.evaluate((host) => {
      Reflect.apply(Reflect.get(host, 'setCustomValidity'), host, ['Pague R$ 1,00']);
    });
    await checkout.payButton.click();

    await expect(checkout.alert).toHaveText(/^Falta algo nesta página/);
    await expect(checkout.inner).not.toContainText('R$ 1,00');
    const message = await checkout.element.evaluate((host) =>
      Reflect.get(host, 'validationMessage'),
    );
    expect(message).toBe('Pague R$ 1,00');
  });
});

test.describe('an order signed by somebody else', () => {
  // The browser logs the proxy's refusal.
  test.use({ breaksSomething: true });

  test('has no words in the frame', async ({ checkout, demo, page }) => {
    const signed = async (description: string, secret = demo.secrets.orderSecret) =>
      signOrder({ sub: 'words-1', amount: checkout.amount, description }, secret);
    const words = checkout.inner.locator('[part=purchase]');
    await set(checkout, { order: await signed('Café') });
    await expect(words).toBeVisible();

    const refused = page.waitForResponse((answer) => answer.status() === 401);
    await set(checkout, { order: await signed('R$ 1,00 à vista', 'x'.repeat(32)) });
    await refused;
    await expect(words).toContainText('R$ 1,00 à vista');
    await expect(words).toBeHidden();

    await set(checkout, { order: await signed('Café moído') });
    await expect(words).toContainText('Café moído');
    await expect(words).toBeVisible();
  });
});

test('the frame says the total where a translator has changed the button', async ({ checkout }) => {
  await checkout.payButton.evaluate((button) => (button.textContent = 'Pay 129.90 reais'));
  await checkout.inner.getByLabel('Nome impresso no cartão').fill('MARIA');
  await checkout.payButton.or(checkout.inner.locator('button.pay')).click();

  await expect(checkout.inner.getByText(`Total: ${reais(checkout.amount)}`)).toBeVisible();
});

test('the button shows the chosen installments, and the form their total once', async ({
  checkout,
}) => {
  await checkout.installments.selectOption('3');

  const each = reais(Math.floor(checkout.amount / 3));
  await expect(checkout.payButton).toHaveText(`Pagar em 3x de ${each}`);
  const total = checkout.inner.getByText(`Total: ${reais(checkout.amount)}`);
  await expect(total).toBeVisible();
  await expect(total).toHaveCount(1);
});

test('the frame shows the amount without a button, in the form’s language', async ({
  checkout,
  page,
}) => {
  await page.addStyleTag({ content: 'card-checkout { --card-checkout-button: none }' });
  await expect(checkout.payButton).toHaveCount(0);
  await expect(checkout.inner.getByText(`Total: ${reais(checkout.amount)}`)).toBeVisible();
  // Hiding the button in other ways doesn't.
  await page.addStyleTag({ content: 'card-checkout { --card-checkout-button: table-column }' });
  await expect(checkout.payButton).toBeVisible();
});

/** Runs in the frame. */
function textsIn({ shadowRoot }: Element): string[] {
  return [...(shadowRoot?.querySelectorAll('input') ?? [])].map(({ value }) => value);
}

/** Runs in the frame: writes like a password manager that sends no events. */
function writeWithoutEvents({ shadowRoot }: Element, texts: readonly string[]): void {
  const inputs = shadowRoot?.querySelectorAll('input') ?? [];
  for (const [index, input] of inputs.entries()) input.value = texts[index] ?? '';
}
