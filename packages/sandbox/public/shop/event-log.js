import { element } from './kept-fresh.js';

/** Lists the element's events with the fields that are worth reading; none holds card data. */
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
 * Writes every event of the element into the list "Eventos".
 * @param {Element} checkout
 * @param {() => void} onEvent
 */
export function showEvents(checkout, onEvent) {
  const list = document.getElementById('events');
  for (const [type, fields] of Object.entries(events)) {
    checkout.addEventListener(type, (event) => {
      list?.prepend(describe(event, fields));
      onEvent();
    });
  }
}

/**
 * @param {Event} event
 * @param {string[]} fields
 */
function describe(event, fields) {
  const item = document.createElement('li');
  item.dataset['event'] = event.type;
  item.append(element('time', new Date().toLocaleTimeString('pt-BR')), element('b', event.type));
  for (const field of fields) {
    const value = Reflect.get(event, field);
    if (value !== undefined) item.append(element('code', `${field}: ${JSON.stringify(value)}`));
  }
  return item;
}
