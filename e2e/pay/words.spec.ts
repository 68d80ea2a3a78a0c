import { cards } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

// Browsers log every response of 400 and above.
test.use({ breaksSomething: true });

/** R$ 1.299,00, or R$ 1.473,12 in twelve installments. */
const amount = 129_900;

for (const isolated of [false, true]) {
  test.describe(isolated ? 'in the isolated form' : 'in the element', () => {
    test.use({ isolated, viewport: { width: 390, height: 844 } });

    test('an error that another card may solve comes with the ways to another card and to Pix', async ({
      checkout,
    }) => {
      await checkout.open();
      for (const number of [cards.notEnrolled, cards.frictionlessFails]) {
        await checkout.pay({ number });
        await expect(checkout.alert).toContainText('Nada foi cobrado. Tente de novo');
        await expect(checkout.alert).toContainText('outro cartão');
        const pix = isolated ? 'Outras formas de pagamento' : 'Pagar com Pix';
        const link = checkout.element.page().locator('card-checkout').getByRole('link');
        const found = isolated ? checkout.inner.getByRole('link', { name: pix }) : link;
        await expect(found).toHaveAttribute('href', /\/pix/);
        await expect(found).toBeVisible();
        await checkout.inner.getByRole('button', { name: 'Usar outro cartão' }).click();
        await expect(checkout.number).toBeFocused();
        await expect(checkout.number).toHaveValue('');
        await expect(checkout.alert).toBeEmpty();
        await expect(found).toBeHidden();
      }
      await checkout.pay();
      await expect(checkout.inner).toContainText('Pagamento aprovado.');
    });
  });
}

test.describe('in the isolated form, whose frame holds the ordinary form', () => {
  test.use({ isolated: true, viewport: { width: 390, height: 844 } });

  test('the page’s total follows the installments and the kind of card', async ({
    checkout,
    page,
  }) => {
    const total = page.locator('#total');
    await checkout.open({ amount, plans: 1, kinds: 'credit debit' });
    await checkout.fill();
    await checkout.installments.selectOption('12');
    await expect(total).toHaveText('R$ 1.473,12');
    await checkout.inner.getByLabel('Débito').check();
    await expect(total).toHaveText('R$ 1.299,00');
    await checkout.inner.getByLabel('Crédito').check();
    await expect(total).toHaveText('R$ 1.473,12');
    await checkout.installments.selectOption('3');
    await expect(total).toHaveText('R$ 1.299,00');
  });

  test('a declined debit card may be tried as credit', async ({ checkout }) => {
    await checkout.open({ kinds: 'credit debit' });
    await checkout.inner.getByLabel('Débito').check();
    await checkout.pay({ holder: 'REFUSED' });
    await checkout.inner.getByRole('button', { name: 'Tentar no crédito' }).click();
    await expect(checkout.securityCode).toBeFocused();
    await expect(checkout.alert).toBeEmpty();
    await expect(checkout.inner.getByRole('button', { name: 'Tentar no crédito' })).toHaveCount(0);
    await checkout.pay();

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toMatchObject([{ paymentMethod: 'credit' }]);
  });

  test('the receipt has a short code beside the payment’s', async ({ checkout }) => {
    await checkout.open();
    await checkout.pay();
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    const id = await checkout.inner.locator('code').innerText();
    const [, first, last] = /(\w{4})(\w{4})$/.exec(id.toUpperCase()) ?? [];

    await expect(checkout.inner.locator('dd strong')).toHaveText(`${first}-${last}`);
  });

  test('a bank that can’t be asked for a token isn’t the card’s fault', async ({
    checkout,
    page,
  }) => {
    await page.clock.install();
    await checkout.open({ fault: 'token-slow' });
    await checkout.fill();
    await page.clock.pauseAt(Date.now() + 60_000);
    await checkout.payButton.click();
    await page.clock.fastForward(1_000);
    await expect(checkout.status).toContainText('Conectando ao banco…');
    await page.clock.fastForward(8_000);
    await expect(checkout.status).toContainText('Nada foi cobrado ainda.');
    await checkout.waitThroughPauses(
      'Não conseguimos falar com o banco agora. Nada foi cobrado. Tente de novo em alguns minutos.',
    );
    await expect(checkout.inner.getByRole('button', { name: 'Usar outro cartão' })).toHaveCount(0);
  });
});
