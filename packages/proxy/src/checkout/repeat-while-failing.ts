import type { Shutdown } from './shutdown.ts';

/** Pause before the store is tried again. */
const againAfterMs = 1000;

interface RepeatOptions {
  onError: (error: unknown) => void;
  shutdown: Shutdown;
  forMs: number;
}

/**
 * Repeats the store's work until it succeeds, so that no evidence is lost. Returns `undefined` once
 * `forMs` or the shutdown's time is over.
 */
export async function repeatWhileFailing<Result>(
  work: () => Promise<Result>,
  { onError, shutdown, forMs }: RepeatOptions,
): Promise<Result | undefined> {
  const endsAtMs = performance.now() + forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      onError(error);
    }
    const pauseMs = Math.min(againAfterMs, endsAtMs - performance.now());
    if (pauseMs <= 0 || !(await shutdown.pauseUntilEnd(pauseMs))) return undefined;
  }
}
