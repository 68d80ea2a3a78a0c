const cpf = '52998224725';

/**
 * Fills the element's fields as a password manager does: sets each value and dispatches keyboard events.
 * @type {(checkout: Element, card: { number: string, name: string }) => void}
 */
export function fillForm(checkout, { number, name }) {
  const isAmex = /^3[47]/.test(number);
  fillField(checkout, 'cc-number', number);
  fillField(checkout, 'cc-exp', `12/${String(new Date().getFullYear() + 4).slice(-2)}`);
  fillField(checkout, 'cc-name', name);
  fillField(checkout, 'cc-csc', isAmex ? '1234' : '123');
  fillField(checkout, 'document', cpf);
}

/** @type {(checkout: Element, name: string, value: string) => HTMLElement | undefined} */
export function fillField(checkout, name, value) {
  const input = checkout.shadowRoot?.querySelector(`[name="${name}"]`);
  const isField = input instanceof HTMLInputElement || input instanceof HTMLSelectElement;
  if (!isField) return undefined;
  input.value = value;
  for (const type of ['input', 'change']) {
    input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
  return input;
}
