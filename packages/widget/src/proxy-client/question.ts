import { orderHeader } from '@card-checkout/contract/client-config';
import { baseUrl } from '../browser/base-url.ts';

/** Where the proxy is asked for an order. */
export const orderPath = '/api/order';

/** How long its answer may take. */
export const orderTimeoutMs = 10_000;

/** A request for an order. The code that reads the answer may still be loading. */
export interface Question {
  proxyUrl: string;
  token: string;
  response: Promise<Response>;
}

/** Asks the proxy for an order. The token is in a header: no address or log has it. */
export function ask(proxyUrl: string, token: string): Question {
  const signal = AbortSignal.timeout(orderTimeoutMs);
  const response = fetch(baseUrl(proxyUrl) + orderPath, {
    headers: { [orderHeader]: token },
    signal,
  });
  // Whoever reads the answer takes the error.
  response.catch(() => undefined);
  return { proxyUrl, token, response };
}
