import type { Outcome } from './outcome.ts';

export interface RetryRules {
  /** Where postbacks arrive; without it there is no proof, and no retry after a 5xx. */
  postbackBase: string | undefined;
  retryPolicy: 'documented' | 'strict';
  retryWaits: RetryWaits;
}

/** How long to wait before another try, in milliseconds. */
export interface RetryWaits {
  /** After the first 429; doubles each time. */
  rateLimit: number;
  /** After a 5xx, and when nothing could be sent: at least and at most. */
  min: number;
  max: number;
}

export const documentedWaits: RetryWaits = { rateLimit: 1000, min: 5000, max: 10_000 };

/** Without `waitMs` the attempt ends. */
export interface RetryDecision {
  /** Time for proof to arrive, and for the API to recover. */
  waitMs?: number;
  triesAgain: boolean;
}

export type RetryReason = (typeof retryReasons)[number];

export const retryReasons = ['rate_limited', 'server_error', 'not_sent'] as const;

/** One try and three retries. */
const maxTries = 4;

/** A buyer who has to wait longer can come back. */
const maxRetryAfterMs = 30_000;

/**
 * Decides what follows a try (docs/operating.md, "Retries"). Retries of all kinds
 * count together. A longer `Retry-After` than the wait replaces it; if it asks for more than 30 s,
 * nothing is sent again.
 */
export function decideRetry(
  outcome: Outcome,
  number: number,
  rules: RetryRules,
  random: () => number,
): RetryDecision {
  const { retryAfterMs = 0 } = outcome;
  const isTooLong = retryAfterMs > maxRetryAfterMs;
  const isLast = number >= maxTries || isTooLong;
  const { rateLimit, min, max } = rules.retryWaits;
  const ownWaitMs = Math.round(min + random() * (max - min));
  const waitMs = isTooLong ? ownWaitMs : Math.max(ownWaitMs, retryAfterMs);
  if (isUnproven(outcome)) {
    const triesAgain = !isLast && rules.retryPolicy !== 'strict';
    return rules.postbackBase === undefined ? { triesAgain: false } : { waitMs, triesAgain };
  }
  if (isLast) return { triesAgain: false };
  if (outcome.code === 'rate_limited') {
    const backoffMs = rateLimit * 2 ** (number - 1);
    return { waitMs: Math.max(backoffMs, retryAfterMs), triesAgain: true };
  }
  return outcome.code === 'unavailable' ? { waitMs, triesAgain: true } : { triesAgain: false };
}

export function retryReasonOf(outcome: Outcome): RetryReason {
  if (outcome.code === 'rate_limited') return 'rate_limited';
  return isUnproven(outcome) ? 'server_error' : 'not_sent';
}

/** Whether a 5xx may have charged the card. */
function isUnproven({ code, charge }: Outcome): boolean {
  return code === 'unavailable' && charge === 'uncertain';
}

/** How soon postbacks come, compared with the wait before a retry; `unknown` without any payment. */
export type Promptness = 'in_time' | 'late' | 'never' | 'unknown';

/** Silence proves something while this share of tries got a postback in time. */
const minShareInTime = 0.9;

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
