import { fillForm } from './fill-form.js';
import { showEvents } from './event-log.js';
import { keepLedgerFresh } from './ledger.js';
import { keepNoticesFresh } from './notices.js';

const defaultNumber = '4000000000002701';
const defaultName = 'APPROVED';

/** What the two lists of scenarios have chosen. */
const chosen = { number: defaultNumber, name: defaultName };

const checkout = document.querySelector('card-checkout');
if (!checkout) throw new Error('The page has no <card-checkout>');

const cart = document.querySelector('.cart');
if (cart instanceof HTMLElement) {
  Object.assign(checkout, { cart: JSON.parse(cart.dataset['items'] ?? '[]') });
}

const refreshLedger = keepLedgerFresh();
const refreshNotices = keepNoticesFresh();
showEvents(checkout, () => {
  refreshLedger();
  refreshNotices();
});
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button) return;
  const { fillNumber, fillName } = button.dataset;
  if (fillNumber === undefined && fillName === undefined) return;
  chosen.number = fillNumber ?? chosen.number;
  chosen.name = fillName ?? chosen.name;
  markChosen();
  fillForm(checkout, chosen);
  checkout.scrollIntoView({ block: 'nearest' });
});

function markChosen() {
  for (const button of document.querySelectorAll('button')) {
    const { fillNumber, fillName } = button.dataset;
    const isChosen = fillNumber === chosen.number || fillName === chosen.name;
    if (button.hasAttribute('aria-pressed')) button.setAttribute('aria-pressed', String(isChosen));
  }
}
