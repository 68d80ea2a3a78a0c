import {
  problems,
  type InputFields,
  type Problem,
  type ProblemCode,
} from '@card-checkout/contract';

/** `detail` names members of the request, never their values. */
interface RefusalDetails {
  detail?: string;
  /** For the log alone. */
  reason?: string;
  fields?: InputFields;
  retryAfterSeconds?: number;
}

/** Ends a request without starting an attempt. Answered as `application/problem+json` (RFC 9457). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;
  /** Why, for the log; it may hold what the client sent. */
  readonly reason: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, { reason, retryAfterSeconds, ...shown }: RefusalDetails = {}) {
    super(problems[code].title);
    this.problem = { type: `urn:card-checkout:${code}`, ...problems[code], code, ...shown };
    this.reason = reason ?? shown.detail;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
