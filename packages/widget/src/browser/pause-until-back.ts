import { pause } from './pause.ts';

/**
 * Waits, but no longer than until the page is shown again or goes online: a timer may be late after that.
 * @throws the reason of `signal` when that aborts.
 */
export async function pauseUntilBack(delayMs: number, signal?: AbortSignal): Promise<void> {
  const over = new AbortController();
  const { promise: back, resolve } = Promise.withResolvers<void>();
  const look = (): void => void (document.hidden || resolve());
  document.addEventListener('visibilitychange', look, over);
  addEventListener('online', look, over);
  try {
    const ends = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    await Promise.race([back, pause(delayMs, ends)]);
  } finally {
    over.abort();
  }
}
