import { startDeadline, unlessAborted } from './deadline.ts';
import { CheckoutError } from './errors.ts';

const loadTimeoutMs = 10_000;

/**
 * Loads the way of a payment, which the form does not need while the buyer is typing.
 * @throws CheckoutError `proxy_unreachable`; the reason of `signal` when that aborts.
 */
export async function loadPay(signal: AbortSignal): Promise<typeof import('./pay.ts')> {
  const limit = startDeadline(loadTimeoutMs, signal, () => 'late');
  try {
    return await unlessAborted(limit.signal, import('./pay.ts'));
  } catch (cause) {
    signal.throwIfAborted();
    throw new CheckoutError('proxy_unreachable', { cause });
  } finally {
    limit.clear();
  }
}
