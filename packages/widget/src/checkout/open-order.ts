import { cardBrands } from '@card-checkout/contract/checkout';
import type { ClientConfig, PageOrder } from '@card-checkout/contract/client-config';
import { baseUrl } from '../browser/base-url.ts';
import {
  findObstacle,
  mistakeIn,
  mistakes,
  tell,
  violationAt,
  watchPolicy,
  type Mistake,
} from '../browser/mistakes.ts';
import { pauseAfter } from '../browser/network.ts';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import { startProfile } from '../fraud/profile.ts';
import { languages } from '../locales/locale-controller.ts';
import { readOrder, type Order } from '../order/order.ts';
import { askForOrder, mayAnswerLater } from '../proxy-client/page-order.ts';
import type { Page } from './page.ts';
import { canPay, isWaitingOnly, type CheckoutState } from './checkout-state.ts';
import { eventOf } from './events.ts';
import { adapterFor } from '../three-ds/adapters.ts';

/** A form that closes while nobody can pay. */
export interface ClosableForm {
  readonly state: CheckoutState;
  fail(error: CheckoutError): void | Promise<void>;
  reset(): void;
}

/** The mistakes of attributes with which nobody can pay. */
const fatalMistakes = new Set<Mistake>([mistakes.noProxyUrl, mistakes.insecurePage]);

/** A tag of a language that the element speaks. */
const languageList = new RegExp(`^$|^(${languages.join('|')})\\b`, 'i');

const kindList = /^\s*(credit|debit)(\s+(credit|debit))?\s*$/;

const brandList = new RegExp(`^(\\s*\\b(${cardBrands.join('|')})\\b)*\\s*$`);

/**
 * Tells the developer what is wrong with the page, and asks the proxy for the order until it answers;
 * `asked` is the first question, if it was asked already.
 * Meanwhile the form is closed with a sentence for the buyer, if the proxy is known not to answer;
 * a form that only waits for an earlier payment goes on waiting. Returns undefined if nobody can pay.
 * @throws the reason of `life` when that aborts.
 */
export async function openOrder(
  page: Page,
  order: Order | undefined,
  form: ClosableForm,
  life: AbortSignal,
  asked?: Promise<PageOrder>,
): Promise<PageOrder | undefined> {
  const { proxyUrl } = page;
  const found = attributeMistakes(page);
  found.forEach(tell);
  const fatal = found.find((mistake) => fatalMistakes.has(mistake));
  if (fatal) close(form, fatal, true);
  if (fatal || !order) return undefined;
  watchPolicy(proxyUrl);
  let closed: CheckoutState | undefined;
  for (let failures = 1; ; failures += 1) {
    const first = failures === 1 ? asked : undefined;
    const { answer, error } = await (first ?? askForOrder(proxyUrl, order.token, life)).then(
      (given) => ({ answer: given, error: undefined }),
      (cause: unknown) => ({ answer: undefined, error: cause }),
    );
    const mistake = answer ? undefined : await mistakeBehind(error, page, life);
    life.throwIfAborted();
    if (answer && form.state === closed) form.reset();
    if (answer) return answer;
    // Retry: a gateway may be answering for a restarting proxy. A CSP block lasts until reload.
    const isAway = mayAnswerLater(error) && !violationAt(proxyUrl);
    if (mistake) closed = close(form, mistake, !isAway) ?? closed;
    if (!isAway) return undefined;
    await pauseAfter(failures, life);
  }
}

/** Starts the fraud script, and lets the 3DS adapter load what it needs. A payment tries both again. */
export async function prepare(page: Page, config: ClientConfig, form: ClosableForm): Promise<void> {
  const { provider, threeDSEnvironment: environment, threeDSScriptUrl: scriptUrl } = config;
  const { fraudAdapter, threeDSAdapter } = page;
  const nonce = page.nonce || undefined;
  watchPolicy(config.tokenUrl, scriptUrl, config.fraudScriptUrl ?? '');
  try {
    startProfile(config, fraudAdapter, nonce);
    page.dispatchEvent(eventOf('checkout-ready', {}));
    await adapterFor(provider, threeDSAdapter).prepare?.({ environment, scriptUrl, nonce });
  } catch (error) {
    const isSetup = error instanceof CheckoutError && error.code === 'misconfigured';
    if (isSetup) close(form, mistakeIn.setup(error.cause));
  }
}

/**
 * Tells the developer of a mistake, and closes the form unless a payment runs or has ended it; returns
 * its state then. `isForEver` closes a form that waits for an earlier payment, too.
 */
export function close(
  form: ClosableForm,
  mistake: Mistake,
  isForEver = false,
): CheckoutState | undefined {
  tell(mistake);
  const isOpen = canPay(form.state) || (isForEver && isWaitingOnly(form.state));
  if (!isOpen) return undefined;
  void form.fail(new CheckoutError(mistake[0], { retryable: false }));
  return form.state;
}

/** Returns the mistake that an error of the payment comes from, if it comes from one. */
export function mistakeAfter(code: CheckoutErrorCode, order: string): Mistake | undefined {
  if (code === 'origin_not_allowed') return mistakeIn.origin();
  if (code === 'order_expired') return mistakes.expiredOrder;
  if (code === 'order_closed') return [code, 'has a closed order: sign one for another id'];
  return code === 'order_invalid' ? (orderMistake(order) ?? mistakes.refusedOrder) : undefined;
}

async function mistakeBehind(
  error: unknown,
  { proxyUrl, order }: Page,
  life: AbortSignal,
): Promise<Mistake | undefined> {
  if (!(error instanceof CheckoutError)) return undefined;
  const { code } = error;
  const isLost = code === 'proxy_unreachable' || code === 'not_found';
  return isLost ? findObstacle(baseUrl(proxyUrl), life) : mistakeAfter(code, order);
}

/** What `payer` and its `address` have. */
const payerMembers =
  'name email phone address street number complement district city state zipCode country'.split(
    ' ',
  );

function attributeMistakes(page: Page): Mistake[] {
  const { payer } = page;
  const values = [
    ['locale', page.locale, languageList, languages.join(', ')],
    ['three-ds', page.threeDS, /^(required|preferred|off)$/, 'required, preferred or off'],
    ['three-ds-timeout-ms', page.threeDSTimeoutMs, /^(0|\d{5,6})$/, '90000 to 900000'],
    ['kinds', page.kinds, kindList, 'credit, debit or credit debit'],
    ['brands', page.brands, brandList, `a list of ${cardBrands.join(', ')}`],
    ['appearance', page.appearance, /^(outlined|filled|minimal)$/, 'outlined, filled or minimal'],
    ['ask', page.ask, /^(\s*\b(email|phone|address)\b)*\s*$/, 'a list of email, phone, address'],
    ['fraud', page.fraud, /^(required|preferred)$/, 'required or preferred'],
  ] as const;
  return [
    ...(baseUrl(page.proxyUrl) === '' ? [mistakes.noProxyUrl] : []),
    ...(isSecureContext ? [] : [mistakes.insecurePage]),
    ...(page.renderRoot.host.querySelector(':scope > :not([slot])') ? [mistakes.swallowed] : []),
    ...Object.keys({ ...payer, ...payer.address })
      .filter((name) => !payerMembers.includes(name))
      .map((name) => mistakeIn.value('payer', name, `one of ${payerMembers.join(', ')}`)),
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
