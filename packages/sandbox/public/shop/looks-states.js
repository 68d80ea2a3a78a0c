import { fillField, fillForm } from './fill-form.js';
import { showFresh } from './looks-preview.js';

/**
 * Brings a new element into the state of each button that is pressed, as a buyer would.
 * @param {HTMLFormElement} form
 */
export function wireStates(form) {
  const buttons = document.querySelectorAll('[data-state]');
  for (const button of buttons) {
    button.addEventListener('click', () => {
      for (const other of buttons) other.setAttribute('aria-pressed', String(other === button));
      if (button instanceof HTMLElement) void reach(button.dataset, form);
    });
  }
}

/**
 * @param {DOMStringMap} state
 * @param {HTMLFormElement} form
 */
async function reach(state, form) {
  const { number = '', name = '', fault = '', installments = '', refusal = '', press = '' } = state;
  const checkout = await showFresh(form, { fault, hasPlans: installments !== '' });
  if (!checkout) return;
  checkout.scrollIntoView({ block: 'nearest' });
  if (name !== '') fillForm(checkout, { number, name });
  else if (number !== '') leaveField(checkout, number);
  if (installments !== '') choose(checkout, installments);
  if (refusal !== '') checkout.setCustomValidity(refusal);
  if (press !== '') await checkout.submit();
}

/**
 * Types the card's number and goes on, whereupon the form says what is wrong with it.
 * @param {Element} checkout
 * @param {string} number
 */
function leaveField(checkout, number) {
  const input = fillField(checkout, 'cc-number', number);
  input?.focus();
  input?.blur();
}

/**
 * Chooses how many installments there are to be.
 * @param {Element} checkout
 * @param {string} count
 */
function choose(checkout, count) {
  const select = checkout.shadowRoot?.querySelector('select');
  if (!select) return;
  select.value = count;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
