import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** Puts the element into a form of the page's own, in a fieldset, under the name `payment`. */
async function wrap(element: Locator): Promise<void> {
  await element.evaluate((checkout) => {
    const form = document.createElement('form');
    const fieldset = document.createElement('fieldset');
    form.id = 'shop-form';
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      form.dataset['submits'] = String(Number(form.dataset['submits'] ?? 0) + 1);
    });
    checkout.setAttribute('name', 'payment');
    checkout.replaceWith(form);
    form.append(fieldset);
    fieldset.append(checkout);
  });
}

const formData = (element: Locator) =>
  element.evaluate((checkout) => {
    const form = checkout.closest('form');
    return form ? [...new FormData(form)] : undefined;
  });

test('a form around it gets the id of the payment, and never the card', async ({ checkout }) => {
  await checkout.open();
  await wrap(checkout.element);
  await checkout.fill();
  const before = await formData(checkout.element);
  await checkout.payButton.click();
  await expect(checkout.element).toContainText('Pagamento aprovado.');
  const after = await formData(checkout.element);

  const id: unknown = await checkout.element.evaluate((element) =>
    Reflect.get(element, 'paymentId'),
  );
  expect(before).toEqual([]);
  expect(after).toEqual([['payment', id]]);
});

test('a form that is submitted as soon as the payment is approved has its id', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await wrap(checkout.element);
  await checkout.element.evaluate((element) => {
    element.addEventListener('checkout-approved', () => {
      const form = element.closest('form');
      if (!form) return;
      form.dataset['sent'] = JSON.stringify([...new FormData(form)]);
      form.requestSubmit();
    });
  });
  await checkout.pay();

  const form = page.locator('#shop-form');
  await expect(form).toHaveAttribute('data-submits', '1');
  await expect(form).toHaveAttribute('data-sent', /^\[\["payment","[\da-f-]{36}"\]\]$/);
});

test('a form around it is held up until everything is filled in', async ({ checkout, page }) => {
  await checkout.open();
  await wrap(checkout.element);
  const submit = async (): Promise<void> =>
    page.locator('#shop-form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await submit();

  await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.number).toBeFocused();
  await expect(page.locator('#shop-form')).not.toHaveAttribute('data-submits');
  await checkout.fill();
  await submit();
  await expect(page.locator('#shop-form')).toHaveAttribute('data-submits', '1');
});

test('reset() of a form around it empties the fields', async ({ checkout, page }) => {
  await checkout.open();
  await wrap(checkout.element);
  await checkout.fill();
  await page.locator('#shop-form').evaluate((form: HTMLFormElement) => form.reset());

  for (const field of [checkout.number, checkout.expiry, checkout.securityCode]) {
    await expect(field).toHaveValue('');
  }
});

test('a disabled fieldset disables it, and so does its own attribute', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await wrap(checkout.element);
  for (const target of [page.locator('#shop-form fieldset').first(), checkout.element]) {
    await target.evaluate((element) => element.setAttribute('disabled', ''));
    await expect(checkout.number).toBeDisabled();
    await expect(checkout.installments).toBeDisabled();
    await expect(checkout.payButton).toBeDisabled();
    expect(await checkout.element.evaluate((element) => element.matches(':state(disabled)'))).toBe(
      true,
    );
    await target.evaluate((element) => element.removeAttribute('disabled'));
    await expect(checkout.number).toBeEnabled();
  }
});

test('setCustomValidity() holds a payment up and says why', async ({ checkout }) => {
  await checkout.open();
  await checkout.fill();
  await checkout.element.evaluate((element) => {
    Reflect.apply(Reflect.get(element, 'setCustomValidity'), element, ['Aceite os termos.']);
  });
  await checkout.payButton.click();

  await expect(checkout.alert).toHaveText('Aceite os termos.');
  const { validity, message } = await checkout.element.evaluate((element) => ({
    validity: Boolean(Reflect.get(Reflect.get(element, 'validity'), 'customError')),
    message: String(Reflect.get(element, 'validationMessage')),
  }));
  expect({ validity, message }).toEqual({ validity: true, message: 'Aceite os termos.' });
  await checkout.element.evaluate((element) => {
    Reflect.apply(Reflect.get(element, 'setCustomValidity'), element, ['']);
  });
  await expect(checkout.alert).toHaveText('');
  await checkout.payButton.click();
  await expect(checkout.element).toContainText('Pagamento aprovado.');
});

test('its states are there for style sheets', async ({ checkout, page }) => {
  const has = async (state: string): Promise<boolean> =>
    checkout.element.evaluate((element, name) => element.matches(`:state(${name})`), state);
  await checkout.open({ fault: 'token-slow' });
  await expect.poll(async () => has('ready')).toBe(true);
  const asked = page.waitForRequest('**/api/3ds/token/**');
  await checkout.pay();
  await asked;

  expect(await has('paying')).toBe(true);
  expect(await has('ready')).toBe(false);
});
