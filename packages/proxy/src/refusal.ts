import {
  problems,
  type InputFields,
  type Problem,
  type ProblemCode,
  type ProofOfWorkChallenge,
} from '@card-checkout/contract';

/** Details of a refusal. `detail` names members of the request, never their values. */
export interface RefusalDetails {
  detail?: string;
  fields?: InputFields;
  challenge?: ProofOfWorkChallenge;
}

/** Ends a request without starting an attempt. Answered as `application/problem+json` (RFC 9457). */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;

  constructor(code: ProblemCode, details: RefusalDetails = {}) {
    super(problems[code].title);
    this.problem = { type: `urn:card-checkout:${code}`, ...problems[code], code, ...details };
  }
}
