import { pauseAfter } from '../../browser/network.ts';
import type { CardCheckout } from '../../element/card-checkout.ts';
import { readOrderToken } from '../../order/order.ts';
import { msUntil } from '../../proxy-client/call.ts';
import { hasCode } from '../../proxy-client/client.ts';
import { askForOrder } from '../../proxy-client/page-order.ts';
import { localeOfLink, textsOfLink } from '../../locales/sentences.ts';
import stylesheet from './pay-page.css?inline';
import { tokenInLink } from './link-token.ts';
import { addShopContent, addStyles, isolate } from './proxy-document.ts';

type Obstacle = 'refused' | 'expired' | 'unanswered';

// The proxy has written this into the document.
const { color } = document.documentElement.dataset;
const proxyUrl = new URL('.', location.href);
const shopName = document.title;

/** Aborts when the address has another order. */
let shown = new AbortController();

/**
 * Shows the order from the address's fragment, which reaches no server, log or `Referer`. Anybody can
 * write such an address, so nothing of the order is shown before the proxy has accepted it.
 */
async function showOrder(): Promise<void> {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  const order = tokenInLink(location.hash);
  const { title, ...sentences } = textsOfLink(navigator.language);
  document.title = [title, shopName].filter(Boolean).join(' · ');
  for (let failures = 1; ; failures += 1) {
    // The proxy is asked while the form's script loads.
    const isDefined = customElements.whenDefined('card-checkout');
    const [obstacle] = await Promise.all([obstacleOf(order, signal), isDefined]);
    if (signal.aborted) return;
    const content = obstacle ? [paragraph(sentences[obstacle])] : shownOrder(order);
    document.querySelector('main')?.replaceChildren(...content);
    if (obstacle !== 'unanswered') return;
    await pauseAfter(failures, signal);
  }
}

/**
 * Finds out why an order can't be paid, by the proxy's clock: the device's may be wrong. The form shows a
 * order's payment, also if it has expired.
 */
async function obstacleOf(token: string, signal: AbortSignal): Promise<Obstacle | undefined> {
  try {
    const { expiresAt = 0 } = readOrderToken(token);
    const { payment } = await askForOrder(proxyUrl.href, token, signal);
    return !payment && msUntil(expiresAt) <= 0 ? 'expired' : undefined;
  } catch (error) {
    return hasCode(error, 'order_invalid') ? 'refused' : 'unanswered';
  }
}

/** Returns what is bought, the sum, which follows the chosen installments, and the form. */
function shownOrder(order: string): HTMLElement[] {
  const form = formFor(order);
  const [section, purchase, sum, statement] = [
    document.createElement('section'),
    document.createElement('p'),
    document.createElement('p'),
    document.createElement('p'),
  ];
  sum.className = 'sum';
  section.append(purchase, sum, statement);
  // No translator may change the amount.
  sum.translate = false;
  const say = (): void => {
    const { order: shownNow, total, messages } = form.shown;
    const { description = '', statementName } = shownNow ?? {};
    purchase.textContent = description;
    sum.textContent = total;
    statement.textContent = statementName ? `${messages.statement}: ${statementName}` : '';
  };
  form.addController({ hostUpdated: () => queueMicrotask(say) });
  return [section, form];
}

function formFor(order: string): CardCheckout {
  const element = document.createElement('card-checkout');
  isolate(element, proxyUrl, {
    merchantUrl: location.origin,
    reload: () => location.reload(),
  });
  // No other script runs where the card is.
  element.fraudAdapter = { needsScript: true, start: () => ({ reference: () => undefined }) };
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
document.documentElement.lang = localeOfLink(navigator.language);
// Dark enough for white text in the light scheme, light enough for dark text in the dark one.
const accent = `light-dark(oklch(from ${color} min(l, 0.5) c h), oklch(from ${color} max(l, 0.78) c h))`;
if (color) document.documentElement.style.setProperty('--card-checkout-accent', accent);
const show = (): void => void showOrder().catch(() => undefined);
addEventListener('hashchange', show);
show();
