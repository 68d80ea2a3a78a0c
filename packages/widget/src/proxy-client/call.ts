import type { ClientConfig } from '@card-checkout/contract/client-config';
import { baseUrl } from '../browser/base-url.ts';
import { startDeadline } from '../browser/deadline.ts';
import { mistakeIn, tell } from '../browser/mistakes.ts';
import { setProxyClock } from '../browser/proxy-clock.ts';
import { CheckoutError } from '../errors.ts';
import { readClientConfig } from './wire.ts';

const configTimeoutMs = 10_000;

/** When the developer is told that nothing has answered so far. */
const slowAfterMs = 1_500;

/**
 * Loads the shop's configuration from the proxy (`GET /api/config`).
 * @throws CheckoutError `proxy_unreachable`, or the proxy's refusal.
 */
export async function fetchConfig(proxyUrl: string, signal: AbortSignal): Promise<ClientConfig> {
  const slow = setTimeout(() => tell(mistakeIn.silence(baseUrl(proxyUrl))), slowAfterMs);
  try {
    return readClientConfig(await callProxy(proxyUrl, '/api/config', {}, configTimeoutMs, signal));
  } finally {
    clearTimeout(slow);
  }
}

/**
 * Sends one request to the proxy and returns the JSON of its answer, also of a refusal; undefined for
 * an answer without content.
 * @throws CheckoutError `proxy_unreachable` without a readable answer in `timeoutMs`; the reason of
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
    const response = await fetch(`${baseUrl(proxyUrl)}${path}`, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      signal: limit.signal,
    });
    setProxyClock(response);
    return response.status === 204 ? undefined : await response.json();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new CheckoutError('proxy_unreachable', { cause });
  } finally {
    limit.clear();
  }
}
