import { fillField, fillForm } from '../fill-form.js';

/** @typedef {import('../../../src/shop/looks/states.ts').LookState} LookState */

const [stage, partNote] = ['stage', 'part-note'].map((id) => document.getElementById(id));
if (!stage || !partNote) throw new Error('The page is incomplete');

const outline = new CSSStyleSheet();
document.adoptedStyleSheets.push(outline);

/** How many elements were requested; only the latest is shown. */
let latest = 0;

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button) return;
  const { state, part } = button.dataset;
  const isReleased = part !== undefined && button.matches('[aria-pressed=true]');
  for (const other of button.closest('ul')?.querySelectorAll('button') ?? []) {
    other.setAttribute('aria-pressed', String(other === button && !isReleased));
  }
  if (state !== undefined) void reach(JSON.parse(state));
  if (part !== undefined) outlinePart(isReleased ? '' : part);
});
await showFresh({ locale: stage.dataset['locale'] ?? '' });

/**
 * Puts a new element into a state, step by step as a buyer would.
 * @param {LookState} state
 */
async function reach({
  attributes,
  fault,
  number,
  name,
  installments,
  refusal = '',
  pays,
  cancels,
}) {
  const order = { ...(installments && { plans: '1' }), ...(fault && { fault }) };
  const checkout = await showFresh({ ...attributes }, `?${new URLSearchParams(order)}`);
  if (!checkout) return;
  checkout.scrollIntoView({ block: 'nearest' });
  const input = number && fillField(checkout, 'cc-number', number);
  if (number && name) fillForm(checkout, { number, name });
  else if (input) {
    // The form shows a field's error when the field loses focus.
    input.focus();
    input.blur();
  }
  if (installments) fillField(checkout, 'installments', installments);
  checkout.setCustomValidity(refusal);
  checkout.addEventListener('checkout-step', () => {
    const button = checkout.shadowRoot?.querySelector('[part=cancel]');
    if (cancels && button instanceof HTMLElement) button.click();
  });
  if (pays) await checkout.submit();
}

/**
 * Shows a new element with a new order. Returns it once it can be filled in, unless another one was
 * requested in the meantime. The query selects the order.
 * @type {(attributes: Record<string, string>, query?: string) => Promise<CardCheckoutElement | undefined>}
 */
async function showFresh(attributes, query = '') {
  const number = ++latest;
  const { order } = await (await fetch(`/_shop/order${query}`)).json();
  if (number !== latest) return undefined;
  const checkout = document.createElement('card-checkout');
  const ready = new Promise((resolve) => checkout.addEventListener('checkout-ready', resolve));
  const all = {
    'proxy-url': stage?.dataset['proxyUrl'] ?? '',
    order,
    brands: 'visa mastercard elo amex',
    ...attributes,
  };
  for (const [name, value] of Object.entries(all)) checkout.setAttribute(name, value);
  stage?.replaceChildren(checkout);
  await ready;
  while (!checkout.shadowRoot?.querySelector('input')) await new Promise(requestAnimationFrame);
  return number === latest ? checkout : undefined;
}

/** @param {string} part name, colon and description; '' outlines nothing */
function outlinePart(part) {
  const [name] = part.split(':');
  const rule = `card-checkout::part(${name}) { outline: 2px dashed; outline-offset: 3px; }`;
  outline.replaceSync(part && rule);
  if (partNote) partNote.textContent = part;
}
