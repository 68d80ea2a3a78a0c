import type { InputFields } from '@card-checkout/contract/payment';
import { membersOf } from '@card-checkout/contract/json';
import { startDeadline } from '../browser/deadline.ts';
import { baseUrl } from '../browser/network.ts';
import { CheckoutError, isRetryableCode, type CheckoutErrorCode } from '../errors.ts';
import { isFinalErrorCode } from '../final-error-codes.ts';

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

/** How far the proxy's clock is ahead of `performance.now()`: the device's clock may be wrong, or set. */
let aheadMs: number | undefined;

export function setProxyClock({ headers }: Response): void {
  const saidMs = Date.parse(headers.get('Date') ?? '');
  if (saidMs > 0) aheadMs = saidMs - performance.now();
}

/**
 * Returns the milliseconds until a time of the proxy's clock, given in seconds since 1970; `Infinity`
 * before the proxy's first answer.
 */
export function msUntil(seconds: number): number {
  return aheadMs === undefined ? Infinity : seconds * 1000 - performance.now() - aheadMs;
}

/** Returns the proxy's problem (RFC 9457), or `proxy_unreachable` if something else has answered. */
export function readProblem(body: unknown): CheckoutError {
  const members = membersOf(body);
  const code = members.get('code');
  if (typeof code !== 'string') return new CheckoutError('proxy_unreachable');
  const fields = members.get('fields');
  return new CheckoutError(knownCode(code), isInputFields(fields) ? { fields } : {});
}

/** Returns a code from the wire, or `unexpected` for one that the element doesn't know. */
export function knownCode(code: unknown): CheckoutErrorCode {
  return isRetryableCode(code) || isFinalErrorCode(code) ? code : 'unexpected';
}

export function isInputFields(fields: unknown): fields is InputFields {
  const errors = [...membersOf(fields).values()];
  return errors.length > 0 && errors.every(Array.isArray);
}
