/** How far the proxy's clock is ahead of the device's, which may be wrong. */
let aheadMs: number | undefined;

/** Sets the clock by an answer of the proxy. */
export function setProxyClock({ headers }: Response): void {
  const saidMs = Date.parse(headers.get('Date') ?? '');
  if (saidMs > 0) aheadMs = saidMs - Date.now();
}

/**
 * Returns the milliseconds until a time of the proxy's clock, given in seconds since 1970; `Infinity`
 * while nobody knows the clock.
 */
export function msUntil(seconds: number): number {
  return aheadMs === undefined ? Infinity : seconds * 1000 - Date.now() - aheadMs;
}
