/**
 * Reads `Retry-After`: seconds, or a date (RFC 9110, 10.2.3). Returns milliseconds from now; anything
 * else counts as absent.
 */
export function retryAfterMsOf(
  header: string | string[] | undefined,
  now: number,
): number | undefined {
  if (header === undefined) return undefined;
  const text = [header].flat()[0]?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const time = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}
