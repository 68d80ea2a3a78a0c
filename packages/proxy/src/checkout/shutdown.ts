import { setImmediate as nextTurn, setTimeout as pauseFor } from 'node:timers/promises';

/** Tracks running work, and lets it end when the proxy shuts down. */
export class Shutdown {
  readonly #running = new Set<Promise<unknown>>();
  readonly #drain = new AbortController();
  readonly #end = new AbortController();
  #endsAtMs = Infinity;

  get draining(): boolean {
    return this.#drain.signal.aborted;
  }

  /** No limit before the shutdown starts. */
  get leftMs(): number {
    return this.#end.signal.aborted ? 0 : Math.max(0, this.#endsAtMs - performance.now());
  }

  /** Aborts when running work has no time left. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  onDrain(listener: () => void): void {
    this.#drain.signal.addEventListener('abort', listener, { once: true });
  }

  track<Work extends Promise<unknown>>(work: Work): Work {
    this.#running.add(work);
    const forget = () => this.#running.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Returns `false` at once when the shutdown starts. */
  async pause(ms: number): Promise<boolean> {
    return pauseFor(ms, true, { signal: this.#drain.signal }).catch(() => false);
  }

  /** Also pauses during the shutdown; returns `false` at once when its time is over. */
  async pauseUntilEnd(ms: number): Promise<boolean> {
    return pauseFor(ms, true, { signal: this.#end.signal }).catch(() => false);
  }

  /** Starts the shutdown. Returns whether the running work ended within `timeoutMs`. */
  async drain(timeoutMs: number): Promise<boolean> {
    this.#endsAtMs = Math.min(this.#endsAtMs, performance.now() + timeoutMs);
    this.#drain.abort();
    const limit = new AbortController();
    // Timers run before sockets are read: an answer that has arrived meanwhile is taken.
    const isOver = pauseFor(timeoutMs, true, { signal: limit.signal });
    const isLate = isOver.then(nextTurn).catch(() => false);
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
