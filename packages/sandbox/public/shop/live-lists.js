/** @typedef {{ at: string, amount: number, installments: number, holder: string, last4: string }} Charge */
/** @typedef {{ at: string, type: string, orderId: string, amount: number, status: string }} Notice */

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** The element's events with the fields that are worth reading; none holds card data. */
const events = {
  'checkout-ready': [],
  'checkout-change': ['valid', 'brand'],
  'checkout-step': ['step', 'outcome'],
  'checkout-approved': ['paymentId', 'payment'],
  'checkout-declined': ['paymentId', 'code'],
  'checkout-error': ['code', 'retryable'],
  'checkout-pending': ['paymentId'],
};

/**
 * Writes every event of the element into the list "events".
 * @type {(checkout: Element, onEvent: () => void) => void}
 */
export function logEvents(checkout, onEvent) {
  for (const [type, fields] of Object.entries(events)) {
    checkout.addEventListener(type, (event) => {
      const details = fields
        .map((field) => `${field}: ${JSON.stringify(Reflect.get(event, field))}`)
        .filter((detail) => !detail.endsWith(': undefined'));
      document.getElementById('events')?.prepend(itemOf(new Date(), type, '', ...details));
      onEvent();
    });
  }
}

/** Shows the charges that were really made, and the messages to the shop's webhook, if new. */
export async function showNew() {
  const [{ charges }, { notices }] = await Promise.all(
    ['/_shop/ledger', '/_shop/notices'].map(async (path) => (await fetch(path)).json()),
  );
  addNew('ledger', charges, describeCharge);
  addNew('notices', notices, describeNotice);
  const total = document.getElementById('ledger-total');
  if (total) total.textContent = `${charges.length} cobrança${charges.length === 1 ? '' : 's'}`;
}

/**
 * Adds the entries that a list does not have yet on top; after a restart of the shop it begins anew.
 * @template Entry
 * @param {string} id
 * @param {readonly Entry[]} entries oldest first
 * @param {(entry: Entry) => Element} describe
 */
function addNew(id, entries, describe) {
  const list = document.getElementById(id);
  if (!list) return;
  if (list.childElementCount > entries.length) list.replaceChildren();
  for (const entry of entries.slice(list.childElementCount)) list.prepend(describe(entry));
}

/** @param {Charge} charge */
function describeCharge({ at, amount, installments, holder, last4 }) {
  return itemOf(at, reais.format(amount / 100), `${installments}× · final ${last4} · ${holder}`);
}

/** @param {Notice} notice */
function describeNotice({ at, type, orderId, amount, status }) {
  const order = `#${orderId.slice(0, 8)} · ${reais.format(amount / 100)}`;
  const item = itemOf(at, type, order, status);
  item.classList.toggle('alarm', type.startsWith('alarm.'));
  return item;
}

/** @type {(at: Date | string, title: string, text: string, ...details: string[]) => Element} */
function itemOf(at, title, text, ...details) {
  const item = document.createElement('li');
  item.append(
    element('time', new Date(at).toLocaleTimeString('pt-BR')),
    element('b', title),
    text,
    ...details.map((detail) => element('code', detail)),
  );
  return item;
}

/** @type {(name: string, textContent: string) => Element} */
function element(name, textContent) {
  return Object.assign(document.createElement(name), { textContent });
}
