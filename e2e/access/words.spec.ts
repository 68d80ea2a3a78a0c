import type { Locator } from '@playwright/test';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Notes from now on what a live region says, in order. */
async function listenTo(region: Locator): Promise<() => Promise<string[]>> {
  const said = await region.evaluateHandle((element) => {
    const texts: string[] = [];
    const note = (): void => {
      if (element.textContent) texts.push(element.textContent);
    };
    new MutationObserver(note).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  return () => said.jsonValue();
}

const politeRegion = ({ element }: CheckoutPage): Locator => element.locator('.unseen[aria-live]');

test('each step is said while the focus is elsewhere on the page', async ({ checkout, page }) => {
  const releaseFraud = await hold(page, '**/x.js**');
  await checkout.open();
  const heard = await listenTo(checkout.status);
  await checkout.pay({ number: cards.challenge });
  const elsewhere = page.getByRole('link').first();
  await elsewhere.focus();
  await expect(checkout.status).toContainText('Preparando');
  releaseFraud();
  await expect(checkout.status).toContainText('Confirmando');
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
  await checkout.answerBank('1234');
  await expect(checkout.element).toContainText('Pagamento aprovado.');

  expect(await heard()).toEqual([
    'Preparando o pagamento…',
    'Conectando ao seu banco…',
    'Confirmando com o seu banco…',
    'Processando o pagamento… Não feche esta página.',
  ]);
});

test('a fault is said once, when its field is left', async ({ checkout }) => {
  await checkout.open();
  const heard = await listenTo(politeRegion(checkout));
  await checkout.number.fill('4111 1111 1111 1112');
  await checkout.number.press('Tab');
  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await checkout.expiry.fill('12/30');
  await checkout.expiry.press('Tab');

  expect(await heard()).toEqual(['Confira o número do cartão: há algum dígito errado.']);
  await expect(politeRegion(checkout)).toBeEmpty();
});

test('the summary is said each time the button is pressed in vain', async ({ checkout }) => {
  await checkout.open();
  const heard = await listenTo(politeRegion(checkout));
  await checkout.number.press('Enter');
  await checkout.number.press('Enter');
  await checkout.number.press('Enter');

  const said = await heard();
  expect(said.map((text) => text.trim())).toEqual(Array(3).fill('Confira estes campos:'));
});

test('what was said is gone once the form is mended', async ({ checkout }) => {
  await checkout.open();
  await checkout.pay({ number: '4111' });
  await expect(politeRegion(checkout)).not.toBeEmpty();
  await checkout.number.fill(cards.frictionless);

  await expect(politeRegion(checkout)).toBeEmpty();
});

test.describe('where a payment is refused', () => {
  // A browser writes every answer of 400 and above to its console.
  test.use({ breaksSomething: true });

  test('one alert speaks for every attempt; only its text changes', async ({ checkout }) => {
    await checkout.open({ 'three-ds': 'off' });
    const heard = await listenTo(checkout.alert);
    for (const [holder, sentence] of [
      ['RISK', 'O pagamento não foi autorizado.'],
      ['LIMIT', 'Não foi possível concluir o pagamento agora.'],
      ['RISK', 'O pagamento não foi autorizado.'],
    ] as const) {
      await checkout.pay({ holder });
      await expect(checkout.alert).toContainText(sentence);
    }

    expect((await heard()).map((text) => text.split('.')[0])).toEqual([
      'O pagamento não foi autorizado',
      'Não foi possível concluir o pagamento agora',
      'O pagamento não foi autorizado',
    ]);
  });
});

test('every field has its name, and says what it expects', async ({ checkout }) => {
  await checkout.open();
  for (const [field, name, description] of [
    [checkout.number, 'Número do cartão', ''],
    [checkout.expiry, 'Validade', 'MM/AA'],
    [checkout.securityCode, 'Código de segurança', '3 dígitos no verso do cartão ou 4 na frente.'],
    [checkout.holder, 'Nome impresso no cartão', ''],
    [checkout.document, 'CPF ou CNPJ', ''],
  ] as const) {
    await expect(field).toHaveRole('textbox');
    await expect(field).toHaveAccessibleName(name);
    await expect(field).toHaveAccessibleDescription(description);
    await expect(field).toHaveAttribute('aria-required', 'true');
    expect(
      await field.evaluate(
        (input: HTMLInputElement) => input.labels?.[0]?.htmlFor === input.id && input.id !== '',
      ),
    ).toBe(true);
  }
  await expect(checkout.installments).toHaveAccessibleName('Parcelas');
});

test('the mark of a brand has its name', async ({ checkout }) => {
  await checkout.open();
  for (const [number, name] of [
    [cards.frictionless, 'Visa'],
    [cards.challengeMastercard, 'Mastercard'],
    [cards.challengeElo, 'Elo'],
    ['3782 822463 10005', 'Amex'],
  ] as const) {
    await checkout.number.fill(number);
    await expect(checkout.element.locator('[part=brand] svg')).toBeVisible();
    await expect(checkout.number).toHaveAccessibleDescription(`Bandeira: ${name}`);
  }
});

test('what was typed can be read, not changed, while a payment runs', async ({ checkout }) => {
  await checkout.open({ fault: 'token-slow' });
  await checkout.pay();
  await expect(checkout.status).toContainText('Conectando');

  for (const field of [checkout.number, checkout.holder, checkout.document]) {
    await expect(field).toBeEnabled();
    await expect(field).not.toBeEditable();
  }
  await expect(checkout.element.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'true');
});

test('on a page in another language, all that it says is marked as Portuguese', async ({
  checkout,
  page,
}) => {
  await checkout.open({ locale: 'pt-BR' });
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'));
  await checkout.pay({ number: cards.challenge });
  await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();

  for (const part of ['form', '[role=alert]', '[role=status]', '.unseen', 'dialog']) {
    const language = await checkout.element
      .locator(part)
      .first()
      .evaluate((element) => element.closest('[lang]')?.getAttribute('lang'));
    expect(language, part).toBe('pt-BR');
  }
});
