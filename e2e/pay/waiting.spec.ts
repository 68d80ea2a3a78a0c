import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** Answers for the proxy how the payment stands, whoever asks. */
async function answer(page: Page, status: 'processing' | 'unknown' | 'approved'): Promise<void> {
  const id = '00000000-0000-4000-8000-000000000000';
  const payment = { id, orderId: 'order', status, retryable: false, tries: 1 };
  await page.route(/\/api\/checkout\//, (route) => route.fulfill({ json: payment }));
}

for (const [locale, waiting, pending] of [
  ['pt-BR', 'Aguardando o banco… Isso pode levar alguns minutos.', 'Não pague de novo'],
  ['en', 'Waiting for the bank… This can take a few minutes.', 'Do not pay again'],
] as const) {
  test(`in ${locale} the buyer is kept waiting for three minutes, and then told not to pay again`, async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await answer(page, 'processing');
    await checkout.open();
    await checkout.fill();
    await checkout.element.evaluate((element, value) => {
      Object.assign(element, { locale: value });
    }, locale);
    const told = checkout.element.evaluate(
      (element) =>
        new Promise((resolve) => {
          element.addEventListener('checkout-pending', ({ type }) => resolve(type));
        }),
    );
    await checkout.element.getByRole('button').click();

    await expect(checkout.status).toContainText(waiting);
    await page.clock.fastForward(178_000);
    await expect(checkout.status).toContainText(waiting);
    await expect(checkout.element.getByRole('button')).toHaveCount(1);
    await expect(checkout.element.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
    await page.clock.fastForward(2_000);

    await expect(checkout.element).toContainText(pending);
    await expect(checkout.status).toBeEmpty();
    expect(await told).toBe('checkout-pending');
  });
}

test('an outcome that comes late shows, even after the element has moved', async ({
  checkout,
  page,
}) => {
  await page.clock.install();
  await answer(page, 'unknown');
  await checkout.open();
  await checkout.pay();
  await expect(checkout.element).toContainText('Não pague de novo');
  await checkout.element.evaluate((element) => element.parentElement?.append(element));
  await answer(page, 'approved');
  await page.clock.fastForward(5_000);

  await expect(checkout.element).toContainText('Pagamento aprovado.');
});

test('after reset() a late outcome no longer shows', async ({ checkout, page }) => {
  await page.clock.install();
  await answer(page, 'unknown');
  await checkout.open();
  await checkout.pay();
  await expect(checkout.element).toContainText('Não pague de novo');
  await checkout.element.evaluate((element) => {
    const reset: unknown = Reflect.get(element, 'reset');
    if (typeof reset === 'function') Reflect.apply(reset, element, []);
  });
  await answer(page, 'approved');
  await page.clock.fastForward(10_000);

  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
  await expect(checkout.element).not.toContainText('Pagamento aprovado.');
});
