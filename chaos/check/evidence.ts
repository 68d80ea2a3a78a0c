import type { Attempt } from '../../packages/proxy/src/attempt/attempt.ts';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';

/** One request that reached the payments service in one piece. Times are `Date.now()`. */
export interface ServiceRequest {
  orderId: string;
  /** SHA-256, in hex, of the token in its `postbackUrl`; what the proxy knows the try by. */
  tokenHash: string;
  arrivedAt: number;
  /** What it answered, as far as the service knows; absent when it broke off or kept silent. */
  answer?: { status: number; at: number; provesPayment: boolean };
}

/** Money that really moved. */
export interface Charge {
  orderId: string;
  tokenHash: string;
}

/** A postback that the proxy answered 200. */
export interface TakenPostback {
  tokenHash: string;
  claim: Claim;
  takenAt: number;
}

/** One answer that a buyer's browser got in one piece. */
export interface BrowserAnswer {
  orderId: string;
  /** The idempotency key. */
  key: string;
  method: 'POST' | 'GET';
  /** Whether the request said something else than the first one under its key. */
  isOtherBody: boolean;
  sentAt: number;
  receivedAt: number;
  httpStatus: number;
  /** The body, as it came. */
  text: string;
}

/** What support was told, or what still waits in the outbox for it. */
export interface RaisedAlarm {
  orderId: string;
  attemptId: string;
  code: string;
}

/** A text that nobody may find card data in, with its place. */
export interface KeptText {
  place: string;
  text: string;
}

/** The waits that the proxy was told to keep, in milliseconds. */
export interface Waits {
  rateLimitMs: number;
  retryMinMs: number;
  retryMaxMs: number;
}

/** Everything that is known after the last process of a run has ended. */
export interface Evidence {
  requests: readonly ServiceRequest[];
  charges: readonly Charge[];
  postbacks: readonly TakenPostback[];
  answers: readonly BrowserAnswer[];
  attempts: readonly Attempt[];
  alarms: readonly RaisedAlarm[];
  /** How many messages are left in the outbox. */
  messagesLeft: number;
  /** Files, logs, messages and answers. */
  texts: readonly KeptText[];
  cardNumbers: ReadonlySet<string>;
  securityCode: string;
  waits: Waits;
  /** Whether the proxy's clock jumped, so that its times say nothing. */
  clockJumped: boolean;
  /** What the proxy's processes did that none may do, in a sentence each. */
  misconduct: readonly string[];
}

/** One invariant that does not hold, with what shows it. */
export interface Violation {
  invariant: 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7';
  /** A sentence that says what is wrong. */
  fault: string;
  orderId?: string;
}
