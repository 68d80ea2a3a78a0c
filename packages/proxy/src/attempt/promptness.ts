/** How soon postbacks come, compared with the wait before a retry; `unknown` without any payment. */
export type Promptness = 'in_time' | 'late' | 'never' | 'unknown';

/** Silence proves something while this share of tries got a postback in time. */
const minShareInTime = 0.9;

/** 0 when the postback came first. */
export function postbackDelayMs(
  postbackAt: string | undefined,
  endedAt: string | undefined,
): number | undefined {
  if (postbackAt === undefined) return undefined;
  return Math.max(0, Date.parse(postbackAt) - Date.parse(endedAt ?? postbackAt));
}

/** Compares delays with a wait; `undefined` is a try without a postback. */
export function promptnessOf(
  delaysMs: readonly (number | undefined)[],
  waitMs: number,
): Promptness {
  if (delaysMs.length === 0) return 'unknown';
  const known = delaysMs.filter((delayMs) => delayMs !== undefined);
  if (known.length === 0) return 'never';
  const inTime = known.filter((delayMs) => delayMs <= waitMs);
  return inTime.length >= delaysMs.length * minShareInTime ? 'in_time' : 'late';
}
