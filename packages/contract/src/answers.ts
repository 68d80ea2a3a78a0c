import { z } from 'zod';
import type * as clientConfig from './client-config.ts';
import * as payment from './payment.ts';
import * as problem from './problem.ts';
import type * as proofOfWork from './proof-of-work.ts';

const problemCodes = Object.keys(problem.problems).filter((code): code is problem.ProblemCode =>
  Object.hasOwn(problem.problems, code),
);

const fields = z
  .record(z.string(), z.array(z.enum(payment.inputFaults)))
  .describe('What is wrong with which value, by its name on the wire, e.g. `payer.document`');

/** Describes what a checkout request becomes. */
export const Payment = z.strictObject({
  id: z.uuid().describe('The idempotency key'),
  orderId: z.string(),
  status: z.enum(['processing', ...payment.settledStatuses]),
  code: z.enum(payment.paymentCodes).exactOptional(),
  fields: fields.exactOptional(),
  retryable: z.boolean().describe('Whether the buyer may press the button again'),
  tries: z.int().min(0).describe('How many requests were sent to the payments API'),
  payment: z
    .record(z.string(), z.unknown())
    .exactOptional()
    .describe("Members of the payments API's 2xx body"),
}) satisfies z.ZodType<payment.Payment>;
export type Payment = payment.Payment;

/** Describes a challenge, as the proxy makes it and takes it back. */
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

/** Describes every refusal that is no `Payment` (RFC 9457). */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.enum(problemCodes),
  detail: z.string().exactOptional(),
  fields: fields.exactOptional(),
  challenge: ProofOfWorkChallenge.exactOptional().describe(
    'With `proof_of_work_required`: what is to be solved (ALTCHA, version 2)',
  ),
}) satisfies z.ZodType<problem.Problem>;
export type Problem = problem.Problem;

/** Describes what the widget is told by `GET /api/config`. */
export const ClientConfig = z.strictObject({
  apiUrl: z.string().describe("The payments service's address"),
  provider: z.string().describe('The acquirer whose 3DS is used'),
  fraudScriptUrl: z.string().exactOptional(),
  threeDSScriptUrl: z.string(),
  threeDSEnvironment: z.enum(['sandbox', 'production']),
  merchantId: z.int(),
  clientIp: z.string().describe("The buyer's address"),
}) satisfies z.ZodType<clientConfig.ClientConfig>;
export type ClientConfig = clientConfig.ClientConfig;
