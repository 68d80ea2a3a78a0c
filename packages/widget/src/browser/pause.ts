/** How long other work waits after a frame, so that the first key isn't delayed. */
const quietMs = 100;

/** How long a page may take to draw. */
const patienceMs = 800;

/** Resolves `ms` after the next frame; for work that the frame doesn't need. */
export async function afterFrame(ms = quietMs): Promise<void> {
  return new Promise((resolve) => {
    const whenDrawn = (): void => void setTimeout(resolve, ms);
    requestAnimationFrame(whenDrawn);
    // Hidden pages draw no frames, and neither do off-screen frames of another origin
    // (https://github.com/WICG/interventions/issues/8).
    setTimeout(whenDrawn, patienceMs);
  });
}

/** Waits; rejects with the signal's reason if that aborts first. */
export async function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, delayMs);
  try {
    await (signal ? unlessAborted(signal, promise) : promise);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a promise, but rejects with the signal's reason if that aborts first. */
export function unlessAborted<Value>(signal: AbortSignal, promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
