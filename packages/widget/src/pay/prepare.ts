import { cardBrands } from '@card-checkout/contract/checkout';
import type { ClientConfig } from '@card-checkout/contract/client-config';
import {
  findObstacle,
  mistakeIn,
  mistakes,
  tell,
  violationAt,
  watchPolicy,
  type Mistake,
} from '../browser/mistakes.ts';
import { baseUrl, pauseAfter } from '../browser/network.ts';
import { pause } from '../browser/pause.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import { startProfile } from '../fraud/profile.ts';
import { readOrder } from '../order/order.ts';
import { hasCode } from '../proxy-client/client.ts';
import type { ClosableForm, Page } from '../page.ts';
import { canPay, isWaitingOnly, type CheckoutState } from '../state/checkout-state.ts';
import { eventOf } from '../state/events.ts';
import { adapterFor } from '../three-ds/adapters.ts';

/** The mistakes of attributes with which nobody can pay. */
const fatalMistakes = new Set<Mistake>([mistakes.noProxyUrl, mistakes.insecurePage]);

/** How often a form that waits for an earlier payment is looked at. */
const lookAgainMs = 250;

const brandList = new RegExp(`^(\\s*\\b(${cardBrands.join('|')})\\b)*\\s*$`);

/**
 * Loads the proxy's configuration, starts the fraud script and prepares the 3DS adapter.
 * @throws as `prepareLoudly`; a payment tries all of it again.
 */
export async function prepare(
  page: Page,
  settings: (signal: AbortSignal) => Promise<ClientConfig>,
  form: ClosableForm,
  life: AbortSignal,
): Promise<void> {
  const start = async (): Promise<void> => {
    const config = await settings(life);
    const { provider, threeDSEnvironment: environment, threeDSScriptUrl: scriptUrl } = config;
    const { apiUrl, fraudScriptUrl: urlTemplate, merchantId } = config;
    const { fraudAdapter: adapter, threeDSAdapter } = page;
    const nonce = page.nonce || undefined;
    watchPolicy(apiUrl, scriptUrl, urlTemplate ?? '');
    startProfile({ urlTemplate, merchantId, nonce, adapter });
    page.dispatchEvent(eventOf('checkout-ready', {}));
    await adapterFor(provider, threeDSAdapter).prepare?.({ environment, scriptUrl, nonce });
  };
  await prepareLoudly(page, start, form, life);
}

/**
 * Starts what a payment needs. If nobody can pay because of the page or the proxy, tells the developer
 * why, and closes the form with a sentence for the buyer. A proxy that doesn't answer is asked until
 * it does, which opens the form again.
 * @throws any other error of `start`; the reason of `life` when that aborts.
 */
export async function prepareLoudly(
  page: Page,
  start: () => Promise<void>,
  form: ClosableForm,
  life: AbortSignal,
): Promise<void> {
  const { proxyUrl } = page;
  const found = attributeMistakes(page);
  found.forEach(tell);
  const fatal = found.find((mistake) => fatalMistakes.has(mistake));
  if (fatal) return void close(form, fatal);
  watchPolicy(proxyUrl);
  let closed: CheckoutState | undefined;
  for (let failures = 1; page.proxyUrl === proxyUrl; failures += 1) {
    const failed = await start().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const mistake = failed && (await mistakeBehind(failed.error, proxyUrl, life));
    if (mistake) tell(mistake);
    await untilShown(form, life);
    life.throwIfAborted();
    if (page.proxyUrl !== proxyUrl) return;
    if (mistake) closed = close(form, mistake) ?? closed;
    else if (form.state === closed) form.reset();
    if (!failed) return;
    // Retry: a gateway may be answering for a restarting proxy. A CSP block lasts until reload.
    const isAway = hasCode(failed.error, 'proxy_unreachable') && !violationAt(proxyUrl);
    if (!isAway) throw failed.error;
    await pauseAfter(failures, life);
  }
}

/**
 * Tells the developer of a mistake, and closes the form unless a payment runs or has ended it; returns
 * its state then.
 */
export function close(form: ClosableForm, mistake: Mistake): CheckoutState | undefined {
  tell(mistake);
  if (!canPay(form.state)) return undefined;
  void form.fail(new CheckoutError(mistake[0], { retryable: false }));
  return form.state;
}

/** Waits while the form only shows that an earlier payment is looked for. */
async function untilShown(form: ClosableForm, life: AbortSignal): Promise<void> {
  while (isWaitingOnly(form.state)) await pause(lookAgainMs, life);
}

/** Returns the mistake that an error of the payment comes from, if it comes from one. */
export function mistakeAfter(code: CheckoutErrorCode, order: string): Mistake | undefined {
  if (code === 'origin_not_allowed') return mistakeIn.origin();
  if (code === 'order_expired') return mistakes.expiredOrder;
  return code === 'order_invalid' ? (orderMistake(order) ?? mistakes.refusedOrder) : undefined;
}

async function mistakeBehind(
  error: unknown,
  proxyUrl: string,
  life: AbortSignal,
): Promise<Mistake | undefined> {
  if (!(error instanceof CheckoutError)) return undefined;
  const { code, cause } = error;
  if (code === 'misconfigured') return mistakeIn.setup(cause);
  if (code === 'origin_not_allowed') return mistakeIn.origin();
  const isLost = code === 'proxy_unreachable' || code === 'not_found';
  return isLost ? findObstacle(baseUrl(proxyUrl), life) : undefined;
}

/** Returns what is wrong with the attributes. */
function attributeMistakes(page: Page): Mistake[] {
  const { proxyUrl, locale, threeDS, threeDSTimeoutMs, kinds, brands, appearance, fraud, ask } =
    page;
  const values = [
    ['locale', locale, /^$|^(pt|en|es)\b/i, 'pt-BR, en or es'],
    ['three-ds', threeDS, /^(required|preferred|off)$/, 'required, preferred or off'],
    ['three-ds-timeout-ms', threeDSTimeoutMs, /^(0|\d{5,6})$/, '90000 to 900000'],
    ['kinds', kinds, /^\s*(credit|debit)(\s+(credit|debit))?\s*$/, 'credit, debit or credit debit'],
    ['brands', brands, brandList, `a list of ${cardBrands.join(', ')}`],
    ['appearance', appearance, /^(outlined|filled|minimal)$/, 'outlined, filled or minimal'],
    ['ask', ask, /^(\s*\b(email|phone|address)\b)*\s*$/, 'a list of email, phone, address'],
    ['fraud', fraud, /^(required|preferred)$/, 'required or preferred'],
  ] as const;
  return [
    ...(baseUrl(proxyUrl) === '' ? [mistakes.noProxyUrl] : []),
    ...(isSecureContext ? [] : [mistakes.insecurePage]),
    ...values
      .filter(([, value, known]) => !known.test(String(value)))
      .map(([name, value, , known]) => mistakeIn.value(name, value, known)),
  ];
}

/** Returns what is wrong with the order, as far as the page can see. */
export function orderMistake(order: string): Mistake | undefined {
  try {
    return readOrder(order) ? undefined : mistakes.noOrder;
  } catch {
    return mistakes.unreadableOrder;
  }
}
