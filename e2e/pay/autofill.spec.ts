import { layoutFaults } from '../support/access-audit.ts';
import { autofill, fillByTokens } from '../support/autofill.ts';
import { buyer, cards } from '../support/checkout-page.ts';
import { isPayment } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test('autofill fills in the buyer’s details, and a challenge approves the payment on a phone', async ({
  checkout,
  page,
}, { project }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await checkout.open({ ask: 'all' });
  await expect(checkout.inner.getByLabel('UF')).toBeVisible();
  expect(await checkout.inner.evaluate(layoutFaults)).toEqual([]);
  // The headless shell has no autofill.
  if (project.name === 'shop') await fillByTokens(checkout.inner, cards.challenge);
  else await autofill(page, page.frames().at(-1) ?? page, cards.challenge);
  await expect(checkout.inner.getByLabel('Telefone')).toHaveValue('11 98765-4321');
  // Browsers don't save a CPF.
  await checkout.document.fill(buyer.document);
  const enrolled = page.waitForRequest('**/v2/3ds/enroll');
  const sent = page.waitForRequest(isPayment);
  await checkout.payButton.click();
  await checkout.answerBank('1234');

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect((await enrolled).postDataJSON()).toMatchObject({
    billtocontactname: 'Maria da Silva',
    billtoemail: 'maria@exemplo.com.br',
    billtophonenumber: '5511987654321',
    billtostreet1: 'Rua das Jabuticabeiras 120',
    billtostreet2: 'Apto 31 Vila Mariana',
    billtocity: 'Sao Paulo',
    billtostate: 'SP',
    billtozipcode: '04101000',
    billtocountry: 'BR',
  });
  expect((await sent).postDataJSON()).toMatchObject({
    payer: {
      email: 'maria@exemplo.com.br',
      phone: '11987654321',
      address: { street: 'Rua das Jabuticabeiras', number: '120', district: 'Vila Mariana' },
    },
  });
  expect(await checkout.requests()).toMatchObject([
    { customer: { email: 'maria@exemplo.com.br', phone: '11987654321' } },
  ]);
});

/** What a password manager writes into the fields, in their order. */
const writtenTexts = [buyer.number, '12/2030', buyer.securityCode, 'Approved', '52998224725'];

test('what a password manager writes without an event is checked at blur, and paid', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.skipThreeDS();
  await checkout.number.evaluate((input: HTMLInputElement) => {
    input.focus();
    input.value = '4000000000002702';
    input.blur();
  });
  await expect(checkout.number).toHaveAccessibleDescription(/há algum dígito errado/);
  await checkout.number.evaluate(({ form }: HTMLInputElement, texts) => {
    const inputs = form?.querySelectorAll<HTMLInputElement>('input[autocomplete]') ?? [];
    for (const [index, input] of inputs.entries()) input.value = texts[index] ?? '';
    form?.querySelector<HTMLElement>('.pay')?.click();
  }, writtenTexts);

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});

test('what a password manager writes before the first frame counts', async ({ checkout, page }) => {
  await page.addInitScript((texts) => {
    const write = (): void => {
      const root = document.querySelector('card-checkout')?.shadowRoot;
      const inputs = root?.querySelectorAll<HTMLInputElement>('input[autocomplete]');
      inputs?.forEach((input, index) => (input.value = texts[index] ?? ''));
      if (!inputs?.length) requestAnimationFrame(write);
    };
    requestAnimationFrame(write);
  }, writtenTexts);
  await page.goto(checkout.shopUrl());

  await checkout.expectComplete();
});
