/** A timer this late shows that the page was frozen, as on a phone while the bank's app is open. */
export const frozenMs = 500;

/** How long a page that was frozen may catch up with what has arrived. */
const catchUpMs = 1000;

/** A time limit; its signal aborts when the time is over or the parent aborts. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Stops the timer; call it on every path. */
  clear(): void;
}

/**
 * Starts a limit of `limitMs` milliseconds. When it passes, the signal aborts with the value of
 * `reason()`; when the parent aborts, with the parent's reason.
 */
export function startDeadline(
  limitMs: number,
  parent: AbortSignal | undefined,
  reason: () => unknown,
): Deadline {
  const own = new AbortController();
  const dueAtMs = performance.now() + limitMs;
  const abort = (): void => own.abort(reason());
  let timer = setTimeout(() => {
    if (performance.now() - dueAtMs < frozenMs) abort();
    else timer = setTimeout(abort, catchUpMs);
  }, limitMs);
  const signal = parent ? AbortSignal.any([own.signal, parent]) : own.signal;
  return { signal, clear: () => clearTimeout(timer) };
}
