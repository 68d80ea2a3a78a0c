import { mayBeCharged, noAnswer, type Outcome } from './outcome.ts';

/** Says how often and when the proxy sends an attempt again. */
export interface RetryRules {
  /** Where postbacks come in; without it no proof can, and a 5xx is never sent again. */
  publicUrl: string | undefined;
  retryPolicy: 'documented' | 'strict';
  rateLimitWaitMs: number;
  retryWaitMinMs: number;
  retryWaitMaxMs: number;
}

/** What follows a try that settles nothing; without `waitMs` the attempt ends with it. */
export interface Sequel {
  /** How long to look for proof, or to let the service rest, in milliseconds. */
  waitMs?: number;
  /** Whether there is another try after the wait. */
  triesAgain: boolean;
}

/** Why an attempt is sent again. */
export type RetryReason = (typeof retryReasons)[number];

export const retryReasons = ['rate_limited', 'server_error', 'not_sent'] as const;

/** The first try and at most three more (payments-api.md section 8). */
const maxTries = 4;

/**
 * Says what follows a try (payments-api.md section 7, contract section 3). All kinds count together:
 *
 * | the try                        | wait                        | then               |
 * |--------------------------------|-----------------------------|--------------------|
 * | 429                            | 1, 2, 4 s                   | again, 3 times     |
 * | not sent                       | 5 to 10 s                   | again, 3 times     |
 * | 5xx, documented                | 5 to 10 s, looks for proof  | again, 3 times     |
 * | 5xx, strict                    | 5 to 10 s, looks for proof  | given up           |
 * | 5xx, where no postback can come | none                       | settled            |
 * | anything else                  | none                        | settled            |
 */
export function sequelOf(
  outcome: Outcome,
  number: number,
  rules: RetryRules,
  random: () => number,
): Sequel {
  const isLast = number >= maxTries;
  const { retryWaitMinMs: min, retryWaitMaxMs: max } = rules;
  const waitMs = Math.round(min + random() * (max - min));
  if (isUnproven(outcome)) {
    const triesAgain = !isLast && rules.retryPolicy === 'documented';
    return rules.publicUrl === undefined ? { triesAgain: false } : { waitMs, triesAgain };
  }
  if (isLast) return { triesAgain: false };
  if (outcome.code === 'rate_limited') {
    return { waitMs: rules.rateLimitWaitMs * 2 ** (number - 1), triesAgain: true };
  }
  return outcome.code === 'unavailable' ? { waitMs, triesAgain: true } : { triesAgain: false };
}

/** Says why an attempt is sent again after a try that settled nothing. */
export function retryReasonOf(outcome: Outcome): RetryReason {
  if (outcome.code === 'rate_limited') return 'rate_limited';
  return isUnproven(outcome) ? 'server_error' : 'not_sent';
}

/** Returns how an attempt ends whose last try was answered 5xx, without any proof. */
export function unprovenEnd({ retryPolicy }: RetryRules): Outcome {
  return retryPolicy === 'strict' ? noAnswer : mayBeCharged;
}

/** Tells whether a 5xx left it open if the card was charged. */
export function isUnproven({ code, charge }: Outcome): boolean {
  return code === 'unavailable' && charge === 'uncertain';
}
