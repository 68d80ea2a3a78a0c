import { z } from 'zod';
import { cardBrands } from '../checkout.ts';
import * as clientConfig from '../client-config.ts';
import * as payment from '../payment.ts';
import { problems, type ProblemCode } from '../problem.ts';

const problemCodes = Object.keys(problems).filter((code): code is ProblemCode =>
  Object.hasOwn(problems, code),
);

const fields = z
  .record(z.string(), z.array(z.enum(payment.inputFaults)))
  .describe('The faults of each field, by its name in the request, e.g. `payer.document`');

export const PaymentProgress = z.strictObject({
  id: z.uuid().describe('The idempotency key'),
  status: z.enum(['processing', ...payment.finalStatuses]),
  code: z.enum(payment.paymentCodes).exactOptional(),
  fields: fields.exactOptional(),
  retryable: z.boolean().describe('Whether the buyer may try again'),
  tries: z.int().min(0).describe('The number of requests sent to the payments API'),
}) satisfies z.ZodType<payment.PaymentProgress>;
export type PaymentProgress = payment.PaymentProgress;

export const PaidCard = z.strictObject({
  brand: z.enum(cardBrands).exactOptional(),
  last4: z.string().regex(/^\d{4}$/),
  kind: z.enum(['credit', 'debit']),
}) satisfies z.ZodType<payment.PaidCard>;

export const Payment = PaymentProgress.extend({
  orderId: z.string(),
  amount: z.int().min(1).describe('Integer centavos, as charged'),
  currency: z.literal('BRL'),
  installments: z.int().min(1),
  card: PaidCard.exactOptional(),
  createdAt: z.iso.datetime().exactOptional().describe('When the proxy took it'),
  payment: z
    .record(z.string(), z.unknown())
    .exactOptional()
    .describe("Members of the payments API's latest answer or postback"),
}) satisfies z.ZodType<payment.Payment>;
export type Payment = payment.Payment;

/** The body of every `application/problem+json` answer (RFC 9457). */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.enum(problemCodes),
  detail: z.string().exactOptional(),
  fields: fields.exactOptional(),
  paymentId: z.guid().exactOptional().describe('The payment that rules this out; for servers only'),
});
export type Problem = z.output<typeof Problem>;

const ClientConfig = z.strictObject({
  threeDS: z
    .enum(clientConfig.threeDSModes)
    .describe('The least authentication that a payment needs'),
  proof: z.enum(['cavv', 'reference']).describe('What proves an authentication'),
  tokenUrl: z.string().describe('Where the browser requests the 3DS token'),
  provider: z.string().describe('The 3DS provider'),
  fraudScriptUrl: z.string().exactOptional(),
  threeDSScriptUrl: z.string(),
  threeDSEnvironment: z.enum(['sandbox', 'production']),
  merchantId: z.string(),
  brands: z
    .array(z.enum(cardBrands))
    .exactOptional()
    .describe('The brands that the request to the payments API can name, if it has to name one'),
  clientIp: z.string().describe("The buyer's IP address"),
}) satisfies z.ZodType<clientConfig.ClientConfig>;

export const PageOrder = z.strictObject({
  config: ClientConfig,
  payment: Payment.exactOptional().describe('The payment that blocks another one'),
}) satisfies z.ZodType<clientConfig.PageOrder>;
export type PageOrder = clientConfig.PageOrder;
