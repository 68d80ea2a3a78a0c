import { expect, test } from '../support/test.ts';

test('a screen reader finds the empty form in this shape', async ({ checkout }) => {
  await checkout.open({ kinds: 'credit debit', installments: 2 });
  await expect(checkout.number).toBeVisible();

  await expect(checkout.element).toMatchAriaSnapshot(`
    - group "Forma de pagamento":
      - text: Forma de pagamento
      - radio "Crédito" [checked]
      - text: Crédito
      - radio "Débito"
      - text: Débito
    - text: Número do cartão
    - textbox "Número do cartão"
    - text: Validade
    - textbox "Validade"
    - paragraph: MM/AA
    - text: Código de segurança
    - textbox "Código de segurança"
    - paragraph: 3 dígitos no verso do cartão ou 4 na frente.
    - text: Nome impresso no cartão
    - textbox "Nome impresso no cartão"
    - text: CPF ou CNPJ
    - textbox "CPF ou CNPJ"
    - text: Parcelas
    - combobox "Parcelas":
      - option /^1x/ [selected]
      - option /^2x/
    - alert
    - button /Pagar R\\$ \\d+,\\d{2}/
    - status
    - paragraph
  `);
});

test('a screen reader finds the summary before the fields', async ({ checkout }) => {
  await checkout.open();
  await checkout.pay({ number: '4111', document: '' });

  await expect(checkout.element).toMatchAriaSnapshot(`
    - group "Confira estes campos:":
      - paragraph: "Confira estes campos:"
      - list:
        - listitem:
          - link "O número do cartão está incompleto."
        - listitem:
          - link "Informe o CPF ou CNPJ."
    - text: Número do cartão
    - textbox "Número do cartão" [active] [invalid]: "4111"
    - paragraph: O número do cartão está incompleto.
  `);
});

test('a screen reader finds the result alone', async ({ checkout }) => {
  await checkout.open({ 'three-ds': 'off' });
  await checkout.pay();
  await expect(checkout.element).toContainText('Pagamento aprovado.');

  await expect(checkout.element).toMatchAriaSnapshot(`
    - /children: equal
    - group /Pagamento aprovado\\. Você pagou R\\$ \\d+,\\d{2}\\./ [active]:
      - paragraph: Pagamento aprovado.
      - paragraph: /Você pagou R\\$ \\d+,\\d{2}\\./
    - alert
    - status
    - paragraph
  `);
});
