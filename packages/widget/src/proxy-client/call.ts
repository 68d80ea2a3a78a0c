import type { ClientConfig } from '@card-checkout/contract/client-config';
import { startDeadline } from '../browser/deadline.ts';
import { CheckoutError } from '../errors.ts';
import { readClientConfig } from './wire.ts';

const configTimeoutMs = 10_000;

/**
 * Asks the proxy how this shop is set up (`GET /api/config`).
 * @throws CheckoutError `proxy_unreachable`, or the proxy's refusal.
 */
export async function fetchConfig(proxyUrl: string, signal: AbortSignal): Promise<ClientConfig> {
  return readClientConfig(await callProxy(proxyUrl, '/api/config', {}, configTimeoutMs, signal));
}

/**
 * Makes one request to the proxy and gives the JSON that comes back, whatever its status.
 * @throws CheckoutError `proxy_unreachable` when nothing readable comes back in `timeoutMs`; the reason of
 * `signal` when that aborts.
 */
export async function callProxy(
  proxyUrl: string,
  path: string,
  init: RequestInit,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<unknown> {
  const limit = startDeadline(timeoutMs, signal, () => 'late');
  try {
    const response = await fetch(`${proxyUrl.replace(/\/$/, '')}${path}`, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      signal: limit.signal,
    });
    return await response.json();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new CheckoutError('proxy_unreachable', { cause });
  } finally {
    limit.clear();
  }
}
