import { z } from 'zod';
import { ProofOfWorkChallenge } from './answers.ts';
import { maxHolderLength } from '../rules/holder.ts';
import type * as checkout from '../checkout.ts';
import * as order from '../order.ts';
import type * as payer from '../payer.ts';
import { findWrongPlan } from '../rules/plans.ts';
import type * as proofOfWork from '../proof-of-work.ts';

const text = (max: number) => z.string().max(max);
const optional = (max: number) => text(max).optional();

/** Excludes what PostgreSQL or UTF-8 cannot store: control characters and lone surrogates. */
const orderId = text(128).regex(/^[^\p{Cc}\p{Cs}]+$/u);
const amountCentavos = z.int().min(1).describe('Integer centavos');
const installments = z.int().min(1).max(99);
const percent = z.number().min(0);

const Address = z.strictObject({
  street: optional(120),
  number: optional(20),
  complement: optional(60),
  district: optional(60),
  city: optional(60),
  state: optional(2),
  zipCode: optional(9),
  country: optional(2),
}) satisfies z.ZodType<payer.Address>;

const PayerDetails = z.strictObject({
  name: optional(120),
  email: optional(254),
  phone: optional(20),
  address: Address.optional(),
}) satisfies z.ZodType<payer.PayerDetails>;

const UnsignedOrder: z.ZodType<order.UnsignedOrder> = z.strictObject({
  id: orderId,
  amount: amountCentavos,
});

const InstallmentPlan = z.strictObject({
  count: installments,
  amount: amountCentavos,
  total: amountCentavos,
  monthlyRate: percent.optional(),
  annualRate: percent.optional(),
  cet: percent.optional(),
  agent: text(120).min(1).optional(),
}) satisfies z.ZodType<order.InstallmentPlan>;

const InstallmentOffer = z.strictObject({
  max: installments,
  plans: z.array(InstallmentPlan).min(1).optional(),
}) satisfies z.ZodType<order.InstallmentOffer>;

/** A time in seconds (RFC 7519, 2). Milliseconds, as in JavaScript's `Date.now()`, have 13 digits. */
const seconds = z
  .int()
  .refine((time) => time < 1e11, 'must be in seconds since 1970, but is in milliseconds');

const audience = z
  .literal('card-checkout')
  .or(z.array(z.string()).refine((list) => list.includes('card-checkout')));

const extraFields = z
  .record(z.string(), z.json())
  .refine(
    (fields) => order.reservedMembers.every((name) => !Object.hasOwn(fields, name)),
    `must not set ${order.reservedMembers.join(', ')}`,
  );

/**
 * The claims of an order token. Unknown claims are dropped.
 *
 * @example
 * const { success, error } = OrderClaims.safeParse(JSON.parse(text));
 */
export const OrderClaims: z.ZodType<order.OrderClaims> = z
  .object({
    sub: orderId,
    amount: amountCentavos,
    currency: z.literal('BRL'),
    iat: seconds,
    exp: seconds,
    aud: audience.optional(),
    installments: InstallmentOffer.optional(),
    payer: PayerDetails.optional(),
    fields: extraFields.optional(),
  })
  .check(({ value: { amount, installments: offer }, issues }) => {
    const wrong = offer?.plans && findWrongPlan(offer.plans, amount, offer.max);
    if (!wrong) return;
    const message =
      'A plan must add up, and state its rates and CET if it costs more than the order';
    const path = ['installments', 'plans', ...wrong];
    issues.push({ code: 'custom', message, path, input: offer });
  });
export type OrderClaims = order.OrderClaims;

/**
 * The body of `POST /api/checkout/`. Rejects unknown members; checks types and lengths only.
 *
 * @example
 * const { order, card } = CheckoutRequest.parse(JSON.parse(text));
 */
export const CheckoutRequest: z.ZodType<checkout.CheckoutRequest> = z.strictObject({
  order: z.union([
    text(8192).min(1).describe('A signed order: a JWS, HS256'),
    UnsignedOrder.describe('Only with `UNSIGNED_ORDERS=allow`'),
  ]),
  card: z.strictObject({
    number: text(32).describe('Digits only'),
    holder: text(maxHolderLength),
    expiry: text(10).describe('`YYYY-MM`'),
    securityCode: text(8),
    kind: z.enum(['credit', 'debit']),
  }),
  payer: PayerDetails.extend({
    docType: z.enum(['cpf', 'cnpj']),
    document: text(32).describe('CPF or CNPJ, no punctuation'),
  }),
  installments: installments.default(1),
  threeDSecure: z
    .strictObject({
      Cavv: optional(128),
      Eci: optional(128),
      Version: optional(128),
      Xid: optional(128),
      ReferenceId: optional(128),
    })
    .optional(),
  fraud: z.strictObject({ sessionId: text(4096), completed: z.boolean().optional() }).optional(),
});
export type CheckoutRequest = checkout.CheckoutRequest;

/**
 * The decoded value of the header `Proof-Of-Work`.
 *
 * @example
 * const { challenge, solution } = ProofOfWork.parse(JSON.parse(atob(text)));
 */
export const ProofOfWork: z.ZodType<proofOfWork.ProofOfWork> = z.strictObject({
  challenge: ProofOfWorkChallenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
export type ProofOfWork = proofOfWork.ProofOfWork;
