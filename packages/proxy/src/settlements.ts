import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** Tells those who wait that an attempt has ended, and keeps track of the running ones. */
export class Settlements {
  readonly #news = new EventEmitter().setMaxListeners(0);
  readonly #running = new Set<Promise<void>>();
  readonly #drain = new AbortController();

  /** Whether the proxy is stopping and takes no new attempt. */
  get draining(): boolean {
    return this.#drain.signal.aborted;
  }

  /** Keeps an attempt in the list of those that `drain` waits for. */
  track(attempt: Promise<void>): void {
    this.#running.add(attempt);
    void attempt.finally(() => this.#running.delete(attempt));
  }

  /** Wakes everyone who waits for this attempt. */
  announce(id: string): void {
    this.#news.emit(id);
  }

  /**
   * Waits until `isOver` says so after news of the attempt, for at most `timeoutMs`; the wait also
   * ends when `left` fires, since the browser has gone, or when the proxy drains.
   */
  async wait(
    id: string,
    isOver: () => Promise<boolean>,
    timeoutMs: number,
    left: AbortSignal,
  ): Promise<void> {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, left, this.#drain.signal]);
    const news = Promise.race([
      once(this.#news, id, { signal }),
      setTimeout(timeoutMs, undefined, { signal }),
    ]).catch(() => undefined);
    try {
      if (!(await isOver())) await news;
    } finally {
      stop.abort();
    }
  }

  /** Pauses for some milliseconds; returns `false` at once when the proxy drains. */
  async pause(ms: number): Promise<boolean> {
    return setTimeout(ms, true, { signal: this.#drain.signal }).catch(() => false);
  }

  /** Ends every wait, and resolves when the running attempts have ended. */
  async drain(): Promise<void> {
    this.#drain.abort();
    await Promise.all(this.#running);
  }
}
