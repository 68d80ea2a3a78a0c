import { startDeadline, unlessAborted } from '../browser/deadline.ts';
import { CheckoutError } from '../errors.ts';

const loadTimeoutMs = 10_000;

/**
 * Loads the way of a payment, which the form does not need while the buyer is typing.
 * @throws CheckoutError `proxy_unreachable`; the reason of `signal` when that aborts.
 */
export async function loadPay(signal: AbortSignal): Promise<typeof import('./pay.ts')> {
  return loaded(import('./pay.ts'), signal);
}

/** Waits for a part of the element that is loaded when it is needed; throws as `loadPay` does. */
export async function loaded<Part>(part: Promise<Part>, signal: AbortSignal): Promise<Part> {
  const limit = startDeadline(loadTimeoutMs, signal, () => 'late');
  try {
    return await unlessAborted(limit.signal, part);
  } catch (cause) {
    signal.throwIfAborted();
    throw new CheckoutError('proxy_unreachable', { cause });
  } finally {
    limit.clear();
  }
}
