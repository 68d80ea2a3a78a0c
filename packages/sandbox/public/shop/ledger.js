const intervalMs = 2_000;
const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** @typedef {{ id: string, at: string, amount: number, installments: number, holder: string, last4: string }} Charge */

/**
 * Shows the ledger now and every two seconds; gives a function that shows it at once.
 * @returns {() => void}
 */
export function keepLedgerFresh() {
  setInterval(refresh, intervalMs);
  refresh();
  return refresh;
}

function refresh() {
  show().catch(() => undefined);
}

async function show() {
  const response = await fetch('/_shop/ledger');
  /** @type {{ charges: Charge[] }} */
  const { charges } = await response.json();
  const list = document.getElementById('ledger');
  const total = document.getElementById('ledger-total');
  if (!list || !total) return;
  if (list.childElementCount === charges.length && total.textContent) return;
  total.textContent = charges.length === 1 ? '1 cobrança' : `${charges.length} cobranças`;
  list.replaceChildren(...charges.map(describe).toReversed());
}

/** @param {Charge} charge */
function describe({ id, at, amount, installments, holder, last4 }) {
  const item = document.createElement('li');
  item.dataset['charge'] = id;
  const time = document.createElement('time');
  time.textContent = new Date(at).toLocaleTimeString('pt-BR');
  const price = document.createElement('b');
  price.textContent = reais.format(amount / 100);
  const detail = document.createElement('span');
  detail.textContent = `${installments}× · final ${last4} · ${holder}`;
  item.append(time, price, detail);
  return item;
}
