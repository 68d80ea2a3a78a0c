import type { InputFields, Payment, PaymentCode } from '@card-checkout/contract';
import type { Charge, Outcome } from './outcome.ts';

/** What an attempt is before anything is sent; it holds no card data. */
export interface NewAttempt {
  /** The idempotency key, a UUID in lower case. */
  id: string;
  orderId: string;
  /** What is charged, with the interest of the chosen plan. */
  amountCentavos: number;
  /** SHA-256 of what a repeated request must say again. */
  fingerprint: string;
}

/**
 * Where an attempt stands. `reserved`: nothing that was sent can have charged the card.
 * `sending`: a try is on its way. `waiting`: a try was answered 5xx, and proof is looked for.
 * `pending`: the payment exists, and a postback has to tell the rest. `attempt-state.ts` has the
 * ways between them.
 */
export type AttemptStatus = 'reserved' | 'sending' | 'waiting' | Outcome['status'];

/** What a postback claims: `exists` when its words cannot be read. */
export type Claim = 'charged' | 'refused' | 'exists';

/** One HTTP request of an attempt to the payments API. Times are ISO 8601, UTC. */
export interface Try {
  number: number;
  /** SHA-256, in hex, of the secret in its postback's address. */
  tokenHash: string;
  startedAt: string;
  endedAt?: string;
  /** What the API's answer says; absent while the try is on its way. */
  answer?: Charge;
  /** The weightiest claim of its postbacks. */
  postback?: Claim;
  /** The API's name of the payment, where an answer or a postback told it. */
  transactionId?: string;
}

/** One attempt to pay an order, as the store keeps it. */
export interface Attempt extends NewAttempt {
  status: AttemptStatus;
  code?: PaymentCode;
  fields?: InputFields;
  retryable: boolean;
  /** Members of the API's 2xx body. */
  payment?: object;
  tries: readonly Try[];
  /** When support is told that it is still not known how the attempt ended; ISO 8601, UTC. */
  alarmAt?: string;
}

/** Tells whether a browser should go on waiting for the attempt. */
export function isProcessing({ status }: Attempt): boolean {
  return isOpen(status);
}

function isOpen(status: AttemptStatus): status is 'reserved' | 'sending' | 'waiting' | 'pending' {
  return ['reserved', 'sending', 'waiting', 'pending'].includes(status);
}

/** Tells whether another try of the attempt may follow. */
export function isBetweenTries({ status }: Attempt): boolean {
  return status === 'reserved' || status === 'waiting';
}

/**
 * Tells whether the attempt keeps its order from another one: it runs, its end is unknown, or one
 * of its tries may have charged the card, whatever a later one was answered.
 */
export function isLive(attempt: Attempt): boolean {
  return isOpen(attempt.status) || attempt.status === 'unknown' || isInDoubt(attempt);
}

/** Tells whether some try was answered 5xx, or taken up, and nothing says how it ended. */
function isInDoubt(attempt: Pick<Attempt, 'tries'>): boolean {
  return hasTry(attempt, 'uncertain') || hasTry(attempt, 'exists');
}

/**
 * Weighs what the answer and the postbacks say of one try; money that moved outweighs the rest. A
 * postback that cannot be read outweighs an answer like 429: something has taken the payment up.
 */
export function chargeOf({ answer, postback }: Try): Charge {
  if (answer === 'charged' || postback === 'charged') return 'charged';
  if (answer === 'refused' || postback === 'refused') return 'refused';
  if (answer === 'exists' || postback === 'exists') return 'exists';
  return answer ?? 'uncertain';
}

/** Tells whether some try stands so. */
export function hasTry({ tries }: Pick<Attempt, 'tries'>, charge: Charge): boolean {
  return tries.some((each) => chargeOf(each) === charge);
}

/**
 * Shows an attempt as browser and merchant see it (contract section 3). One that was declined shows
 * nothing of the API's body, which may say why; a card tester would learn from that.
 */
export function paymentOf(attempt: Attempt): Payment {
  const { id, orderId, status, code, fields, retryable, tries, payment } = attempt;
  return {
    id,
    orderId,
    status: isOpen(status) ? 'processing' : status,
    ...(code && { code }),
    ...(fields && { fields }),
    retryable,
    tries: tries.length,
    ...(payment && status !== 'declined' && { payment: { ...payment } }),
  };
}
