import { orderHeader } from '@card-checkout/contract/client-config';
import { baseUrl } from '../browser/base-url.ts';

/** A request for an order. The code that reads the answer may still be loading. */
export interface Question {
  proxyUrl: string;
  token: string;
  response: Promise<Response>;
}

/**
 * Asks the proxy for an order, for 10 s or until `signal` aborts, without the cookies of the shop's other
 * hosts. The token travels in a header, so no
 * address or log has it. There is no `cache: 'no-store'`, with which Chromium would repeat the preflight;
 * the answer itself forbids storing it.
 */
export function ask(
  proxyUrl: string,
  token: string,
  signal = AbortSignal.timeout(10_000),
): Question {
  const headers = { [orderHeader]: token };
  // A page may have set anything as the address.
  const init = { headers, signal, credentials: 'omit' } as const;
  const send = async () => fetch(`${baseUrl(proxyUrl)}/api/order`, init);
  const response = send();
  // The code that reads the answer handles the error.
  response.catch(() => undefined);
  return { proxyUrl, token, response };
}
