import type { Locator } from '@playwright/test';
import { listenTo } from '../support/attention.ts';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

const politeRegion = ({ inner }: CheckoutPage): Locator =>
  inner.locator('.unseen[aria-live=polite]');

test('an error is announced once; the summary, on each failed press of the button', async ({
  checkout,
}) => {
  await checkout.open();
  const faultsHeard = await listenTo(politeRegion(checkout));
  await checkout.number.fill('4111 1111 1111 1112');
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await checkout.number.press('Tab');
  await checkout.expiry.fill('12/30');
  await checkout.expiry.press('Tab');
  expect(await faultsHeard()).toEqual(['Confira o número do cartão: há algum dígito errado.']);
  await expect(politeRegion(checkout)).toBeEmpty();

  const summariesHeard = await listenTo(politeRegion(checkout));
  for (let press = 0; press < 3; press++) await checkout.number.press('Enter');
  const said = await summariesHeard();
  expect(said.map((text) => text.trim())).toEqual(Array(3).fill('Confira 4 campos.'));

  await checkout.pay({ number: '4111', document: '' });
  await expect(checkout.inner).toMatchAriaSnapshot(`
    - group "Confira 2 campos.":
      - paragraph: Confira 2 campos.
      - list:
        - listitem:
          - link "Número do cartão"
        - listitem:
          - link "CPF ou CNPJ de quem paga"
    - text: Número do cartão
    - img "Aceitamos Visa, Mastercard, Elo, Amex."
    - textbox "Número do cartão" [active] [invalid]: "4111"
    - paragraph: O número do cartão está incompleto.
  `);
  await expect(politeRegion(checkout)).not.toBeEmpty();
  await checkout.fill();
  await expect(politeRegion(checkout)).toBeEmpty();

  for (const [number, name] of [
    [cards.frictionless, 'Visa'],
    [cards.challengeMastercard, 'Mastercard'],
    [cards.challengeElo, 'Elo'],
    ['3782 822463 10005', 'Amex'],
  ] as const) {
    await checkout.number.fill(number);
    await expect(checkout.inner.locator('[part=brand] svg')).toBeVisible();
    await expect(checkout.number).toHaveAccessibleDescription(`Bandeira: ${name}`);
  }
});

test('the empty form has labels and hints', async ({ checkout }) => {
  await checkout.open({ kinds: 'credit debit', installments: 2 });
  await expect(checkout.number).toBeVisible();

  await expect(checkout.inner).toMatchAriaSnapshot(`
    - group "Tipo de cartão":
      - text: Tipo de cartão
      - radio "Crédito" [checked]
      - text: Crédito
      - radio "Débito"
      - text: Débito
    - text: Número do cartão
    - img "Aceitamos Visa, Mastercard, Elo, Amex."
    - textbox "Número do cartão"
    - text: Validade
    - textbox "Validade":
      - /placeholder: MM/AA
    - text: Código de segurança
    - textbox "Código de segurança":
      - /placeholder: 3 dígitos
    - paragraph: No verso do cartão ou no aplicativo do banco; em alguns, 4 dígitos na frente.
    - text: Nome impresso no cartão
    - textbox "Nome impresso no cartão"
    - text: CPF ou CNPJ de quem paga
    - textbox "CPF ou CNPJ de quem paga"
    - text: Parcelas
    - combobox "Parcelas":
      - option /^1x/ [selected]
      - option /^2x/
    - alert
    - button /Pagar R\\$ \\d+,\\d{2}/
    - paragraph: Seus dados são enviados com criptografia.
    - status
    - paragraph
  `);
  for (const [field, name, description] of [
    [checkout.number, 'Número do cartão', ''],
    [checkout.expiry, 'Validade', ''],
    [
      checkout.securityCode,
      'Código de segurança',
      'No verso do cartão ou no aplicativo do banco; em alguns, 4 dígitos na frente.',
    ],
    [checkout.holder, 'Nome impresso no cartão', ''],
    [checkout.document, 'CPF ou CNPJ de quem paga', ''],
  ] as const) {
    await expect(field).toHaveRole('textbox');
    await expect(field).toHaveAccessibleName(name);
    await expect(field).toHaveAccessibleDescription(description);
    await expect(field).toHaveAttribute('aria-required', 'true');
    const key = field === checkout.document ? 'done' : 'next';
    await expect(field).toHaveAttribute('enterkeyhint', key);
    expect(
      await field.evaluate(
        (input: HTMLInputElement) => input.labels?.[0]?.htmlFor === input.id && input.id !== '',
      ),
    ).toBe(true);
  }
  await expect(checkout.installments).toHaveAccessibleName('Parcelas');

  await test.step('inputs keep 16 px on a page with small text: phones do not zoom in', async () => {
    await checkout.element.evaluate((element: HTMLElement) => {
      element.style.setProperty('--card-checkout-font', '12px/1.2 serif');
    });
    for (const field of [checkout.number, checkout.document, checkout.installments]) {
      await expect(field).toHaveCSS('font-size', '16px');
    }
  });
});
