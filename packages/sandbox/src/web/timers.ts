/** Holds what is to happen later, so that it can be called off. */
export interface Timers {
  /** Aborts when everything is called off. */
  readonly signal: AbortSignal;
  /** Runs a task after `delayMs`. A task that fails is forgotten. */
  after(delayMs: number, task: (signal: AbortSignal) => void | Promise<void>): void;
  /** Calls off every task, also those that run. */
  stop(): void;
}

/** Creates an empty set of timers. */
export function createTimers(): Timers {
  const waiting = new Set<NodeJS.Timeout>();
  const running = new AbortController();
  const { signal } = running;

  return {
    signal,
    after(delayMs, task) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void run(task, signal);
      }, delayMs);
      waiting.add(timer);
    },
    stop() {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
      running.abort();
    },
  };
}

async function run(
  task: (signal: AbortSignal) => void | Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await task(signal);
  } catch {
    return;
  }
}
