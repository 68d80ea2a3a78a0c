import { mayBeCharged, noAnswer, type Outcome } from './outcome.ts';

/** When an attempt is sent again. */
export interface RetryRules {
  /** Where postbacks arrive. Without it there can be no proof, and no retry after a 5xx. */
  publicUrl: string | undefined;
  /** What a 5xx without proof leads to: another try unless silence proves nothing, or none. */
  retryPolicy: 'documented' | 'strict';
  rateLimitWaitMs: number;
  retryWaitMinMs: number;
  retryWaitMaxMs: number;
}

/** What follows a try; without `waitMs` the attempt ends with it. */
export interface RetryDecision {
  /** How long to wait for proof, or to give the service a rest. */
  waitMs?: number;
  /** Whether there is another try after the wait. */
  triesAgain: boolean;
}

/** Why an attempt is sent again. */
export type RetryReason = (typeof retryReasons)[number];

export const retryReasons = ['rate_limited', 'server_error', 'not_sent'] as const;

/** One try and three retries (docs/payments-api.md). */
const maxTries = 4;

/** The longest `Retry-After` that is waited for; a buyer who has to wait longer may come back. */
const maxRetryAfterMs = 30_000;

/**
 * Decides what follows a try (docs/payments-api.md). Retries of all kinds count together:
 *
 * | the try                        | wait                        | then               |
 * |--------------------------------|-----------------------------|--------------------|
 * | 429                            | 1, 2, 4 s                   | again, 3 times     |
 * | not sent                       | 5 to 10 s                   | again, 3 times     |
 * | 5xx, documented                | 5 to 10 s, for proof        | again, 3 times;    |
 * |                                |                             | `Silence` may stop |
 * | 5xx, strict                    | 5 to 10 s, for proof        | given up           |
 * | 5xx, where no postback can come | none                       | final              |
 * | anything else                  | none                        | final              |
 *
 * A longer `Retry-After` than the wait replaces it. If that asks for more than 30 s, nothing is sent
 * again.
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
  const { retryWaitMinMs: min, retryWaitMaxMs: max } = rules;
  const ownWaitMs = Math.round(min + random() * (max - min));
  const waitMs = isTooLong ? ownWaitMs : Math.max(ownWaitMs, retryAfterMs);
  if (isUnproven(outcome)) {
    const triesAgain = !isLast && rules.retryPolicy !== 'strict';
    return rules.publicUrl === undefined ? { triesAgain: false } : { waitMs, triesAgain };
  }
  if (isLast) return { triesAgain: false };
  if (outcome.code === 'rate_limited') {
    const backoffMs = rules.rateLimitWaitMs * 2 ** (number - 1);
    return { waitMs: Math.max(backoffMs, retryAfterMs), triesAgain: true };
  }
  return outcome.code === 'unavailable' ? { waitMs, triesAgain: true } : { triesAgain: false };
}

/** Returns the reason for a retry after this outcome. */
export function retryReasonOf(outcome: Outcome): RetryReason {
  if (outcome.code === 'rate_limited') return 'rate_limited';
  return isUnproven(outcome) ? 'server_error' : 'not_sent';
}

/** Returns the final outcome after a last 5xx without proof. */
export function unprovenEnd({ retryPolicy }: RetryRules): Outcome {
  return retryPolicy === 'documented' ? mayBeCharged : noAnswer;
}

/** Whether the try was answered 5xx and may have charged the card. */
export function isUnproven({ code, charge }: Outcome): boolean {
  return code === 'unavailable' && charge === 'uncertain';
}
