import { expect, test } from '../support/test.ts';

test('leaving a field reports it, and mending it takes the report away', async ({ checkout }) => {
  await checkout.open();
  await checkout.number.fill('4111 1111 1111 1112');
  await expect(checkout.number).not.toHaveAttribute('aria-invalid');
  await checkout.number.blur();

  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.number).toHaveAccessibleDescription(
    'Confira o número do cartão: há algum dígito errado. Bandeira: Visa',
  );
  await checkout.number.fill('4111 1111 1111 1111');
  await expect(checkout.number).not.toHaveAttribute('aria-invalid');
});

test('the button reports every field and goes to the first', async ({ checkout, page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await checkout.open();
  await checkout.payButton.click();

  for (const field of [
    checkout.number,
    checkout.expiry,
    checkout.securityCode,
    checkout.holder,
    checkout.document,
  ]) {
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(checkout.number).toBeFocused();
  await expect(checkout.number).toHaveAccessibleDescription('Informe o número do cartão.');
  expect(sent).toEqual([]);
});

test('a press of the button is not lost although a fault appears that moves it', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.fill();
  await checkout.number.fill('4111');

  await checkout.payButton.click();

  await expect(checkout.element.getByRole('group', { name: 'Confira' })).toBeVisible();
  await expect(checkout.number).toBeFocused();
});

test('the summary lists what is wrong, leads to each field and shrinks as it is mended', async ({
  checkout,
}) => {
  await checkout.open();
  const summary = checkout.element.getByRole('group', { name: 'Confira' });
  await expect(summary).toBeHidden();
  await checkout.pay({ document: '', expiry: '13/30' });

  await expect(summary.getByRole('link')).toHaveText([
    'Use mês e ano, por exemplo 08/29.',
    'Informe o CPF ou CNPJ.',
  ]);
  await expect(checkout.expiry).toBeFocused();
  await summary.getByRole('link').last().click();
  await expect(checkout.document).toBeFocused();
  await checkout.expiry.fill('12/30');
  await expect(summary.getByRole('link')).toHaveText(['Informe o CPF ou CNPJ.']);
  await checkout.document.fill('529.982.247-25');
  await expect(summary).toBeHidden();
});

test('the live regions are there from the first paint and stay to the end', async ({
  checkout,
  page,
}) => {
  await page.addInitScript(() => {
    const counts: number[] = [];
    Object.assign(globalThis, { regionCounts: counts });
    const watch = (): void => {
      const root = document.querySelector('card-checkout')?.shadowRoot;
      if (root?.firstElementChild) {
        counts.push(root.querySelectorAll('[role=alert],[role=status],.unseen[aria-live]').length);
      }
      requestAnimationFrame(watch);
    };
    watch();
  });
  await checkout.open({ locale: 'en' });
  await page.getByLabel('Card number').fill('4000000000002701');
  const regions = await checkout.element.evaluateHandle((element) => [
    ...(element.shadowRoot?.querySelectorAll('[role=alert], [role=status]') ?? []),
  ]);
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('APPROVED');
  await page.getByLabel('CPF or CNPJ').fill('529.982.247-25');
  await checkout.element.getByRole('button').click();
  await expect(checkout.element).toContainText('Payment approved.');

  expect(await regions.evaluate((all) => all.every((region) => region.isConnected))).toBe(true);
  const counts = await page.evaluate(() => Reflect.get(globalThis, 'regionCounts'));
  expect(new Set(counts)).toEqual(new Set([3]));
});

test('the brand shows as soon as it is certain', async ({ checkout }) => {
  await checkout.open();
  await checkout.number.fill('6505 2900');

  await expect(checkout.number).toHaveAccessibleDescription('Bandeira: Elo');
  await expect(checkout.element.locator('[part=brand] svg')).toBeVisible();
});

test('in English, every label is English', async ({ checkout, page }) => {
  await checkout.open({ locale: 'en' });

  for (const label of [
    'Card number',
    'Expiry date',
    'Name on card',
    'Security code',
    'CPF or CNPJ',
    'Installments',
  ]) {
    await expect(page.getByLabel(label)).toBeVisible();
  }
  const amount = (checkout.amount / 100).toFixed(2);
  await expect(page.getByRole('button', { name: `Pay R$${amount}` })).toBeVisible();
});

test('Tab goes through the fields in their order', async ({ checkout, page }) => {
  await checkout.open();
  await checkout.number.focus();
  for (const next of [
    checkout.expiry,
    checkout.securityCode,
    checkout.holder,
    checkout.document,
    checkout.installments,
    checkout.payButton,
  ]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
});

test('taking the element away ends what is in flight', async ({ checkout, page }) => {
  await checkout.open({ fault: 'token-slow' });
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('/3ds/'));
  const asked = page.waitForRequest('**/api/3ds/token/**');
  await checkout.pay();
  await asked;
  await checkout.element.evaluate((element) => element.remove());

  expect((await aborted).failure()?.errorText).toContain('ABORTED');
});

test('cancelling by the keyboard keeps the focus at the button', async ({ checkout, page }) => {
  await checkout.open({ fault: 'token-slow' });
  const asked = page.waitForRequest('**/api/3ds/token/**');
  await checkout.fill();
  await checkout.payButton.press('Enter');
  await asked;
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');

  await expect(checkout.alert).toContainText('Você cancelou');
  await expect(checkout.payButton).toBeFocused();
});

test('a card number is no name', async ({ checkout }) => {
  await checkout.open();
  await checkout.holder.fill('4111 1111 1111 1111');
  await checkout.holder.blur();

  await expect(checkout.holder).toHaveAccessibleDescription('Use só o nome, como está no cartão.');
});

test('a script that submits the form puts nothing into the address', async ({ checkout, page }) => {
  await checkout.open();
  await checkout.fill();
  const before = page.url();
  await checkout.element.evaluate((element) => element.shadowRoot?.querySelector('form')?.submit());

  await expect(checkout.number).toHaveValue('4000 0000 0000 2701');
  expect(page.url()).toBe(before);
});
