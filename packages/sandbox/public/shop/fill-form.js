/** A CPF with right check digits that belongs to nobody. */
const cpf = '52998224725';

/**
 * Fills the element's fields as a password manager does: sets the value and dispatches what a keyboard would.
 * @param {Element} checkout
 * @param {{ number: string, name: string }} card
 */
export function fillForm(checkout, { number, name }) {
  const isAmex = /^3[47]/.test(number);
  const values = {
    'cc-number': number,
    'cc-exp': `12/${String(new Date().getFullYear() + 4).slice(-2)}`,
    'cc-name': name,
    'cc-csc': isAmex ? '1234' : '123',
    document: cpf,
  };
  for (const [field, value] of Object.entries(values)) fillField(checkout, field, value);
}

/**
 * Fills one field, and gives it.
 * @param {Element} checkout
 * @param {string} field
 * @param {string} value
 */
export function fillField(checkout, field, value) {
  const input = checkout.shadowRoot?.querySelector(`[name="${field}"]`);
  if (!(input instanceof HTMLInputElement)) return undefined;
  input.value = value;
  for (const type of ['input', 'change']) {
    input.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
  return input;
}
