import { z } from 'zod';
import type * as order from '../order.ts';
import type * as payer from '../payer.ts';
import { isObject } from '../json.ts';
import { holdsCardNumber } from '../rules/card-number.ts';
import { findWrongPlan } from '../rules/plans.ts';

/** The most characters of an order token: a header of 8 kB passes every server in front. */
export const maxOrderTokenLength = 8000;

export const text = (max: number) => z.string().max(max);
export const optional = (max: number) => text(max).optional();

/**
 * Excludes what PostgreSQL or UTF-8 can't store, control characters and lone surrogates, and parts of a
 * path that servers merge or resolve.
 */
const orderId = text(128)
  .min(1)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not have control characters')
  .regex(
    /^($|(?!([\s\S]*\/)?\.{0,2}(\/|$)))/,
    'must not have empty, . or .. parts between slashes',
  );

/** It is stored, logged and sent to webhooks (PCI DSS 3.5.1). */
export const OrderId = orderId.refine((id) => !holdsCardNumber(id), 'contains a card number');

const amountCentavos = z.int().min(1).describe('Integer centavos');
export const installments = z.int().min(1).max(99);
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

export const PayerDetails = z.strictObject({
  name: optional(120),
  email: optional(254),
  phone: optional(20),
  address: Address.optional(),
}) satisfies z.ZodType<payer.PayerDetails>;

const InstallmentPlan: z.ZodType<order.InstallmentPlan> = z.strictObject({
  count: installments,
  amount: amountCentavos,
  total: amountCentavos,
  monthlyRate: percent.optional(),
  annualRate: percent.optional(),
  cet: percent.optional(),
  agent: text(120).min(1).optional(),
});

const InstallmentOffer = z.strictObject({
  max: installments,
  plans: z.array(InstallmentPlan).min(1).optional(),
}) satisfies z.ZodType<order.InstallmentOffer>;

/** Milliseconds, as in JavaScript's `Date.now()`, have 13 digits. */
const seconds = z
  .int()
  .refine((time) => time < 1e11, 'must be in seconds since 1970, but is in milliseconds');

const audience = z
  .literal('card-checkout')
  .or(
    z
      .array(z.string())
      .refine(
        (list) => list.includes('card-checkout'),
        'must be card-checkout, or a list that contains it',
      ),
  );

const missingInPlan = 'is required, because the plan costs more than the order';

/** What the members that `findWrongPlan` finds must be. */
const planRequirements = {
  count: 'must be unique, and at most installments.max',
  total: 'must be count times amount, give or take less than a centavo for each installment',
  monthlyRate: missingInPlan,
  annualRate: missingInPlan,
  cet: missingInPlan,
} as const;

const longestMetadataBytes = 2048;

/** Counts the bytes of JSON in UTF-8. */
const bytesIn = (json: string) => encodeURIComponent(json).replaceAll(/%../g, '.').length;

/** It is stored and sent to webhooks, like an order's id. */
const Metadata = z
  .record(z.string(), z.json())
  .refine(
    (data) => bytesIn(JSON.stringify(data)) <= longestMetadataBytes,
    'must have at most 2 kB as JSON',
  )
  .refine((data) => !holdsCardNumber(JSON.stringify(data)), 'contains a card number');

const claims = z.object({
  sub: OrderId,
  amount: amountCentavos,
  currency: z.literal('BRL'),
  iat: seconds,
  exp: seconds,
  aud: audience.optional(),
  installments: InstallmentOffer.optional(),
  payer: PayerDetails.extend({ document: optional(32) }).optional(),
  description: optional(120),
  statementName: optional(22),
  metadata: Metadata.optional(),
  fields: z.record(z.string(), z.json()).optional(),
});

/** Claims that are objects, for which PHP writes `[]` if they are empty. */
const objects = new Set(['installments', 'payer', 'address', 'metadata', 'fields']);

/** Claims whose members are the shop's own. */
const own = new Set(['metadata', 'fields']);

/** Leaves out members that are `null` or an empty object of PHP; members of the shop's own may be both. */
function givenIn(value: unknown): unknown {
  if (!isObject(value)) return value;
  const given = Object.entries(value).filter(
    ([name, member]) =>
      member !== null && !(objects.has(name) && Array.isArray(member) && member.length === 0),
  );
  return Object.fromEntries(
    given.map(([name, member]) => [name, own.has(name) ? member : givenIn(member)]),
  );
}

const checkedClaims = claims.check(({ value: { amount, installments: offer }, issues }) => {
  const wrong = offer?.plans && findWrongPlan(offer.plans, amount, offer.max);
  if (!wrong) return;
  const path = ['installments', 'plans', ...wrong];
  issues.push({ code: 'custom', message: planRequirements[wrong[1]], path, input: offer });
});

/** Drops unknown claims. */
export const OrderClaims: z.ZodType<order.OrderClaims> = z.preprocess(givenIn, checkedClaims);
export type OrderClaims = order.OrderClaims;

/** Returns the names of the claims that the proxy ignores. */
export function unknownClaimsIn(payload: object): string[] {
  return Object.keys(payload).filter((name) => !Object.hasOwn(claims.shape, name));
}

/** How far the shop's clock may be ahead of the proxy's: a wrong clock must not stop a shop. */
const clockLeewayMs = 86_400_000;

/** Whether an order would supersede every token that the shop signs for it until then. */
export function isPostdated(iat: number, now: Date): boolean {
  return iat * 1000 > now.getTime() + clockLeewayMs;
}

/** Returns why the proxy would refuse an order at a time; each text starts with a claim's name. */
export function faultsOfTimes(
  { iat, exp }: Pick<order.OrderClaims, 'iat' | 'exp'>,
  now: Date,
): string[] {
  const isOver = exp * 1000 <= now.getTime();
  return [
    ...(isPostdated(iat, now) ? ['iat is in the future, by more than a day'] : []),
    ...(isOver ? [`exp was at ${new Date(exp * 1000).toISOString()}`] : []),
  ];
}
