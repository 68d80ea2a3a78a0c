import { Payment, type PaymentProgress } from '@card-checkout/contract';
import { isObject } from '@card-checkout/contract/json';
import { deciders, type OrderState, type ShopPayment } from '@card-checkout/contract/shop-server';
import { z } from 'zod';
import { cardFields, charges, claims, type Charge, type Claim } from './outcome.ts';
import { statuses, storedStatuses } from './statuses.ts';

const optional = z.exactOptional;

/**
 * An attempt before its first try. Keeps only the card data that a shop may store. This module and its
 * types say attempt for a payment as we keep it, because `Payment` is what browsers and shops see of it.
 */
export const NewAttempt = z.object({
  /** The idempotency key, a UUID in lower case. */
  id: z.string(),
  orderId: z.string(),
  /** The amount to charge, with the interest of the chosen plan. */
  amountCentavos: z.int(),
  /** What the shop signed, without the interest of a plan. */
  orderAmountCentavos: z.int(),
  installments: z.int(),
  /** Seconds since 1970. */
  orderSignedAt: z.int(),
  /** What the shop signed to get it back; never for the browser. */
  metadata: optional(z.record(z.string(), z.unknown())),
  card: Payment.shape.card,
  /** SHA-256 of the authentication's Cavv, which pays no other order. */
  proofHash: z.string().optional(),
  /** SHA-256 of what a repeated request must contain again. */
  fingerprint: z.string(),
});
export type NewAttempt = z.output<typeof NewAttempt>;

/** An HTTP request to the payments API. Times are ISO 8601, UTC. */
const Try = z.object({
  number: z.number(),
  /** SHA-256, in hex, of the token in the postback URL. */
  tokenHash: z.string(),
  startedAt: z.string(),
  endedAt: optional(z.string()),
  /** What the API's answer proves; absent while the try is in flight. */
  answer: optional(z.enum(charges)),
  /** The strongest claim of its postbacks. */
  postback: optional(z.enum(claims)),
  postbackAt: optional(z.string()),
  /** Set once support was told that a postback can't be read. */
  hasUnreadable: optional(z.boolean()),
  transactionId: optional(z.string()),
  /** Where and how the API's evidence decided, and its message: masked, at most 300 characters. */
  reason: optional(z.string()),
  /** Further ids that postbacks named, up to `maxKept`. */
  otherIds: optional(z.array(z.string()).readonly()),
  /** A postback refused what the answer or another postback charged. */
  isContradicted: optional(z.boolean()),
});
export type Try = z.output<typeof Try>;

export type Resolution = (typeof resolutions)[number];

export const resolutions = ['approved', 'declined'] as const;

/** As the store keeps it. */
export const Attempt = NewAttempt.extend({
  status: z.enum(storedStatuses),
  code: Payment.shape.code,
  fields: Payment.shape.fields,
  /** Members of the API's 2xx body, or of a later postback that claims more. */
  payment: optional(z.custom<object>(isObject)),
  tries: z.array(Try).readonly(),
  /** When to alert support if the attempt is still unresolved. */
  alarmAt: optional(z.string()),
  /** Set if it was approved after its order had been closed. */
  isAfterClosing: optional(z.boolean()),
  /** Later than every earlier outcome's. */
  outcomeAt: optional(z.string()),
  decidedBy: optional(z.enum(deciders)),
  /** An operator's finding; absent once a charge decides instead. */
  resolution: optional(z.enum(resolutions)),
  /** Amounts in centavos that the API stated instead of the attempt's, up to `maxKept`. */
  otherAmounts: optional(z.array(z.number()).readonly()),
});
export type Attempt = z.output<typeof Attempt>;

/** Returns an attempt without content. */
export function emptyAttempt(id: string, status: Attempt['status']): Attempt {
  const amounts = { amountCentavos: 0, orderAmountCentavos: 0, installments: 0, orderSignedAt: 0 };
  return { id, orderId: '', ...amounts, fingerprint: '', status, tries: [] };
}

/**
 * Returns when an order was closed. The ledger keeps that as an attempt that was never made, so that
 * the same rules keep a payment from beginning meanwhile.
 */
function closedAtOf(order: readonly Attempt[]): string | undefined {
  return order.find(isClosing)?.outcomeAt;
}

/** Whether an attempt only marks its order as closed. */
export function isClosing({ status }: Attempt): boolean {
  return status === 'closed';
}

/** Limits what repeated postbacks add to an attempt. */
export const maxKept = 10;

export interface PostbackAddress {
  paymentId: string;
  tokenHash: string;
}

/** A postback, read and without card data. */
export interface PostbackBody {
  claim: Claim;
  transactionId?: string;
  /** As in `Outcome`. */
  statedCentavos?: number;
  /** Set if the body's status isn't declared, or something in the body contradicts it. */
  alarm?: 'unknown_status';
  payment?: object;
  /** Neither JSON nor a form, or too long. */
  isUnreadable?: boolean;
  /** As in `Try`. */
  reason?: string;
  /** The body without its own token; absent unless it is JSON or a form. */
  shown?: unknown;
}

/** Whether the browser should keep waiting for the attempt. */
export function isProcessing({ status }: Attempt): boolean {
  return statuses[status].shownAs === 'processing';
}

export function isFailure({ status }: Attempt): boolean {
  return statuses[status].phase === 'final' && status !== 'approved';
}

/** Whether the order takes no other attempt because this one runs or may have charged the card. */
export function blocksOrder({ status }: Attempt): boolean {
  return statuses[status].phase !== 'final';
}

/** Returns the attempt that rules out another one: the approved one, if any. */
export function blockingAttempt(order: readonly Attempt[]): Attempt | undefined {
  return order.find(({ status }) => status === 'approved') ?? order.find(blocksOrder);
}

/**
 * Weighs the answer and the postbacks of one try; a charge outweighs everything else. A postback
 * that can't be read outweighs an answer like 429: the API has accepted the payment.
 */
export function chargeOf({ answer, postback }: Try): Charge {
  if (answer === 'charged' || postback === 'charged') return 'charged';
  if (answer === 'refused' || postback === 'refused') return 'refused';
  if (answer === 'exists' || postback === 'exists') return 'exists';
  return answer ?? 'uncertain';
}

/** Returns how long after the answer the first postback came; 0 if it came first. */
export function postbackDelayMs({ postbackAt, endedAt }: Partial<Try>): number | undefined {
  if (postbackAt === undefined) return undefined;
  return Math.max(0, Date.parse(postbackAt) - Date.parse(endedAt ?? postbackAt));
}

export function hasTry({ tries }: Pick<Attempt, 'tries'>, charge: Charge): boolean {
  return tries.some((each) => chargeOf(each) === charge);
}

/** Whether the API has said something about the card: refused it, or one of its fields. */
export function judgesCard({ tries, fields = {} }: Attempt): boolean {
  return hasTry({ tries }, 'refused') || cardFields.some((name) => Object.hasOwn(fields, name));
}

/** Counts the tries that may have charged the card. */
export function doubtsIn(attempts: readonly Pick<Attempt, 'tries'>[]): number {
  const all = attempts.flatMap(({ tries }) => tries.map(chargeOf));
  return all.filter((charge) => charge === 'uncertain' || charge === 'exists').length;
}

/**
 * Returns an attempt as the browser and the shop see it; `order` has all its attempts. A declined one
 * shows nothing of the API's body, which may tell card testers why.
 */
export function paymentOf(attempt: Attempt, order: readonly Attempt[]): Payment {
  const { id, orderId, status, amountCentavos, installments, card, code, fields } = attempt;
  const { tries, payment } = attempt;
  const createdAt = tries[0]?.startedAt;
  const mayHelp = isFailure(attempt) && code !== 'configuration';
  return {
    id,
    orderId,
    status: statuses[status].shownAs,
    amount: amountCentavos,
    currency: 'BRL',
    installments,
    ...(card && { card }),
    ...(createdAt && { createdAt }),
    ...(code && { code }),
    ...(fields && { fields }),
    retryable: mayHelp && blockingAttempt(order) === undefined && !order.some(isClosing),
    tries: tries.length,
    ...(payment && status !== 'declined' && { payment: { ...payment } }),
  };
}

export function progressOf({
  id,
  status,
  code,
  fields,
  retryable,
  tries,
}: Payment): PaymentProgress {
  return { id, status, ...(code && { code }), ...(fields && { fields }), retryable, tries };
}

export function orderStateOf(orderId: string, order: readonly Attempt[]): OrderState {
  const decisive = blockingAttempt(order);
  const closedAt = closedAtOf(order);
  return {
    orderId,
    status: decisive || closedAt === undefined ? orderStatusOf(decisive) : 'closed',
    ...(decisive && {
      paymentId: decisive.id,
      amount: decisive.amountCentavos,
      ...signedIn(decisive),
    }),
    ...(closedAt !== undefined && { closedAt }),
    payments: order
      .filter((attempt) => !isClosing(attempt))
      .map((attempt) => shopPaymentOf(attempt, order)),
  };
}

function shopPaymentOf(attempt: Attempt, order: readonly Attempt[]): ShopPayment {
  const reason = reasonFor(attempt);
  return { ...paymentOf(attempt, order), ...signedIn(attempt), ...(reason && { reason }) };
}

/** Returns what the shop signed for an attempt, as its server gets it back. */
export function signedIn({ orderAmountCentavos: orderAmount, metadata }: Attempt) {
  return { orderAmount, ...(metadata && { metadata }) };
}

/** Returns what the API last said, unless the attempt is approved. Not for the browser. */
export function reasonFor({ status, tries }: Attempt): string | undefined {
  return status === 'approved' ? undefined : tries.findLast(({ reason }) => reason)?.reason;
}

function orderStatusOf(decisive: Attempt | undefined): OrderState['status'] {
  if (!decisive) return 'unpaid';
  if (decisive.status === 'approved') return 'approved';
  return isProcessing(decisive) ? 'processing' : 'unknown';
}

/** Whether no attempt of an order runs or may have charged without proof. */
export function isOver(order: readonly Attempt[]): boolean {
  return !order.some(blocksOrder);
}
