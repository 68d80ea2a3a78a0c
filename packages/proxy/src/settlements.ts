import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** Tells those who wait that an attempt has ended, and keeps track of the running ones. */
export class Settlements {
  readonly #news = new EventEmitter().setMaxListeners(0);
  readonly #running = new Set<Promise<unknown>>();
  readonly #drain = new AbortController();

  /** Whether the proxy is stopping and takes no new attempt. */
  get draining(): boolean {
    return this.#drain.signal.aborted;
  }

  /** Keeps a part of an attempt in the list of what `drain` waits for, and returns it. */
  track<Work extends Promise<unknown>>(work: Work): Work {
    this.#running.add(work);
    const forget = () => this.#running.delete(work);
    work.then(forget, forget);
    return work;
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
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
