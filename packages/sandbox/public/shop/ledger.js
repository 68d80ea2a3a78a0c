import { addNew, element, keepFresh, reais, timeOf } from './kept-fresh.js';

/** @typedef {{ id: string, at: string, amount: number, installments: number, holder: string, last4: string }} Charge */

/**
 * Shows the charges that were really made; gives a function that looks for new ones at once.
 * @returns {() => void}
 */
export function keepLedgerFresh() {
  return keepFresh('/_shop/ledger', show);
}

/** @param {{ charges: Charge[] }} answer */
function show({ charges }) {
  addNew('ledger', charges, describe);
  const total = document.getElementById('ledger-total');
  if (!total) return;
  total.textContent = charges.length === 1 ? '1 cobrança' : `${charges.length} cobranças`;
}

/** @param {Charge} charge */
function describe({ id, at, amount, installments, holder, last4 }) {
  const item = document.createElement('li');
  item.dataset['charge'] = id;
  const price = element('b', reais.format(amount / 100));
  item.append(timeOf(at), price, element('span', `${installments}× · final ${last4} · ${holder}`));
  return item;
}
