import { pause, unlessAborted } from './pause.ts';

/** Whether a request has succeeded while the browser said that it's offline: some browsers always do. */
let isDisproved = false;

/** Whether the browser says that it's offline, and no request has proved it wrong. */
export function seemsOffline(): boolean {
  return !navigator.onLine && !isDisproved;
}

/** Notes that a request has succeeded which began while the browser seemed offline. */
export function noteOnline(): void {
  isDisproved ||= !navigator.onLine;
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
