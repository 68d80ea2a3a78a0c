import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test.ts';

/** Wraps the element in a form with a fieldset, under the name `payment`. */
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

test('a surrounding form gets the payment’s id once approved, and never the card', async ({
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
  await checkout.fill();
  expect(await formData(checkout.element)).toEqual([]);

  await test.step('setCustomValidity() blocks the payment and shows why', async () => {
    await setCustomValidity(checkout.element, 'Aceite os termos.');
    await checkout.payButton.click();
    await expect(checkout.alert).toHaveText('Aceite os termos.');
    const { validity, message } = await checkout.element.evaluate((element) => ({
      validity: Boolean(Reflect.get(Reflect.get(element, 'validity'), 'customError')),
      message: String(Reflect.get(element, 'validationMessage')),
    }));
    expect({ validity, message }).toEqual({ validity: true, message: 'Aceite os termos.' });
    await setCustomValidity(checkout.element, '');
    await expect(checkout.alert).toHaveText('');
  });

  await checkout.payButton.click();
  await expect(checkout.inner).toContainText('Pagamento aprovado.');
  const id: unknown = await checkout.element.evaluate((element) =>
    Reflect.get(element, 'paymentId'),
  );
  const form = page.locator('#shop-form');
  await expect(form).toHaveAttribute('data-submits', '1');
  await expect(form).toHaveAttribute('data-sent', JSON.stringify([['payment', id]]));
  expect(await formData(checkout.element)).toEqual([['payment', id]]);

  await test.step('another order gets an empty form, and the old payment is not submitted', async () => {
    const order = await checkout.order({ amount: checkout.amount + 500_000 });
    await checkout.element.evaluate(
      (element, token) => element.setAttribute('order', token),
      order,
    );
    await expect(checkout.payButton).toContainText('R$ 5.2');
    await expect(checkout.number).toHaveValue('');
    expect(await formData(checkout.element)).toEqual([]);
  });
});

test('a surrounding form disables and resets it, and waits until it is complete', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await wrap(checkout.element);
  const form = page.locator('#shop-form');

  await test.step('a disabled fieldset or its own attribute disables it', async () => {
    for (const [target, change] of [
      [form.locator('fieldset').first(), attribute],
      [checkout.element, attribute],
      [checkout.element, property],
    ] as const) {
      await target.evaluate(change, true);
      await expect(checkout.number).toBeDisabled();
      await expect(checkout.installments).toBeDisabled();
      await expect(checkout.payButton).toBeDisabled();
      const isDisabled = checkout.element.evaluate((element) =>
        element.matches(':state(disabled)'),
      );
      expect(await isDisabled).toBe(true);
      expect(await form.evaluate((element: HTMLFormElement) => element.checkValidity())).toBe(true);
      await target.evaluate(change, false);
      await expect(checkout.number).toBeEnabled();
    }
  });

  await test.step('the form waits until everything is filled in', async () => {
    const submit = async (): Promise<void> =>
      form.evaluate((element: HTMLFormElement) => element.requestSubmit());
    await submit();
    await expect(checkout.number).toHaveAttribute('aria-invalid', 'true');
    await expect(checkout.number).toBeFocused();
    await expect(form).not.toHaveAttribute('data-submits');
    await checkout.fill();
    await checkout.expectComplete();
    await submit();
    await expect(form).toHaveAttribute('data-submits', '1');
  });

  await test.step('reset() empties the fields', async () => {
    await form.evaluate((element: HTMLFormElement) => element.reset());
    for (const field of [checkout.number, checkout.expiry, checkout.securityCode]) {
      await expect(field).toHaveValue('');
    }
  });
});

function attribute(element: Element, isSet: boolean): void {
  element.toggleAttribute('disabled', isSet);
}

function property(element: Element, isSet: boolean): void {
  Reflect.set(element, 'disabled', isSet);
}

async function setCustomValidity(element: Locator, message: string): Promise<void> {
  await element.evaluate((checkout, text) => {
    Reflect.apply(Reflect.get(checkout, 'setCustomValidity'), checkout, [text]);
  }, message);
}
