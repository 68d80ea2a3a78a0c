import type { Outcome } from '@card-checkout/contract/shop-server';
import type { Attempt } from '../../packages/proxy/src/attempt/attempt.ts';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';
import type { waits } from '../run/settings.ts';

/** A complete request to the payments API. Times are `Date.now()`. */
export interface ServiceRequest {
  orderId: string;
  /** SHA-256 (hex) of the token in its `postbackUrl`, which identifies the try. */
  tokenHash: string;
  arrivedAt: number;
  /** How far the sending proxy's clock is ahead. */
  clockMs: number;
  /** The API's answer; absent if it closed the connection or didn't answer. */
  answer?: { status: number; at: number; provesPayment: boolean };
}

/** A charge that really happened. */
export type Charge = Pick<ServiceRequest, 'orderId' | 'tokenHash'>;

/** A postback that the proxy answered with 200. */
export interface TakenPostback {
  tokenHash: string;
  claim: Claim;
  takenAt: number;
}

/** A complete answer to a browser. */
export interface BrowserAnswer {
  orderId: string;
  key: string;
  /** Whether the body differed from the first one for this key. */
  isOtherBody: boolean;
  sentAt: number;
  receivedAt: number;
  httpStatus: number;
  text: string;
}

/** An order that the proxy said is closed, and when. */
export interface ClosedOrder {
  orderId: string;
  at: number;
}

/** A payment that the proxy refused because the payments API was down. */
export interface HeldBack {
  key: string;
  at: number;
}

export interface RaisedAlarm {
  orderId: string;
  paymentId: string;
  code: string;
}

/** A text that must not contain card data. */
export interface KeptText {
  place: string;
  text: string;
}

export interface Stored {
  payments: readonly Attempt[];
  /** Includes undelivered alarms. */
  alarms: readonly RaisedAlarm[];
  messagesLeft: number;
  /** Files, logs, messages and answers. */
  texts: readonly KeptText[];
}

/** Everything known after a run's last process has ended. */
export interface Evidence extends Stored {
  requests: readonly ServiceRequest[];
  charges: readonly Charge[];
  postbacks: readonly TakenPostback[];
  answers: readonly BrowserAnswer[];
  held: readonly HeldBack[];
  closed: readonly ClosedOrder[];
  /** Outcomes that the shop's server received, each message once, in order of arrival. */
  outcomes: readonly Pick<Outcome, 'paymentId' | 'status'>[];
  cardNumbers: ReadonlySet<string>;
  securityCode: string;
  /** `outageMs` is the longest time that a proxy was cut off from its database. */
  waits: typeof waits & { outageMs: number };
  /** Forbidden actions of the proxy's processes, one sentence each. */
  misconduct: readonly string[];
}

/** Describes violations of an invariant, one sentence each. */
export type Invariant = (evidence: Evidence) => string[];
