import { addNew, element, keepFresh, reais, timeOf } from './kept-fresh.js';

/** @typedef {{ id: string, at: string, type: string, orderId: string, amountCentavos: number, status: string }} Notice */

/**
 * Shows what the proxy has told the shop's webhook; gives a function that looks for new ones at once.
 * @returns {() => void}
 */
export function keepNoticesFresh() {
  return keepFresh('/_shop/notices', show);
}

/** @param {{ notices: Notice[] }} answer */
function show({ notices }) {
  addNew('notices', notices, describe);
}

/** @param {Notice} notice */
function describe({ id, at, type, orderId, amountCentavos, status }) {
  const item = document.createElement('li');
  item.dataset['notice'] = id;
  item.classList.toggle('alarm', type.startsWith('alarm.'));
  const order = `#${orderId.slice(0, 8)} · ${reais.format(amountCentavos / 100)}`;
  item.append(timeOf(at), element('b', type), element('span', order), element('code', status));
  return item;
}
