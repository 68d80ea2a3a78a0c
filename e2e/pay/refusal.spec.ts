import type { Response } from '@playwright/test';
import { buyer, cards } from '../support/checkout-page.ts';
import { isPayment } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

// Browsers log every response of 400 and above.
test.use({ breaksSomething: true });

const declined =
  'O pagamento não foi autorizado. Nada foi cobrado. Confira os dados, use outro cartão ou fale com o seu banco.';
const askForCode = 'Digite o código de novo.';
const askingField = `Código de segurança. ${askForCode}`;

test('a risk refusal looks like any other and keeps the form; another card pays', async ({
  checkout,
  page,
}) => {
  const answers: Promise<string>[] = [];
  const note = (response: Response) => {
    if (isPayment(response.request())) answers.push(response.text());
  };
  page.on('response', note);
  await checkout.open();
  await checkout.pay({ holder: 'RISK' });

  await expect(checkout.alert).toHaveText(declined);
  page.off('response', note);
  const seen = [...(await Promise.all(answers)), await checkout.inner.innerText()].join('\n');
  expect(seen).toContain('"declined"');
  expect(seen).not.toMatch(/risco|risk|fraud/i);
  await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
  await expect(checkout.document).toHaveValue(buyer.document);
  await expect(checkout.securityCode).toHaveValue('');
  expect(await checkout.charges()).toEqual([]);
  await checkout.pay({ number: cards.challengeMastercard });
  await checkout.answerBank('1234');
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  expect(await checkout.charges()).toHaveLength(1);
});

test('if the shop can’t be paid, now or at all, the buyer sees a plain message', async ({
  checkout,
}) => {
  await checkout.open();
  for (const [holder, sentence] of [
    ['LIMIT', 'agora. Nada foi cobrado. Tente de novo em alguns minutos.'],
    ['SELLER', 'concluir o pagamento. Entre em contato com a loja.'],
  ] as const) {
    await checkout.pay({ holder });
    await expect(checkout.alert).toContainText(sentence);
    if (holder === 'LIMIT') await expect(checkout.securityCode).toHaveAccessibleName(askingField);
  }

  expect(await checkout.charges()).toEqual([]);
  await expect(checkout.payButton).toHaveCount(0);
  await expect(checkout.inner.getByRole('term')).toHaveText(['Pedido', 'Código do pagamento']);
  const paymentId = await checkout.element.evaluate((element): unknown =>
    Reflect.get(element, 'paymentId'),
  );
  await expect(checkout.inner.locator('code')).toHaveText(String(paymentId));
});

test.describe('in the isolated form, whose frame holds the ordinary form', () => {
  test.use({ isolated: true, viewport: { width: 390, height: 380 } });

  test('a decline moves the focus to the security code, with the reason and its label in view', async ({
    checkout,
  }) => {
    await checkout.open({ 'three-ds': 'off' });
    await checkout.pay({ holder: 'REFUSED' });

    await expect(checkout.securityCode).toBeFocused();
    await expect(checkout.securityCode).toHaveAccessibleName(askingField);
    await expect(checkout.inner.getByText('Código de segurança')).toBeInViewport({ ratio: 1 });
    await expect(checkout.securityCode).toBeInViewport({ ratio: 1 });
    await expect(checkout.inner.getByText(askForCode)).toBeInViewport({ ratio: 1 });
    await checkout.securityCode.press('1');
    await expect(checkout.inner.getByText(askForCode)).toHaveCount(0);
    await expect(checkout.securityCode).toHaveAccessibleName('Código de segurança');
  });
});
