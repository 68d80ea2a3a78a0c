import { expect, test } from '../support/test.ts';

test('Tab moves through the form, and errors lead to their fields', async ({ checkout, page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  const { number, expiry, securityCode, holder, document, installments, payButton } = checkout;
  const summary = checkout.inner.getByRole('group', { name: 'Confira' });
  const reset = async (): Promise<void> =>
    checkout.element.evaluate((element) => {
      Reflect.apply(Reflect.get(element, 'reset'), element, []);
    });
  await checkout.open();

  await test.step('Tab moves through the fields in order', async () => {
    await number.focus();
    for (const next of [expiry, securityCode, holder, document, installments, payButton]) {
      await page.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
  });

  await test.step('the button reports every field and focuses the first', async () => {
    await reset();
    await payButton.click();
    for (const field of [number, expiry, securityCode, holder, document]) {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
    }
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription('Informe o número do cartão.');
  });

  await test.step('leaving a field shows its error, and correcting it removes the error', async () => {
    await reset();
    await expect(number).not.toHaveAttribute('aria-invalid');
    await number.fill('4111 1111 1111');
    await expect(number).not.toHaveAttribute('aria-invalid');
    await number.blur();
    await expect(number).toHaveAccessibleDescription(/O número do cartão está incompleto\./);
    await number.fill('4111 1111 1111 1112');
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(number).toHaveAccessibleDescription(
      'Confira o número do cartão: há algum dígito errado. Bandeira: Visa',
    );
    await number.fill('4111 1111 1111 1111');
    await expect(number).not.toHaveAttribute('aria-invalid');
  });

  await test.step('the brand shows once it is certain', async () => {
    await number.fill('6505 2900');
    await expect(number).toHaveAccessibleDescription('Bandeira: Elo');
    await expect(checkout.inner.locator('[part=brand] svg')).toBeVisible();
  });

  await test.step('the summary leads to each field and shrinks as errors are fixed', async () => {
    await reset();
    await expect(summary).toBeHidden();
    await checkout.pay({ document: '', expiry: '13/30' });
    await expect(summary.getByRole('link')).toHaveText(['Validade', 'CPF ou CNPJ de quem paga']);
    await expect(expiry).toBeFocused();
    await summary.getByRole('link').last().click();
    await expect(document).toBeFocused();
    await expiry.fill('12/30');
    await expect(summary.getByRole('link')).toHaveText(['CPF ou CNPJ de quem paga']);
    await expect(summary).toContainText('Confira 1 campo.');
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height });
    await expect(summary, 'a phone has no room for it').toBeHidden();
    await page.setViewportSize({ width, height });
    await document.fill('529.982.247-25');
    await expect(summary).toBeHidden();
  });

  await test.step('a press still counts if an error appears and moves the button', async () => {
    await reset();
    await checkout.fill();
    await number.fill('4111');
    await payButton.click();
    await expect(summary).toBeVisible();
    await expect(number).toBeFocused();
  });
  expect(sent).toEqual([]);

  await test.step('a script that submits the form puts nothing into the URL', async () => {
    await checkout.fill();
    const before = page.url();
    await checkout.element.evaluate((element) => {
      element.shadowRoot?.querySelector('form')?.submit();
    });
    await expect(number).toHaveValue('4000 0000 0000 2701');
    expect(page.url()).toBe(before);
  });
});

test('in English, every label is English, and the live regions stay from start to end', async ({
  checkout,
  page,
}) => {
  await page.addInitScript(() => {
    const counts: number[] = [];
    Object.assign(globalThis, { regionCounts: counts });
    const watch = (): void => {
      const root = document.querySelector('card-checkout')?.shadowRoot;
      if (root?.firstElementChild) {
        const all = root.querySelectorAll('[role=alert],[role=status],.unseen[aria-live]');
        // The bank's dialog brings its own.
        counts.push([...all].filter((region) => !region.closest('dialog')).length);
      }
      requestAnimationFrame(watch);
    };
    watch();
  });
  await checkout.open({ locale: 'en' });
  await checkout.inner.getByLabel('Card number').fill('4000000000002701');
  const regions = await checkout.inner.evaluateHandle((element) => [
    ...(element.shadowRoot?.querySelectorAll('[role=alert], [role=status]') ?? []),
  ]);
  await checkout.inner.getByLabel('Expiry date').fill('12/30');
  await checkout.inner.getByLabel('Security code').fill('123');
  await checkout.inner.getByLabel('Name on card').fill('APPROVED');
  await checkout.inner.getByLabel('CPF or CNPJ').fill('529.982.247-25');
  await expect(checkout.inner.getByLabel('Installments')).toBeVisible();
  const amount = (checkout.amount / 100).toFixed(2);
  await checkout.inner.getByRole('button', { name: `Pay R$${amount}` }).click();
  await expect(checkout.inner).toContainText('Payment approved.');

  expect(await regions.evaluate((all) => all.every((region) => region.isConnected))).toBe(true);
  const counts = await checkout.inner.evaluate(() => Reflect.get(globalThis, 'regionCounts'));
  expect(new Set(counts)).toEqual(new Set([3]));
});

test('a payment can be canceled by keyboard, and ends when the element is removed', async ({
  checkout,
  page,
}) => {
  const has = async (state: string): Promise<boolean> =>
    checkout.element.evaluate((element, name) => element.matches(`:state(${name})`), state);
  await checkout.open({ fault: 'token-slow' });
  await expect.poll(async () => has('ready')).toBe(true);
  const asked = page.waitForRequest('**/api/3ds/token/**');
  await checkout.fill();
  await checkout.payButton.press('Enter');
  await asked;
  expect(await has('paying')).toBe(true);
  expect(await has('ready')).toBe(false);

  await test.step('canceling keeps the focus on the button', async () => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(checkout.alert).toContainText('Você cancelou');
    await expect(checkout.payButton).toBeFocused();
  });

  await test.step('removing the element ends pending requests', async () => {
    const askedAgain = page.waitForRequest('**/api/3ds/token/**');
    const aborted = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/3ds/'),
    );
    await checkout.payButton.press('Enter');
    await askedAgain;
    await checkout.element.evaluate((element) => element.remove());
    expect((await aborted).failure()?.errorText).toContain('ABORTED');
  });
});
