import { fillForm } from './fill-form.js';
import { explain } from './steps.js';

/** The chosen scenarios: a card number and a name on the card. */
const chosen = { fillNumber: '4000000000002701', fillName: 'APPROVED' };

const checkout = document.querySelector('card-checkout');
const cart = document.querySelector('.cart');
if (!checkout || !(cart instanceof HTMLElement)) throw new Error('The page is incomplete');

const total = document.getElementById('total');
const { lang } = document.documentElement;
const reais = new Intl.NumberFormat(lang, { style: 'currency', currency: 'BRL' });
checkout.addEventListener('checkout-change', (event) => {
  const centavos = Reflect.get(event, 'totalCentavos');
  if (total && centavos !== undefined) total.textContent = reais.format(centavos / 100);
});

Object.assign(checkout, { cart: JSON.parse(cart.dataset['items'] ?? '[]') });
explain(checkout);

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('button');
  if (!button || !button.ariaPressed) return;
  Object.assign(chosen, button.dataset);
  for (const other of document.querySelectorAll('button[aria-pressed]')) {
    if (!(other instanceof HTMLElement)) continue;
    const { fillNumber, fillName } = other.dataset;
    const isChosen = fillNumber === chosen.fillNumber || fillName === chosen.fillName;
    other.ariaPressed = String(isChosen);
  }
  const { fillNumber: number, fillName: name } = chosen;
  if (location.search.includes('form=ordinary')) fillForm(checkout, { number, name });
  else navigator.clipboard.writeText(button.dataset['fillName'] ?? number).catch(() => undefined);
  checkout.scrollIntoView({ block: 'nearest' });
});
