import type { CheckoutErrorCode } from '../errors.ts';

/** A mistake in the page or in the proxy's settings. The line ends with the fix. */
export type Mistake = readonly [code: CheckoutErrorCode, line: string];

/** Every mistake that the console names. */
export const mistakes = {
  noProxyUrl: ['misconfigured', 'has no proxy-url: set it to the address of your proxy'],
  insecurePage: ['misconfigured', 'is on a page without HTTPS: serve it by https://'],
  noOrder: ['misconfigured', 'has no order: set it to what signOrder returns'],
  expiredOrder: ['order_expired', 'has an expired order: sign one for each page load'],
  unreadableOrder: [
    'order_invalid',
    'has an order that cannot be read: it must be a whole signed token',
  ],
  refusedOrder: [
    'order_invalid',
    'has an order that the proxy refuses: ORDER_SECRET differs between shop and proxy, or the token was changed',
  ],
  bothForms: [
    'misconfigured',
    'comes from card-checkout.js and isolated.js, and the first one wins: load only one of them',
  ],
  parts: [
    'misconfigured',
    'has ::part() rules, which do not reach the isolated form: use its --card-checkout-* properties',
  ],
  sharedOrigin: ['misconfigured', 'needs a proxy on an origin of its own: change proxy-url'],
} as const satisfies Record<string, Mistake>;

/** The mistakes whose lines depend on the page. */
export const mistakeIn = {
  value: (name: string, value: unknown, known: string): Mistake => [
    'misconfigured',
    `has ${name}="${String(value)}", which must be ${known}`,
  ],
  setup: (cause: unknown): Mistake => ['misconfigured', `cannot pay, ${String(cause)}`],
  adapter: (name: string): Mistake => [
    'misconfigured',
    `takes no ${name}, which could read the card: remove it`,
  ],
  slots: (names: string): Mistake => [
    'misconfigured',
    `has content for slot="${names}", which the isolated form does not show: put it beside the element`,
  ],
  origin: (): Mistake => [
    'origin_not_allowed',
    `is on ${location.origin}: add that to ALLOWED_ORIGINS at the proxy`,
  ],
  policy: (origin: string, directive: string): Mistake => [
    'misconfigured',
    `is blocked by the page's Content-Security-Policy: add ${origin} to ${directive}`,
  ],
  silence: (url: string): Mistake => [
    'proxy_unreachable',
    `gets no readable answer from proxy-url ${url}: is it the proxy's address and port, and does the proxy run?`,
  ],
  status: (url: string, path: string, status: number): Mistake => [
    'misconfigured',
    `has proxy-url ${url}, which answers ${status} to ${path}: is it the proxy's address?`,
  ],
  stranger: (url: string): Mistake => [
    'misconfigured',
    `has proxy-url ${url}, where something else answers: is it the proxy's address?`,
  ],
};

const told = new Set<string>();

/** Writes a mistake to the console, once for the page. */
export function tell([code, text]: Mistake): void {
  const line = `<card-checkout> ${text} (${code})`;
  // oxlint-disable-next-line no-console -- The page's developer looks there, and buyers do not.
  if (!told.has(line)) console.error(line);
  told.add(line);
}
