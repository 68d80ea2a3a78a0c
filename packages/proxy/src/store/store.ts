import type { InputFields, Payment, PaymentCode } from '@card-checkout/contract';
import type { Outcome } from '../outcome.ts';

/** Is what the store keeps before anything is sent; it holds no card data. */
export interface NewAttempt {
  /** The idempotency key, a UUID in lower case. */
  id: string;
  orderId: string;
  amountCentavos: number;
  /** SHA-256 of what a repeated request must say again. */
  fingerprint: string;
}

/**
 * Is where an attempt stands: `reserved` → `sending` → the rest. `reserved`: nothing was sent.
 * `sending`: a try is on its way. `pending`: a postback has to tell.
 */
type AttemptStatus = 'reserved' | 'sending' | Outcome['status'];

/** Is one attempt as it is stored. */
export interface Attempt extends NewAttempt {
  status: AttemptStatus;
  code?: PaymentCode;
  fields?: InputFields;
  retryable: boolean;
  /** How many requests were sent, or may have been. */
  tries: number;
  payment?: Record<string, unknown>;
}

/** Is why an order takes no other attempt; a problem code of contract section 3. */
export type OrderRefusal = 'order_in_progress' | 'order_already_paid' | 'too_many_attempts';

/** Is what `reserve` did: stored the attempt, found one under its key, or refused. */
export type Reservation =
  | { kind: 'created'; attempt: Attempt }
  | { kind: 'existing'; attempt: Attempt }
  | { kind: 'refused'; code: OrderRefusal };

/** Keeps attempts. Every write is durable when its promise resolves, or it rejects. */
export interface Store {
  /** Stores an attempt as `reserved`, unless its order has a live, approved or one too many. */
  reserve(attempt: NewAttempt): Promise<Reservation>;
  /** Records that try `number`, from 1 on, is about to be sent. */
  startTry(id: string, number: number): Promise<void>;
  /** Records how a live attempt ended; one that has ended stays as it is. */
  settle(id: string, outcome: Outcome): Promise<void>;
  find(id: string): Promise<Attempt | undefined>;
  /** Writes, so that a full or read-only disk shows; rejects when it can't. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Tells whether a browser should go on waiting for the attempt. */
export function isProcessing({ status }: Attempt): boolean {
  return isOpen(status);
}

function isOpen(status: AttemptStatus): status is 'reserved' | 'sending' | 'pending' {
  return status === 'reserved' || status === 'sending' || status === 'pending';
}

/** Shows an attempt as browser and merchant see it (contract section 3). */
export function paymentOf(attempt: Attempt): Payment {
  const { id, orderId, status, code, fields, retryable, tries, payment } = attempt;
  return {
    id,
    orderId,
    status: isOpen(status) ? 'processing' : status,
    ...(code && { code }),
    ...(fields && { fields }),
    retryable,
    tries,
    ...(payment && { payment }),
  };
}
