import { cardBrands } from '@card-checkout/contract/shop-server';
import { baseUrl } from '../browser/base-url.ts';
import { pause, startDeadline } from '../browser/deadline.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import { orderOn, type PageOrder } from '../order/order.ts';

/** How long an element may have no order: pages fetch it, or set it after the element. */
const orderPatienceMs = 2_000;

/** How long the proxy is asked whether it answers other pages. */
const probeTimeoutMs = 10_000;

/** The attributes that a page can get wrong. */
export interface PageAttributes extends PageOrder {
  readonly proxyUrl: string;
  readonly locale: string;
  readonly threeDS: string;
  readonly threeDSTimeoutMs: number;
  readonly kinds: string;
  readonly brands: string;
  readonly appearance: string;
  readonly fraud: string;
}

const brandList = new RegExp(`^(\\s*\\b(${cardBrands.join('|')})\\b)*\\s*$`);

/** A mistake of the page. The text ends with the fix. */
type Mistake = readonly [code: CheckoutErrorCode, text: string];

const told = new Set<string>();

/** Writes a mistake to the console, once for the page. */
function tell([code, text]: Mistake): void {
  const line = `<card-checkout> ${text} (${code})`;
  // oxlint-disable-next-line no-console -- The page's developer looks there, and buyers do not.
  if (!told.has(line)) console.error(line);
  told.add(line);
}

/** Tells the developer what is wrong with the attributes, and with the order once there is one. */
export async function tellMistakes(element: PageAttributes, signal: AbortSignal): Promise<void> {
  attributeMistakes(element).forEach(tell);
  const isMissing = orderMistakes(element).some(([code]) => code === 'misconfigured');
  if (isMissing) await pause(orderPatienceMs, signal).catch(() => undefined);
  if (!signal.aborted) orderMistakes(element).forEach(tell);
}

/** Tells the developer why nobody can pay, if that is because of the page or the proxy's settings. */
export async function tellRefusal(
  error: unknown,
  proxyUrl: string,
  signal: AbortSignal,
): Promise<void> {
  if (!(error instanceof CheckoutError) || baseUrl(proxyUrl) === '') return;
  const { code, cause } = error;
  if (code === 'misconfigured') return tell([code, `cannot pay, ${String(cause)}`]);
  if (code === 'origin_not_allowed' || (await isReadableByOthers(code, proxyUrl, signal)))
    tell([
      'origin_not_allowed',
      `is on ${location.origin}: add that to ALLOWED_ORIGINS at the proxy`,
    ]);
}

/** Whether a proxy that gave this page no answer gives any page its script. */
async function isReadableByOthers(
  code: CheckoutErrorCode,
  proxyUrl: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (code !== 'proxy_unreachable') return false;
  const url = `${baseUrl(proxyUrl)}/widget/integrity.json`;
  const limit = startDeadline(probeTimeoutMs, signal, () => 'late');
  const asked = fetch(url, { credentials: 'omit', signal: limit.signal });
  const answer = await asked.catch(() => undefined).finally(() => limit.clear());
  return answer?.ok === true;
}

/** Returns what is wrong with the attributes. */
function attributeMistakes(element: PageAttributes): Mistake[] {
  const { proxyUrl, locale, threeDS, threeDSTimeoutMs, kinds, brands, appearance, fraud } = element;
  const values = [
    ['locale', locale, /^$|^(pt|en|es)\b/i, 'pt-BR, en or es'],
    ['three-ds', threeDS, /^(required|preferred|off)$/, 'required, preferred or off'],
    ['three-ds-timeout-ms', threeDSTimeoutMs, /^(0|\d{5,6})$/, '90000 to 900000'],
    ['kinds', kinds, /^\s*(credit|debit)(\s+(credit|debit))?\s*$/, 'credit, debit or credit debit'],
    ['brands', brands, brandList, `a list of ${cardBrands.join(', ')}`],
    ['appearance', appearance, /^(outlined|filled|minimal)$/, 'outlined, filled or minimal'],
    ['fraud', fraud, /^(required|preferred)$/, 'required or preferred'],
  ] as const;
  const unknown = values
    .filter(([, value, known]) => !known.test(String(value)))
    .map(([name, value, , known]) => `has ${name}="${value}", which must be ${known}`);
  return [
    ...(baseUrl(proxyUrl) === '' ? ['has no proxy-url: set it to the address of your proxy'] : []),
    ...(isSecureContext ? [] : ['is on a page without HTTPS: serve it by https://']),
    ...unknown,
  ].map((text) => ['misconfigured', text]);
}

/** Returns what is wrong with the order. */
function orderMistakes(order: PageOrder): Mistake[] {
  try {
    const { expiresAt = Infinity } = orderOn(order) ?? { expiresAt: 0 };
    if (expiresAt === 0)
      return [['misconfigured', 'has no order: set it to what signOrder returns']];
    return Date.now() / 1000 > expiresAt
      ? [['order_expired', 'has an expired order: sign one for each page load']]
      : [];
  } catch {
    return [['order_invalid', 'has an order that cannot be read: it must be a whole signed token']];
  }
}
