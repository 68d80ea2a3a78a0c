import type { Page } from '@playwright/test';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { examplesIn, test } from '../support/doc-examples.ts';
import { hold, isPayment } from '../support/routes.ts';
import { expect } from '../support/test.ts';

const { example, expectAllTested } = examplesIn(['element', 'element-reference'], 'html', 'js');
const uuid = /[\da-f]{8}-[\da-f-]{27}/;

/** Handles POSTs to the shop's `/thanks`. Returns a function that returns the posted body. */
async function thank(page: Page): Promise<() => string | undefined> {
  let posted: string | undefined;
  await page.route('**/thanks*', async (route) => {
    posted = route.request().postData() ?? undefined;
    await route.fulfill({ contentType: 'text/html', body: '<h1>Thanks</h1>' });
  });
  return () => posted;
}

example(
  'page',
  'pays and continues, with nothing of the payment in the address',
  async ({ checkout, open, page }) => {
    await thank(page);
    await open('page');
    await checkout.pay();

    await page.waitForURL(({ pathname, search }) => pathname + search === '/thanks');
    expect(await checkout.charges()).toHaveLength(1);
  },
);

example(
  ['payer', 'events', 'brand', 'messages'],
  'reach the proxy, report every event in order and the brand at once, and replace texts',
  async ({ checkout, open, page }) => {
    const { isIsolated } = checkout;
    await open(
      ['payer', 'events', 'brand', ...(isIsolated ? [] : ['messages'])],
      `<p id="unaccepted" hidden>Not this one</p>
      <script>
        const told = [];
        const isTime = (word) => typeof word === 'number';
        const track = (...words) => told.push(words.map((word) => (isTime(word) ? 'in ms' : word)).join(' '));
        addEventListener('checkout-ready', () => track('ready'));
        addEventListener('checkout-change', ({ valid, brand, totalCentavos }) => {
          globalThis.total = totalCentavos;
          track('card', valid, brand);
        });
        addEventListener('checkout-approved', ({ paymentId }) => track('approved', paymentId));
      </script>`,
    );
    const give = checkout.inner.getByRole('button', { name: isIsolated ? 'Pagar R$' : 'Doar R$' });
    // Fast typists enter a card before the shop's settings have loaded.
    await expect.poll(async () => page.evaluate('told')).toEqual(['card false ', 'ready']);
    await give.click();
    await expect(checkout.document).toHaveAccessibleDescription(
      isIsolated ? 'Informe o CPF ou CNPJ.' : 'Precisamos do seu CPF para o recibo.',
    );
    await expect(checkout.number).toHaveAccessibleDescription('Informe o número do cartão.');
    await checkout.number.fill('3782 8');
    await checkout.leaveFields();
    await expect(page.getByText('Not this one')).toBeVisible();
    await checkout.number.fill('6505 2900');
    await checkout.leaveFields();
    await expect(page.getByText('Not this one')).toBeHidden();
    await checkout.fill();
    await checkout.number.fill(cards.frictionlessFails);
    await give.click();
    await expect(checkout.alert).not.toBeEmpty();
    const sent = page.waitForRequest(isPayment);
    await checkout.fill();
    await give.click();
    await expect(checkout.inner).toContainText(
      isIsolated ? /Você pagou R\$/ : /Sua doação de R\$.+ chegou\. Obrigado!/,
    );

    const body: unknown = (await sent).postDataJSON();
    expect(body).toMatchObject({ payer: { email: 'maria@example.com', docType: 'cpf' } });
    expect(await page.evaluate('total')).toBe(checkout.amount);
    const told: unknown = await page.evaluate('told');
    expect(told).toEqual([
      'card false ',
      'ready',
      'card false amex',
      'card false elo',
      // The isolated form reports changes when the buyer leaves the text fields.
      ...(isIsolated ? [] : ['card false visa']),
      'card true visa',
      'step fraud completed in ms',
      'step token completed in ms',
      'step challenge failed in ms',
      'error three_ds_failed true',
      'step fraud completed in ms',
      'step token completed in ms',
      'step challenge authenticated in ms',
      'step submit approved in ms',
      `approved ${await paymentId(checkout)}`,
    ]);
  },
);

example('own-button', 'pays first', async ({ checkout, open, page }) => {
  const posted = await thank(page);
  await open('own-button');
  await checkout.skipThreeDS();
  const button = page.getByRole('button', { name: 'Place the order' });
  await expect(checkout.payButton).toBeHidden();
  await button.click();
  await expect(checkout.number).toBeFocused();
  await checkout.fill();
  await checkout.expectComplete();
  await button.click();
  await page.waitForURL('**/thanks');

  expect(posted()).toMatch(new RegExp(`^payment=${uuid.source}$`));
  expect(await checkout.charges()).toHaveLength(1);
});

example('terms', 'must be accepted before a payment', async ({ checkout, open, page }) => {
  await open('terms', '<label><input type="checkbox" id="terms" /> I accept</label>');
  await checkout.skipThreeDS();
  await checkout.pay();
  await expect(checkout.alert).toHaveText(
    checkout.isIsolated ? /^Falta algo nesta página/ : 'Accept the terms of sale.',
  );
  expect(await checkout.charges()).toEqual([]);
  await page.getByLabel('I accept').check();
  await checkout.payButton.click();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});

example('form-library', 'pays before the form is sent', async ({ checkout, open, page }) => {
  await open('form-library');
  await checkout.skipThreeDS();
  const submit = async () =>
    page.evaluate(`(async () => { let sent = 0; await onValid(() => sent++); return sent; })()`);
  expect(await submit()).toBe(0);
  await checkout.fill();

  expect(await submit()).toBe(1);
  expect(await checkout.charges()).toHaveLength(1);
});

test('checkValidity() is silent, reportValidity() shows every error', async ({
  checkout,
  open,
  page,
}) => {
  await open(
    [],
    `<button id="next">Next</button><p id="note"></p><p id="review" hidden>Review</p>
    <script>
      addEventListener('checkout-ready', () => (note.textContent = 'ready'));
      next.onclick = () => {
        const checkout = document.querySelector('card-checkout');
        if (checkout.checkValidity()) return (review.hidden = false);
        note.textContent = checkout.validationMessage;
        checkout.reportValidity();
      };
    </script>`,
  );
  // The summary loads together with the payment's code.
  await expect(page.locator('#note')).toHaveText('ready');
  await expect(checkout.number).not.toHaveAttribute('aria-invalid');
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  const note = checkout.isIsolated ? 'Confira os dados do cartão.' : 'Informe o número do cartão.';
  await expect(page.locator('#note')).toHaveText(note);
  await expect(checkout.inner.getByRole('group', { name: 'Confira' })).toBeVisible();
  await expect(checkout.number).toBeFocused();
  await checkout.fill();
  await checkout.expectComplete();
  await next.click();

  await expect(page.locator('#review')).toBeVisible();
});

example('order-change', 'keeps the input', async ({ checkout, open, page }) => {
  const { amount } = checkout;
  await page.clock.install();
  await page.route('**/order?coupon=*', async (route) => {
    const options = { amount: amount - 10_000, installments: 3 };
    const shop = await page.request.get(checkout.shopUrl(options));
    await route.fulfill({ body: /order="([^"]+)"/.exec(await shop.text())?.[1] ?? '' });
  });
  await open('order-change', '<label>Coupon <input id="coupon" /></label>');
  await checkout.skipThreeDS();
  await checkout.fill();
  await checkout.installments.selectOption('12');
  await page.getByLabel('Coupon').fill('MENOS100');
  await page.getByLabel('Coupon').press('Tab');

  await expect(checkout.installments).toHaveValue('1');
  await expect(checkout.installments.getByRole('option')).toHaveCount(3);
  await expect(checkout.inner).toContainText('O parcelamento mudou.');
  await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
  // The isolated form ignores presses right after the amount has changed.
  await page.clock.fastForward(1_000);
  await checkout.payButton.click();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges(amount - 10_000)).toHaveLength(1);
});

test.describe('when payments fail', () => {
  test.use({ breaksSomething: true });

  example(
    'leaving',
    'asks the buyer to stay while a payment runs',
    async ({ checkout, open, page }) => {
      await open('leaving');
      await checkout.skipThreeDS();
      const release = await hold(page, '**/api/checkout/');
      await checkout.pay({ holder: 'RESET' });
      await expect(checkout.status).toContainText('Processando');
      const asked = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      await (await asked).dismiss();
      await expect(checkout.status).toContainText('Processando');

      release();
      await expect(checkout.inner).toContainText('Não pague de novo:');
      await expect(checkout.payButton).toBeHidden();
    },
  );

  test('a decline keeps everything except the code', async ({ checkout, open }) => {
    await open([]);
    await checkout.skipThreeDS();
    await checkout.pay({ holder: 'RISK' });

    await expect(checkout.alert).toContainText('não foi autorizado');
    await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
    await expect(checkout.holder).toHaveValue('RISK');
    await expect(checkout.securityCode).toHaveValue('');
  });
});

expectAllTested();

async function paymentId({ element }: CheckoutPage): Promise<string> {
  return element.evaluate((checkout) => String(Reflect.get(checkout, 'paymentId')));
}
