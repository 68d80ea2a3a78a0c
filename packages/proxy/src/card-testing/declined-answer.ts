import type { Attempt } from '../attempt/attempt.ts';

/**
 * Says how many milliseconds it is until a browser may hear that an attempt was declined: a whole
 * number of steps after its last try began. How long a refusal takes would tell a card tester who
 * refused, the risk analysis or the issuer. Any other attempt may be told of at once.
 */
export function heldBackMs(attempt: Attempt, stepMs: number, now: Date): number {
  const { startedAt, endedAt } = attempt.tries.at(-1) ?? {};
  if (attempt.status !== 'declined' || stepMs === 0 || !startedAt || !endedAt) return 0;
  const startedMs = Date.parse(startedAt);
  const steps = Math.max(1, Math.ceil((Date.parse(endedAt) - startedMs) / stepMs));
  // A clock that was set back holds nobody for longer than a step.
  return Math.min(stepMs, Math.max(0, startedMs + steps * stepMs - now.getTime()));
}
