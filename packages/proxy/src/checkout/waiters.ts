import { isProcessing, type Attempt } from '../attempt/attempt.ts';
import type { Store } from '../store/store.ts';
import type { Shutdown } from './shutdown.ts';

interface WaitOptions {
  timeoutMs: number;
  /** The payment if it was just read; saves the first read. */
  known?: Attempt | undefined;
  signal?: AbortSignal;
  /** Called at least once a second. By default, whether the proxy is shutting down. */
  isOver?: () => boolean;
}

/** How often a wait reads the store, because changes by other processes may be missed. */
const readEveryMs = 1000;

/** If a timer is this late, the process or the machine was frozen. */
const frozenMs = 500;

/** After a freeze, timers run before sockets are read; this leaves time to read them. */
const catchUpMs = 1000;

/** Gets the payment if known, or else the reason to read it. */
type Waiter = (news: Attempt | 'changed' | 'draining' | 'frozen') => void;

/** Wakes requests and retries that wait for a payment. */
export class Waiters {
  readonly #waiters = new Map<string, Set<Waiter>>();
  readonly #store: Pick<Store, 'find'>;
  readonly #shutdown: Shutdown;

  constructor(store: Pick<Store, 'find'>, shutdown: Shutdown) {
    this.#store = store;
    this.#shutdown = shutdown;
    shutdown.onDrain(() => {
      for (const waiters of this.#waiters.values())
        for (const waiter of waiters) waiter('draining');
    });
  }

  wake(id: string, payment?: Attempt): void {
    for (const waiter of this.#waiters.get(id) ?? []) waiter(payment ?? 'changed');
  }

  /**
   * Waits up to `timeoutMs` until a payment is no longer processing, and returns it. The wait ends
   * early if `signal` aborts or `isOver` returns true. After a freeze, it lasts at least another second.
   */
  async wait(id: string, options: WaitOptions): Promise<Attempt | undefined> {
    const { timeoutMs, signal, isOver: isCutShort = () => this.#shutdown.draining } = options;
    let end = performance.now() + timeoutMs;
    let { known } = options;
    for (;;) {
      const restMs = end - performance.now();
      // Listens before reading, so that no change in between is missed.
      const waiter = this.#listen(id, Math.min(restMs, readEveryMs), signal);
      const latest = known ?? (await this.#store.find(id));
      known = undefined;
      const isCut = restMs <= 0 || isCutShort() || signal?.aborted;
      const isOver = isCut || !latest || !isProcessing(latest);
      if (isOver) waiter.stop();
      const given = await waiter.woken;
      if (given === 'frozen') end = Math.max(end, performance.now() + catchUpMs);
      else if (given && !isProcessing(given)) return given;
      if (isOver) return latest;
    }
  }

  #listen(id: string, timeoutMs: number, signal: AbortSignal | undefined) {
    const { promise, resolve } = Promise.withResolvers<Attempt | 'frozen' | undefined>();
    const stop = (news?: Parameters<Waiter>[0]) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
      this.#remove(id, stop);
      resolve(typeof news === 'object' || news === 'frozen' ? news : undefined);
    };
    const leave = () => stop();
    const dueAtMs = performance.now() + Math.max(0, timeoutMs);
    const wasFrozen = () => performance.now() - dueAtMs > frozenMs;
    const timer = setTimeout(
      () => stop(wasFrozen() ? 'frozen' : undefined),
      Math.max(0, timeoutMs),
    );
    signal?.addEventListener('abort', leave, { once: true });
    this.#waitersOf(id).add(stop);
    return { woken: promise, stop };
  }

  #waitersOf(id: string): Set<Waiter> {
    const waiters = this.#waiters.get(id) ?? new Set();
    this.#waiters.set(id, waiters);
    return waiters;
  }

  #remove(id: string, waiter: Waiter): void {
    const waiters = this.#waiters.get(id);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.#waiters.delete(id);
  }
}
