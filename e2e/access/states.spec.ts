import { audit, prepareAudit } from '../support/access-audit.ts';
import { expectVisibleFocus, listenTo, watchFocus } from '../support/attention.ts';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { answerWith, hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

test.beforeEach(async ({ page }) => {
  // Each state is checked four times.
  test.setTimeout(120_000);
  await prepareAudit(page);
});

async function call(checkout: CheckoutPage, method: string, ...args: string[]): Promise<void> {
  await checkout.element.evaluate(
    (element, [name, values]) => {
      Reflect.apply(Reflect.get(element, name), element, values);
    },
    [method, args] as const,
  );
}

test('the form meets WCAG 2.2 AA while loading, filled in and with errors', async ({
  checkout,
  page,
}) => {
  const release = await hold(page, '**/en-*.js');
  await checkout.open({ locale: 'en', kinds: 'credit debit' });
  await expect(checkout.inner.locator('[part=skeleton]')).toBeVisible();
  const bones = checkout.inner.locator('[part=skeleton] .bone');
  await expect(bones, 'five fields, the installments and the button').toHaveCount(7);
  const moving = await checkout.inner.evaluate(
    ({ shadowRoot }) => shadowRoot?.getAnimations().length,
  );
  expect(moving, 'nothing moves where motion is reduced').toBe(0);
  await audit(page, 'skeleton');

  release();
  await expect(checkout.inner.getByLabel('Card number')).toBeVisible();
  await audit(page, 'empty, in English');
  await checkout.element.evaluate((element) => element.setAttribute('locale', 'pt-BR'));

  await checkout.fill();
  await checkout.expiry.fill('13/30');
  await checkout.holder.focus();
  await expect(checkout.expiry).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.inner.locator('[part=brand] svg')).toBeVisible();
  await audit(page, 'filled, with a fault and the brand');

  await checkout.number.fill('6062 8288');
  await audit(page, 'a retired brand');

  await checkout.payButton.click();
  await checkout.inner.getByLabel('Débito').check();
  await expect(checkout.inner.getByRole('group', { name: 'Confira' })).toBeVisible();
  await audit(page, 'summary, debit');
});

test('the form meets WCAG 2.2 AA when disabled and blocked', async ({ checkout, page }) => {
  await page.goto(checkout.shopUrl({ kinds: 'credit debit' }));
  await checkout.element.evaluate((element) => element.setAttribute('disabled', ''));
  await expect(checkout.number).toBeDisabled();
  await audit(page, 'disabled');
  await checkout.element.evaluate((element) => element.removeAttribute('disabled'));

  await call(checkout, 'setCustomValidity', 'Aceite os termos.');
  await checkout.payButton.click();
  await expect(checkout.alert).toHaveText(
    checkout.isIsolated ? /^Falta algo nesta página/ : 'Aceite os termos.',
  );
  await audit(page, 'a fault of the page');
});

test.describe('while the clock stands still', () => {
  // An unused preload isn't removed then, and Chromium warns about it after three seconds.
  test.use({ breaksSomething: true });

  test('every step of a payment meets WCAG 2.2 AA and is announced while the focus is elsewhere', async ({
    checkout,
    page,
  }) => {
    const releaseFraud = await hold(page, '**/x.js**');
    const releaseToken = await hold(page, '**/api/3ds/token/**');
    const releaseCard = await hold(page, '**/api/checkout/');
    await page.clock.install();
    await checkout.open({ kinds: 'credit debit', locale: 'pt-BR' });
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'));
    const heard = await listenTo(checkout.status);
    await checkout.fill();
    await checkout.number.fill(cards.challenge);
    await page.clock.pauseAt(Date.now() + 60_000);
    await checkout.payButton.click();
    await page.getByRole('link').first().focus();
    await expect(checkout.status).toContainText('Preparando');
    await audit(page, 'fraud');

    releaseFraud();
    await page.clock.fastForward(1_000);
    await expect(checkout.status).toContainText('Conectando');
    await audit(page, 'token');

    releaseToken();
    await page.clock.resume();
    await expect(checkout.bank.getByLabel('Código SMS')).toBeVisible();
    // A step that is over within a second is not announced.
    await expect(checkout.status).toContainText('Confirmando');
    await audit(page, 'challenge');
    await checkout.bank.getByLabel('Código SMS').focus();
    await page.keyboard.press('Shift+Tab');
    await expectVisibleFocus(checkout.challenge.getByRole('button', { name: 'Cancelar' }));
    for (const part of ['form', '[role=alert]', '[role=status]', '.unseen', 'dialog']) {
      const shown = checkout.inner.locator(part).first();
      const language = await shown.evaluate((element) =>
        element.closest('[lang]')?.getAttribute('lang'),
      );
      expect(language, part).toBe('pt-BR');
    }

    await checkout.answerBank('1234');
    await expect(checkout.status).toContainText('Processando');
    await audit(page, 'submit');
    releaseCard();
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    // An audit may take so long that a step is announced with the sentence for long waits.
    const steps = (await heard()).map((text) => text.replace(/ Está demorando.+$/, '').trim());
    expect([...new Set(steps)]).toEqual([
      'Preparando o pagamento…',
      'Conectando ao banco…',
      'Confirmando com o banco…',
      'Processando o pagamento… Não feche esta página.',
    ]);
  });
});

test.describe('at the end of a payment', () => {
  // Browsers log every response of 400 and above.
  test.use({ breaksSomething: true });

  test('every outcome meets WCAG 2.2 AA, is announced once, and has the focus or its button', async ({
    checkout,
    page,
  }) => {
    await checkout.open({ 'three-ds': 'off' });
    await checkout.fill();
    await checkout.payButton.focus();
    const heard = await listenTo(checkout.alert);
    const lostFocus = await watchFocus(page);
    for (const [holder, sentence, focused] of [
      ['RISK', 'O pagamento não foi autorizado.', checkout.securityCode],
      ['LIMIT', 'Tente de novo em alguns minutos', checkout.payButton],
      ['SELLER', 'Entre em contato com a loja', checkout.inner.locator('[part=alert]')],
    ] as const) {
      await checkout.holder.fill(holder);
      await checkout.securityCode.fill('123');
      await checkout.payButton.press('Enter');
      await expect(checkout.alert).toContainText(sentence);
      await expect(focused).toBeFocused();
      await audit(page, sentence);
    }
    expect(await lostFocus()).toEqual([]);
    expect((await heard()).map((text) => text.split('.')[0])).toEqual([
      'O pagamento não foi autorizado',
      'Não foi possível concluir o pagamento agora',
      'Não foi possível concluir o pagamento',
    ]);

    await call(checkout, 'reset');
    await checkout.fill();
    await checkout.payButton.press('Enter');
    await expect(checkout.inner).toMatchAriaSnapshot(`
      - /children: equal
      - group /Pagamento aprovado\\. Você pagou R\\$ \\d+,\\d{2}\\./ [active]:
        - paragraph: Pagamento aprovado.
        - paragraph: /Você pagou R\\$ \\d+,\\d{2}\\./
        - term: Cartão
        - definition: Visa final 2701
        - term: Pedido
        - definition: /.+/
        - term: Data
        - definition: /\\d+, \\d+/
        - term: Código do pagamento
        - definition:
          - code: /.+/
          - button "Copiar"
      - alert
      - status
      - paragraph
    `);
    await audit(page, 'approved');
    const result = checkout.inner.getByRole('group', { name: 'Pagamento aprovado.' });
    await expectVisibleFocus(result);
    await page.emulateMedia({ media: 'print' });
    await expect(result, 'on paper').toHaveCSS('outline-style', 'none');
  });

  test('an unknown outcome meets WCAG 2.2 AA and has the focus', async ({ checkout, page }) => {
    await page.clock.install();
    await answerWith(page, 'processing');
    await checkout.open({ 'three-ds': 'off' });
    await checkout.fill();
    await checkout.payButton.focus();
    const lostFocus = await watchFocus(page);
    await page.keyboard.press('Enter');
    await expect(checkout.status).toContainText('Verificando o pagamento');
    await audit(page, 'waiting');

    await answerWith(page, 'unknown');
    await expect(checkout.inner.getByRole('group', { name: 'Não pague de novo:' })).toBeFocused();
    await audit(page, 'pending');

    await answerWith(page, 'declined');
    await page.clock.fastForward(5_000);
    await expect(checkout.alert).toContainText('não foi autorizado');
    await expect(checkout.payButton).toBeFocused();
    expect(await lostFocus()).toEqual([]);
  });
});
