import type { InputFields } from '@card-checkout/contract/payment';
import { membersOf } from '@card-checkout/contract/json';
import { startDeadline } from '../browser/deadline.ts';
import { growingMs, noteOnline, seemsOffline } from '../browser/network.ts';
import { pauseUntilBack } from '../browser/pause-until-back.ts';
import { unlessAborted } from '../browser/pause.ts';
import { CheckoutError, knownCode } from '../errors.ts';

/** How long a question is repeated while the browser says that it's offline. */
const offlineTimeoutMs = 60_000;

/**
 * Sends one request to the proxy, without cookies, and returns the JSON of its answer, also of a refusal.
 * While the browser says that it's offline, a question that fails is repeated for a minute; a post, never.
 * @throws CheckoutError `proxy_unreachable` without a readable answer in `timeoutMs`; the reason of
 * `signal` when that aborts.
 */
export async function callProxy(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<unknown> {
  const isQuestion = init.method !== 'POST';
  const untilMs = performance.now() + offlineTimeoutMs;
  const unlessRepeated = (error: unknown): undefined => {
    signal?.throwIfAborted();
    const mayRepeat = isQuestion && performance.now() < untilMs;
    if (!mayRepeat || !seemsOffline()) throw error;
  };
  for (let failures = 0; ; failures += 1) {
    const called = callOnce(url, init, timeoutMs, signal);
    const answer = await called.then((body) => ({ body })).catch(unlessRepeated);
    if (answer) return answer.body;
    await pauseUntilBack(growingMs(1_000, failures), signal);
  }
}

async function callOnce(
  url: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const limit = startDeadline(timeoutMs, signal, () => 'late');
  const seemedOffline = seemsOffline();
  try {
    const sent = fetch(url, { ...init, signal: limit.signal, credentials: 'omit' });
    const response = await unlessAborted(limit.signal, sent);
    setProxyClock(response);
    const body: unknown = await response.json();
    if (seemedOffline) noteOnline();
    return body;
  } catch (cause) {
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

/** Returns the time by the proxy's clock; `undefined` before its first answer. */
export function proxyTime(): Date | undefined {
  return aheadMs === undefined ? undefined : new Date(performance.now() + aheadMs);
}

/** Returns the proxy's problem (RFC 9457), or `proxy_unreachable` if something else has answered. */
export function readProblem(body: unknown): CheckoutError {
  const members = membersOf(body);
  const code = members.get('code');
  if (typeof code !== 'string') return new CheckoutError('proxy_unreachable');
  const fields = members.get('fields');
  return new CheckoutError(knownCode(code), isInputFields(fields) ? { fields } : {});
}

export function isInputFields(fields: unknown): fields is InputFields {
  const errors = [...membersOf(fields).values()];
  return errors.length > 0 && errors.every(Array.isArray);
}
