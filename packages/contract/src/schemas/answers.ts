import { z } from 'zod';
import type * as clientConfig from '../client-config.ts';
import * as payment from '../payment.ts';
import * as problem from '../problem.ts';
import type * as proofOfWork from '../proof-of-work.ts';

const problemCodes = Object.keys(problem.problems).filter((code): code is problem.ProblemCode =>
  Object.hasOwn(problem.problems, code),
);

const fields = z
  .record(z.string(), z.array(z.enum(payment.inputFaults)))
  .describe('The faults of each field, by its name in the request, e.g. `payer.document`');

/**
 * A payment, as the proxy reports it.
 *
 * @example
 * const { status, retryable } = Payment.parse(await response.json());
 */
export const Payment = z.strictObject({
  id: z.uuid().describe('The idempotency key'),
  orderId: z.string(),
  status: z.enum(['processing', ...payment.finalStatuses]),
  amount: z.int().min(1).describe('Integer centavos, as charged'),
  currency: z.literal('BRL'),
  installments: z.int().min(1),
  code: z.enum(payment.paymentCodes).exactOptional(),
  fields: fields.exactOptional(),
  retryable: z.boolean().describe('Whether the buyer may try again'),
  tries: z.int().min(0).describe('The number of requests sent to the payments API'),
  payment: z
    .record(z.string(), z.unknown())
    .exactOptional()
    .describe("Members of the payments API's latest answer or postback"),
}) satisfies z.ZodType<payment.Payment>;
export type Payment = payment.Payment;

/**
 * A proof-of-work challenge, as the proxy issues and verifies it.
 *
 * @example
 * const { parameters } = ProofOfWorkChallenge.parse(problem.challenge);
 */
export const ProofOfWorkChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.int().describe('Seconds since 1970'),
    data: z.strictObject({ idempotencyKey: z.string() }),
  }),
  signature: z.string(),
}) satisfies z.ZodType<proofOfWork.ProofOfWorkChallenge>;
export type ProofOfWorkChallenge = proofOfWork.ProofOfWorkChallenge;

/**
 * Any answer that is not a `Payment` (RFC 9457).
 *
 * @example
 * if (!response.ok) log(Problem.parse(await response.json()).code);
 */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.enum(problemCodes),
  detail: z.string().exactOptional(),
  fields: fields.exactOptional(),
  challenge: ProofOfWorkChallenge.exactOptional().describe(
    'With `proof_of_work_required`: the challenge to solve (ALTCHA, version 2)',
  ),
}) satisfies z.ZodType<problem.Problem>;
export type Problem = problem.Problem;

/**
 * The answer to `GET /api/config`.
 *
 * @example
 * const { provider, threeDSScriptUrl } = ClientConfig.parse(await response.json());
 */
export const ClientConfig = z.strictObject({
  apiUrl: z.string().describe("The payments API's address"),
  provider: z.string().describe('The 3DS provider'),
  fraudScriptUrl: z.string().exactOptional(),
  threeDSScriptUrl: z.string(),
  threeDSEnvironment: z.enum(['sandbox', 'production']),
  merchantId: z.int(),
  clientIp: z.string().describe("The buyer's IP address"),
}) satisfies z.ZodType<clientConfig.ClientConfig>;
export type ClientConfig = clientConfig.ClientConfig;
