import { setTimeout as pauseFor } from 'node:timers/promises';
import { isProcessing, type Attempt } from '../attempt/attempt.ts';

/** Says how to wait for an attempt's end. */
export interface WaitOptions {
  /** Finds the attempt as it stands; what it finds is the truth, news are a hint. */
  look: () => Promise<Attempt | undefined>;
  /** The attempt as it was found a moment ago, which saves the first look. */
  known?: Attempt | undefined;
  timeoutMs: number;
  /** Fires when nobody waits any more. */
  left?: AbortSignal;
}

/** How often a wait looks for itself, since news of another process may be lost. */
const lookEveryMs = 1000;

type Listener = (attempt: Attempt | undefined) => void;

/** Tells those who wait that an attempt has ended, and keeps track of the running ones. */
export class Settlements {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #drain = new AbortController();
  readonly #end = new AbortController();

  constructor() {
    this.#drain.signal.addEventListener('abort', () => {
      for (const id of this.#listeners.keys()) this.announce(id);
    });
  }

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

  /** Wakes everyone who waits for this attempt, with the attempt where it is at hand. */
  announce(id: string, attempt?: Attempt): void {
    for (const listener of this.#listeners.get(id) ?? []) listener(attempt);
  }

  /**
   * Waits until an attempt is no longer processing, for at most `timeoutMs`, and returns it as it
   * stands then. The wait also ends when `left` fires or the proxy drains.
   */
  async wait(id: string, options: WaitOptions): Promise<Attempt | undefined> {
    const { look, timeoutMs, left } = options;
    const end = performance.now() + timeoutMs;
    let { known } = options;
    for (;;) {
      const restMs = end - performance.now();
      const news = this.#listen(id, Math.min(restMs, lookEveryMs), left);
      const latest = known ?? (await look());
      known = undefined;
      const isEnough = restMs <= 0 || this.draining || left?.aborted;
      const isOver = isEnough || !latest || !isProcessing(latest);
      if (isOver) news.stop();
      const told = await news.heard;
      if (told && !isProcessing(told)) return told;
      if (isOver) return latest;
    }
  }

  /** Notes whether there is news of an attempt, until `stop`. */
  notice(id: string): { hasNews: boolean; stop: () => void } {
    const listeners = this.#listenersOf(id);
    const stop = () => this.#forget(id, heard);
    const notice = { hasNews: false, stop };
    const heard = () => {
      notice.hasNews = true;
    };
    listeners.add(heard);
    return notice;
  }

  #listenersOf(id: string): Set<Listener> {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners);
    return listeners;
  }

  #forget(id: string, listener: Listener): void {
    const listeners = this.#listeners.get(id);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#listeners.delete(id);
  }

  /** Begins to listen for one piece of news, before the caller looks for itself. */
  #listen(id: string, timeoutMs: number, left: AbortSignal | undefined) {
    const listeners = this.#listenersOf(id);
    const { promise, resolve } = Promise.withResolvers<Attempt | undefined>();
    const stop = (attempt?: Attempt) => {
      clearTimeout(timer);
      left?.removeEventListener('abort', leave);
      this.#forget(id, stop);
      resolve(attempt);
    };
    const leave = () => stop();
    const timer = setTimeout(leave, Math.max(0, timeoutMs));
    left?.addEventListener('abort', leave, { once: true });
    listeners.add(stop);
    return { heard: promise, stop };
  }

  /** Pauses for some milliseconds; returns `false` at once when the proxy drains. */
  async pause(ms: number): Promise<boolean> {
    return pauseFor(ms, true, { signal: this.#drain.signal }).catch(() => false);
  }

  /** Pauses for some milliseconds, also while the proxy drains; `false` once its time is over. */
  async pauseToTheEnd(ms: number): Promise<boolean> {
    return pauseFor(ms, true, { signal: this.#end.signal }).catch(() => false);
  }

  /**
   * Ends every wait, and resolves when the running attempts have ended; returns `false` when
   * `timeoutMs` pass before that.
   */
  async drain(timeoutMs: number): Promise<boolean> {
    this.#drain.abort();
    const limit = new AbortController();
    const isLate = pauseFor(timeoutMs, true, { signal: limit.signal }).catch(() => false);
    const isDone = this.#allEnded().then(() => false);
    const wasLate = await Promise.race([isLate, isDone]);
    limit.abort();
    this.#end.abort();
    return !wasLate;
  }

  async #allEnded(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
