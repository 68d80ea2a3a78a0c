/** Resolves when the browser has nothing else to do, at the latest after half a second. */
export async function idle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Safari has no such thing; the frame before is painted by then.
  if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 500 });
  else setTimeout(resolve, 50);
  return promise;
}
