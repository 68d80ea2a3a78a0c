import type { Outcome } from '@card-checkout/contract/shop-server';
import type { Attempt } from '../../packages/proxy/src/attempt/attempt.ts';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';
import type { waits } from '../run/settings.ts';

/** One request that reached the payments service in one piece. Times are `Date.now()`. */
export interface ServiceRequest {
  orderId: string;
  /** SHA-256, in hex, of the token in its `postbackUrl`; the proxy identifies the try by it. */
  tokenHash: string;
  arrivedAt: number;
  /** How far the clock of the proxy that sent it is ahead. */
  clockMs: number;
  /** What the service answered; absent when it broke the connection or kept silent. */
  answer?: { status: number; at: number; provesPayment: boolean };
}

/** Money that really moved. */
export type Charge = Pick<ServiceRequest, 'orderId' | 'tokenHash'>;

/** A postback that the proxy answered 200. */
export interface TakenPostback {
  tokenHash: string;
  claim: Claim;
  takenAt: number;
}

/** One answer that a browser got in one piece. */
export interface BrowserAnswer {
  orderId: string;
  /** The idempotency key. */
  key: string;
  /** Whether the body of the request differed from the first one under its key. */
  isOtherBody: boolean;
  sentAt: number;
  receivedAt: number;
  httpStatus: number;
  text: string;
}

/** An alarm that support got, or that waits in the outbox. */
export interface RaisedAlarm {
  orderId: string;
  attemptId: string;
  code: string;
}

/** A text that must not contain card data. */
export interface KeptText {
  place: string;
  text: string;
}

/** What a database holds after the last process that used it. */
export interface Stored {
  attempts: readonly Attempt[];
  /** With those that are not delivered yet. */
  alarms: readonly RaisedAlarm[];
  messagesLeft: number;
  /** Files, logs, messages and answers. */
  texts: readonly KeptText[];
}

/** Everything known after the last process of a run has ended. */
export interface Evidence extends Stored {
  requests: readonly ServiceRequest[];
  charges: readonly Charge[];
  postbacks: readonly TakenPostback[];
  answers: readonly BrowserAnswer[];
  /** What the shop's server was told of payments, each message once, in the order of arrival. */
  outcomes: readonly Pick<Outcome, 'paymentId' | 'status'>[];
  cardNumbers: ReadonlySet<string>;
  securityCode: string;
  /** `outageMs` is how long a proxy may have been kept from its database. */
  waits: typeof waits & { outageMs: number };
  /** Forbidden things that the proxy's processes did, in a sentence each. */
  misconduct: readonly string[];
}

/** Lists the ways in which an invariant does not hold, in a sentence each. */
export type Invariant = (evidence: Evidence) => string[];
