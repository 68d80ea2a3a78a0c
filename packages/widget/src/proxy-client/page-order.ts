import { orderHeader, type PageOrder } from '@card-checkout/contract/client-config';
import { membersOf } from '@card-checkout/contract/json';
import { mistakeIn, tell } from '../browser/mistakes.ts';
import { baseUrl } from '../browser/base-url.ts';
import { pause } from '../browser/pause.ts';
import { CheckoutError } from '../errors.ts';
import { callProxy, readProblem } from './call.ts';
import { askAgainAfterMs, hasCode, isPayment } from './client.ts';

const orderTimeoutMs = 10_000;

/** When the developer is told that nothing has answered so far. */
const slowAfterMs = 1_500;

/**
 * Asks the proxy for its configuration and the order's payment, if that blocks another one; without the
 * cookies of the shop's other hosts. The token travels in a header, so no address or log has it. There is
 * no `cache: 'no-store'`, with which Chromium would repeat the preflight; the answer itself forbids storing it.
 * @throws CheckoutError `misconfigured` without a proxy, `proxy_unreachable`, or the code of the
 * proxy's refusal; the reason of `signal` when that aborts.
 */
export async function askForOrder(
  proxyUrl: string,
  token: string,
  signal?: AbortSignal,
): Promise<PageOrder> {
  if (proxyUrl.trim() === '') throw new CheckoutError('misconfigured');
  const url = `${baseUrl(proxyUrl)}/api/order`;
  const slow = setTimeout(() => tell(mistakeIn.silence(baseUrl(proxyUrl))), slowAfterMs);
  try {
    const headers = { [orderHeader]: token };
    const body = await callProxy(url, { headers }, orderTimeoutMs, signal);
    if (isPageOrder(body)) return body;
    throw readProblem(body);
  } finally {
    clearTimeout(slow);
  }
}

/** Asks for an order, and again with growing pauses for half a minute. Throws as `askForOrder`. */
export async function findOrder(
  { proxyUrl, order }: { proxyUrl: string; order: { token: string } },
  signal: AbortSignal,
): Promise<PageOrder> {
  const ask = async (): Promise<PageOrder> => askForOrder(proxyUrl, order.token, signal);
  for (const delayMs of askAgainAfterMs) {
    const answer = await ask().catch((error: unknown) => {
      signal.throwIfAborted();
      if (!mayAnswerLater(error)) throw error;
    });
    if (answer) return answer;
    await pause(delayMs, signal);
  }
  return ask();
}

/** Whether the proxy may answer the same question in a moment, unlike a refusal. */
export function mayAnswerLater(error: unknown): boolean {
  return !hasCode(error, 'order_invalid', 'order_closed', 'origin_not_allowed', 'misconfigured');
}

function isPageOrder(body: unknown): body is PageOrder {
  const members = membersOf(body);
  const [config, payment] = [membersOf(members.get('config')), members.get('payment')];
  // An unknown `threeDS` or `proof` counts as the default.
  const texts = ['tokenUrl', 'provider', 'threeDS', 'proof', 'threeDSScriptUrl', 'clientIp'];
  return (
    texts.every((name) => typeof config.get(name) === 'string') &&
    typeof config.get('merchantId') === 'string' &&
    typeof (config.get('fraudScriptUrl') ?? '') === 'string' &&
    ['sandbox', 'production'].includes(String(config.get('threeDSEnvironment'))) &&
    (config.get('brands') === undefined || Array.isArray(config.get('brands'))) &&
    (payment === undefined || isPayment(payment))
  );
}
