import { valueOf } from './looks-fields.js';

const stage = document.getElementById('stage');
if (!stage) throw new Error('The page has no stage');
const { proxyUrl = '', paymentsUrl = '', slow = '' } = stage.dataset;

/** Counts the elements that were asked for; only the latest is shown. */
let asked = 0;

/**
 * Puts a new element with a new order on the stage, and waits until the buyer could fill it in.
 * @param {HTMLFormElement} form
 * @param {{ fault?: string, hasPlans?: boolean }} [options] a fault of the payments service; whether
 *   the order offers installments with interest
 */
export async function showFresh(form, { fault = '', hasPlans = false } = {}) {
  const number = ++asked;
  const response = await fetch(hasPlans ? '/_shop/order?plans=1' : '/_shop/order');
  const { order } = await response.json();
  if (number !== asked) return undefined;
  const checkout = document.createElement('card-checkout');
  checkout.setAttribute('proxy-url', proxyUrl);
  checkout.setAttribute('order', order);
  if (fault !== '') checkout.setAttribute('api-url', `${paymentsUrl}/_fault/${fault}`);
  const ready = new Promise((resolve) => {
    checkout.addEventListener('checkout-ready', resolve, { once: true });
  });
  stage?.replaceChildren(checkout);
  showSettings(form);
  await ready;
  while (!checkout.shadowRoot?.querySelector('input')) await nextFrame();
  return number === asked ? checkout : undefined;
}

/**
 * Shows the element as the form says: its attributes, and the page around it.
 * @param {HTMLFormElement} form
 */
export function showSettings(form) {
  const checkout = stage?.querySelector('card-checkout');
  if (!stage || !checkout) return;
  const text = (/** @type {string} */ name) => valueOf(form, name);
  stage.dir = text('dir');
  stage.dataset['width'] = text('width');
  // Portuguese is built in; only another language can be late.
  checkout.setAttribute('locale', slow && text('locale') === 'pt-BR' ? 'en' : text('locale'));
  checkout.setAttribute('kinds', text('kinds'));
  checkout.toggleAttribute('disabled', text('disabled') !== '');
}

function nextFrame() {
  return new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
}
