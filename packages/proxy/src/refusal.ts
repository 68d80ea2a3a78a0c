import {
  problems,
  type InputFields,
  type Problem,
  type ProblemCode,
} from '@card-checkout/contract';

/** What only an operator is refused with. */
const operatorProblems = {
  note_missing: { status: 400, title: 'The note must say in 1 to 500 characters how you know' },
  payment_not_found: { status: 404, title: 'There is no such payment' },
  alarm_not_found: { status: 404, title: 'There is no such alarm' },
  payment_running: { status: 409, title: 'The payment is still running; try again in a minute' },
  evidence_contradicts: { status: 409, title: 'The payments API has proved the opposite' },
  already_resolved: { status: 409, title: 'The payment has ended; there is nothing to resolve' },
  no_outcome: { status: 409, title: 'The payment has no outcome that could be sent' },
  no_payment_webhook: { status: 409, title: "PAYMENT_WEBHOOK_URL isn't set" },
  backup_failed: { status: 409, title: 'The copy could not be made' },
} as const;

export type OperatorCode = keyof typeof operatorProblems;

export type RefusalCode = ProblemCode | OperatorCode;

export const refusals = { ...problems, ...operatorProblems };

/** `detail` names members of the request, never the values that a page sent. */
interface RefusalDetails {
  detail?: string;
  /** For the log alone. */
  reason?: string;
  fields?: InputFields;
  /** The payment that rules it out; never for a page. */
  paymentId?: string;
  retryAfterSeconds?: number;
}

/** Ends a request without effect. Answered as `application/problem+json` (RFC 9457). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** The body of the answer. */
  readonly problem: Omit<Problem, 'code'> & { code: RefusalCode };
  /** Why, for the log; it may hold what the client sent. */
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, { reason, retryAfterSeconds, ...shown }: RefusalDetails = {}) {
    super(refusals[code].title);
    this.problem = { type: `urn:card-checkout:${code}`, ...refusals[code], code, ...shown };
    this.reason = reason ?? shown.detail;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
