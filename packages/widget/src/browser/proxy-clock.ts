/** How far the proxy's clock is ahead of `performance.now()`: the device's clock may be wrong, or set. */
let aheadMs: number | undefined;

/** Sets the clock by an answer of the proxy. */
export function setProxyClock({ headers }: Response): void {
  const saidMs = Date.parse(headers.get('Date') ?? '');
  if (saidMs > 0) aheadMs = saidMs - performance.now();
}

/**
 * Returns the milliseconds until a time of the proxy's clock, given in seconds since 1970; `Infinity`
 * while nobody knows the clock.
 */
export function msUntil(seconds: number): number {
  return aheadMs === undefined ? Infinity : seconds * 1000 - performance.now() - aheadMs;
}
