import { longestFraudId } from '@card-checkout/contract/checkout';
import { membersOf } from '@card-checkout/contract/json';
import type { CheckoutErrorCode } from '../errors.ts';
import { pause } from './pause.ts';

/** A mistake in the page or in the proxy's settings; the console's line ends with the fix. */
export type Mistake = readonly [code: CheckoutErrorCode, line: string];

/** What the proxy answers to the shop's pages, and what it answers to every page. */
const [forShop, forAll] = ['/api/order', '/widget/integrity.json'];

export function misconfigured(line: string): Mistake {
  return ['misconfigured', line];
}

/** The mistakes that the console names; `isolated/page/explain.ts` has those of the isolated form's page. */
export const mistakes = {
  noProxyUrl: misconfigured('has no proxy-url: set it to the address of your proxy'),
  insecurePage: misconfigured('is on a page without HTTPS: serve it by https://'),
  noOrder: misconfigured('has no order: set it to what signOrder returns'),
  expiredOrder: ['order_expired', 'has an expired order: sign one for each page load'],
  unreadableOrder: [
    'order_invalid',
    "has an order that can't be read: it must be a whole signed token",
  ],
  refusedOrder: [
    'order_invalid',
    'has an order that the proxy refuses: ORDER_SECRET differs between shop and proxy, or the token was changed',
  ],
  hidden: misconfigured(
    'is hidden and not paid, which blocks the form around it: disable it while another way to pay is chosen',
  ),
  copied: misconfigured("can't load its texts: load the proxy's own script"),
  swallowed: misconfigured(
    "has content without a slot, which isn't shown: close it with </card-checkout>",
  ),
} satisfies Record<string, Mistake>;

/** The mistakes whose lines depend on the page. */
export const mistakeIn = {
  value: (name: string, value: unknown, known: string) =>
    misconfigured(`has ${name}="${String(value)}", which must be ${known}`),
  drawing: (cause: unknown): Mistake => [
    'unexpected',
    `can't be drawn, ${String(cause)}: does a script of the page replace built-ins of the browser?`,
  ],
  setup: (cause: unknown) => misconfigured(`can't pay, ${String(cause)}`),
  origin: (): Mistake => [
    'origin_not_allowed',
    `is on ${location.origin}: add that to ALLOWED_ORIGINS at the proxy`,
  ],
  fraudId: (length: number): Mistake => [
    'fraud_unavailable',
    `gets an id of ${length} characters from the fraud script: the proxy takes ${longestFraudId}`,
  ],
  policy: (origin: string, directive: string) =>
    misconfigured(
      `is blocked by the page's Content-Security-Policy: add ${origin} to ${directive}`,
    ),
  silence: (url: string): Mistake => [
    'proxy_unreachable',
    isLocal(url) && !isLocal(location.href)
      ? `has proxy-url ${url}, a private address, which browsers block (Local Network Access)`
      : `gets no readable answer from proxy-url ${url}: is it the proxy's address and port, and does the proxy run?`,
  ],
  status: (url: string, status: number) =>
    misconfigured(
      `has proxy-url ${url}, which answers ${status} to ${forShop}: is it the proxy's address?`,
    ),
  hiddenStatus: (url: string) =>
    misconfigured(
      `has proxy-url ${url}, whose answer to ${forShop} is hidden by CORS, such as a 404 or 502: is it the proxy's address, and does the proxy run?`,
    ),
  stranger: (url: string) =>
    misconfigured(
      `has proxy-url ${url}, where something else answers: is it the proxy's address, and does the page's service worker leave it alone?`,
    ),
};

/** Whether an address says that it is on this machine or in a private network. */
function isLocal(url: string): boolean {
  return /\/\/(localhost|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|\[(::1|f))/.test(url);
}

const told = new Set<string>();

/** Writes a mistake to the console, once per page. */
export function tell([code, text]: Mistake): void {
  const line = `<card-checkout> ${text} (${code})`;
  // oxlint-disable-next-line no-console -- The page's developer looks there, and buyers don't.
  if (!told.has(line)) console.error(line);
  told.add(line);
}

/** How long each question to the proxy may take, and when the developer is told that none was answered. */
const [questionTimeoutMs, slowAfterMs] = [3_000, 300];

/** How long after a refused request a browser may report the policy's violation. */
const reportMs = 50;

/** Finds out why the page gets nothing from the proxy at `url`; undefined if it gets something now. */
export async function findObstacle(url: string, life: AbortSignal): Promise<Mistake | undefined> {
  const ask = async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    const signal = AbortSignal.any([life, AbortSignal.timeout(questionTimeoutMs)]);
    const all = { ...init, signal, credentials: 'omit', cache: 'no-store' } as const;
    return fetch(`${url}${path}`, all).catch(() => undefined);
  };
  const slow = setTimeout(() => tell(mistakeIn.silence(url)), slowAfterMs);
  const [shown, published, anything] = await Promise.all([
    // Without an order, the proxy refuses; with CORS, if it knows the page's origin.
    ask(forShop),
    ask(forAll),
    ask('/', { mode: 'no-cors' }),
  ]);
  clearTimeout(slow);
  if (String(await memberIn(shown, 'type')).startsWith('urn:card-checkout:')) return undefined;
  await pause(reportMs, life);
  const violation = violationAt(url);
  if (violation) return violation;
  if (published?.ok && (await memberIn(published, 'files'))) return mistakeIn.origin();
  if (shown && !shown.ok) return mistakeIn.status(url, shown.status);
  if (shown || published) return mistakeIn.stranger(url);
  return anything ? mistakeIn.hiddenStatus(url) : mistakeIn.silence(url);
}

/** Returns a member that only the proxy's answer has: other servers may answer every address. */
async function memberIn(answer: Response | undefined, name: string): Promise<unknown> {
  const body: unknown = await answer?.json().catch(() => undefined);
  return membersOf(body).get(name);
}

/** The origins that the element needs, and how the page's policy blocks them. */
const needed = new Map<string, Mistake | undefined>();

/** Tells the developer if the page's Content Security Policy blocks a request to one of these. */
export function watchPolicy(...urls: readonly string[]): void {
  if (needed.size === 0) document.addEventListener('securitypolicyviolation', noteViolation);
  need(...urls);
}

/** Notes that the element needs these addresses. */
export function need(...urls: readonly string[]): void {
  for (const url of urls) if (!needed.has(originOf(url))) needed.set(originOf(url), undefined);
}

/** Tells the developer everything that a policy blocks in a document of ours. */
export function watchPolicyOf(document: Document): void {
  document.addEventListener('securitypolicyviolation', tellViolation);
}

/** Returns how the page's policy has blocked a request to the origin of `url`, if it has. */
export function violationAt(url: string): Mistake | undefined {
  return needed.get(originOf(url));
}

/** Tells the developer about a violation that blocks what the element needs. */
export function noteViolation(event: SecurityPolicyViolationEvent): void {
  const origin = originOf(event.blockedURI);
  if (needed.has(origin)) needed.set(origin, tellViolation(event));
}

function tellViolation(event: SecurityPolicyViolationEvent): Mistake | undefined {
  const { blockedURI, disposition, effectiveDirective } = event;
  const origin = originOf(blockedURI);
  if (origin === '' || disposition !== 'enforce') return undefined;
  const mistake = mistakeIn.policy(origin, effectiveDirective.replace('-elem', ''));
  tell(mistake);
  return mistake;
}

/** Returns the origin of an address; empty for `inline` and other words of a violation. */
function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
