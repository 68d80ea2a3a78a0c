import { orderHeader } from '@card-checkout/contract/checkout';
import { membersOf } from '@card-checkout/contract/json';
import { localeFor } from '../browser/language.ts';
import type { CardCheckout } from '../element/card-checkout.ts';
import { readOrderToken, type Order } from '../order/order.ts';
import { rememberFound } from '../pay/attempt-memory.ts';
import { callProxy, msUntil } from '../proxy-client/call.ts';
import stylesheet from './pay-page.css?inline';
import { addShopContent, addStyles, isolate } from './proxy-document.ts';

/** How long the form waits for the proxy to say whether the order can be paid. */
const answerTimeoutMs = 5_000;

const texts = {
  'pt-BR': {
    title: 'Pagamento',
    missing: 'Este link está incompleto. Peça um novo à loja.',
    expired: 'Este link expirou. Peça um novo à loja.',
    paid: 'Este pedido já foi pago.',
  },
  en: {
    title: 'Payment',
    missing: 'This link is incomplete. Ask the shop for a new one.',
    expired: 'This link has expired. Ask the shop for a new one.',
    paid: 'This order has already been paid.',
  },
  es: {
    title: 'Pago',
    missing: 'Este enlace está incompleto. Pida uno nuevo a la tienda.',
    expired: 'Este enlace ha caducado. Pida uno nuevo a la tienda.',
    paid: 'Este pedido ya está pagado.',
  },
};
type Obstacle = 'missing' | 'expired' | 'paid';

// The proxy has written these into the document.
const { realm = location.origin, threeDs, color } = document.documentElement.dataset;
const proxyUrl = new URL('.', location.href);
const locale = localeFor(navigator.language);

/** Shows the order from the address's fragment, which reaches no server, log or `Referer`. */
async function showOrder(): Promise<void> {
  const order = location.hash.slice(1);
  const obstacle = await obstacleOf(order);
  if (order !== location.hash.slice(1)) return;
  const { title, ...sentences } = texts[locale];
  document.title = [title, document.querySelector('h1')?.textContent].filter(Boolean).join(' · ');
  const main = document.querySelector('main');
  if (obstacle) main?.replaceChildren(paragraph(sentences[obstacle]));
  else main?.replaceChildren(formFor(order));
}

/**
 * Finds out why an order can't be paid, by the proxy's clock: the device's may be wrong. The form shows a
 * payment that is not over, also of an order that has expired.
 */
async function obstacleOf(token: string): Promise<Obstacle | undefined> {
  const order = orderIn(token);
  if (order?.expiresAt === undefined) return 'missing';
  const init = { headers: { [orderHeader]: token } };
  const asked = callProxy(proxyUrl.href, '/api/order/payment', init, answerTimeoutMs);
  const payment = membersOf(await asked.catch(() => undefined));
  const [id, status] = [payment.get('id'), payment.get('status')];
  if (status === 'approved') return 'paid';
  const isOpen = typeof id === 'string' && typeof status === 'string';
  if (isOpen) rememberFound(proxyUrl.href, { id, orderId: order.id });
  return !isOpen && msUntil(order.expiresAt) <= 0 ? 'expired' : undefined;
}

function orderIn(token: string): Order | undefined {
  try {
    return readOrderToken(token);
  } catch {
    return undefined;
  }
}

function formFor(order: string): CardCheckout {
  const element = document.createElement('card-checkout');
  isolate(element, proxyUrl, {
    merchantUrl: location.origin,
    realmOrigin: realm,
    reload: () => location.reload(),
  });
  // No other script runs where the card is.
  element.fraudAdapter = { needsScript: true, start: () => ({ reference: () => undefined }) };
  // No page says how to authenticate, so the proxy does.
  element.threeDS = threeDs === 'off' || threeDs === 'required' ? threeDs : 'preferred';
  element.order = order;
  addShopContent(element);
  return element;
}

function paragraph(text: string): HTMLElement {
  const element = document.createElement('p');
  element.role = 'status';
  element.textContent = text;
  return element;
}

addStyles(stylesheet);
document.documentElement.lang = locale;
// Dark enough for white text in the light scheme, light enough for dark text in the dark one.
const accent = `light-dark(oklch(from ${color} min(l, 0.5) c h), oklch(from ${color} max(l, 0.78) c h))`;
if (color) document.documentElement.style.setProperty('--card-checkout-accent', accent);
addEventListener('hashchange', () => void showOrder());
void showOrder();
