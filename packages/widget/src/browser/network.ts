import { startDeadline } from './deadline.ts';
import { pause, unlessAborted } from './pause.ts';

/** How long a request waits while the browser says that it's offline; some browsers are wrong. */
const offlineTimeoutMs = 60_000;

/** Returns an address without spaces around it and slashes at its end. */
export function baseUrl(address: string): string {
  return address.trim().replace(/\/+$/, '');
}

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

/** Returns how long to wait before asking again: twice as long after each failure. */
export function growingMs(firstMs: number, failures: number, longestMs = 15_000): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

/**
 * Waits before a proxy that didn't answer is asked again, also until somebody sees the page.
 * @throws the reason of `signal` when that aborts.
 */
export async function pauseAfter(failures: number, signal: AbortSignal): Promise<void> {
  await pause(growingMs(3_000, failures - 1, 30_000), signal);
  if (!document.hidden) return;
  const seen = new Promise((resolve) => {
    document.addEventListener('visibilitychange', resolve, { once: true, signal });
  });
  await unlessAborted(signal, seen);
}
