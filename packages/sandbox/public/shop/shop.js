import { fillForm } from './fill-form.js';
import { logEvents, showNew } from './live-lists.js';

/** The scenarios that are chosen: a card number and a name on the card. */
const chosen = { number: '4000000000002701', name: 'APPROVED' };

const checkout = document.querySelector('card-checkout');
const cart = document.querySelector('.cart');
if (!checkout || !(cart instanceof HTMLElement)) throw new Error('The page is incomplete');

Object.assign(checkout, { cart: JSON.parse(cart.dataset['items'] ?? '[]') });
logEvents(checkout, refresh);
setInterval(refresh, 2_000);
refresh();

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button) return;
  const { fillNumber, fillName } = button.dataset;
  if (fillNumber === undefined && fillName === undefined) return;
  chosen.number = fillNumber ?? chosen.number;
  chosen.name = fillName ?? chosen.name;
  for (const other of document.querySelectorAll('button')) {
    const isChosen =
      other.dataset['fillNumber'] === chosen.number || other.dataset['fillName'] === chosen.name;
    if (other.hasAttribute('aria-pressed')) other.setAttribute('aria-pressed', String(isChosen));
  }
  fillForm(checkout, chosen);
  checkout.scrollIntoView({ block: 'nearest' });
});

/** Shows what is new; while the shop is not there, nothing is. */
function refresh() {
  showNew().catch(() => undefined);
}
