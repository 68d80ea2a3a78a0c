import { startDeadline, unlessAborted } from './deadline.ts';

/** How long a request waits while the browser reports to be offline; some report it wrongly. */
const offlineTimeoutMs = 60_000;

/**
 * Waits for the network, for a minute at most.
 * @throws the reason of `signal` when that aborts.
 */
export async function untilOnline(signal?: AbortSignal): Promise<void> {
  if (navigator.onLine) return;
  const limit = startDeadline(offlineTimeoutMs, signal, () => 'too late');
  const online = new Promise((resolve) => {
    addEventListener('online', resolve, { once: true, signal: limit.signal });
  });
  await unlessAborted(limit.signal, online).catch(() => undefined);
  limit.clear();
  signal?.throwIfAborted();
}
