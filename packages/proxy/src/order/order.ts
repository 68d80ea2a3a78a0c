import {
  OrderClaims,
  type CheckoutRequest,
  type InstallmentPlan,
  type PayerDetails,
  type UnsignedOrder,
} from '@card-checkout/contract';
import { createDecoder, createSigner, createVerifier } from 'fast-jwt';
import { orderKeysIn } from './order-keys.ts';
import { memberOf } from '@card-checkout/contract/json';
import { Refusal } from '../refusal.ts';
import type { RotatingSecret, Secret } from '../sensitive/secret.ts';

/** What the merchant wants paid. */
export interface Order {
  id: string;
  amountCentavos: number;
  /** How many installments the buyer may choose; 1 when the merchant says nothing. */
  maxInstallments: number;
  /** With these, the only choices of a credit card. */
  plans?: InstallmentPlan[] | undefined;
  payer?: PayerDetails | undefined;
  /** Extra members of the payments API's request. */
  fields?: OrderClaims['fields'];
  /** Whether the token's time is over; a repeated key still gets its answer. */
  expired: boolean;
}

/** How the buyer pays: a debit card is charged at once, whatever the plans. */
type Choice = Pick<CheckoutRequest, 'card' | 'installments'>;

/** Says which orders the proxy takes. */
export interface OrderRules {
  orderSecret: RotatingSecret | undefined;
  allowUnsignedOrders: boolean;
}

/** The claims that a merchant signs; the currency, `iat` and `exp` may be left out. */
export type OrderToSign = Omit<OrderClaims, 'currency' | 'iat' | 'exp'> &
  Partial<Pick<OrderClaims, 'currency' | 'iat' | 'exp'>>;

/** The API's own members that an order may not set (contract section 7). */
const reservedMembers = ['user', 'amount', 'card', 'threeDSecure', 'postbackUrl'];

const defaultLifetimeSeconds = 30 * 60;

/** How long a key for HS256 must be at least (RFC 7518, 3.2). */
const minSecretBytes = 32;

/**
 * Signs an order for `<card-checkout order="…">` (contract section 4). `iat` defaults to now and
 * `exp` to 30 minutes later; `kid` names the secret where the proxy knows several. Throws a
 * `RangeError` for a secret under 32 bytes and a `ZodError` for claims that the proxy would refuse.
 */
export async function signOrder(
  order: OrderToSign,
  secret: string,
  { kid }: { kid?: string | undefined } = {},
): Promise<string> {
  if (Buffer.byteLength(secret) < minSecretBytes) {
    throw new RangeError(`The order secret must have at least ${minSecretBytes} bytes`);
  }
  const iat = order.iat ?? Math.floor(Date.now() / 1000);
  const claims = OrderClaims.parse({
    currency: 'BRL',
    exp: iat + defaultLifetimeSeconds,
    ...order,
    iat,
  });
  return createSigner({ key: secret, algorithm: 'HS256', ...(kid && { kid }) })({ ...claims });
}

/**
 * Reads the order that a request carries. Refuses with `order_invalid` whatever the merchant did
 * not sign, unless unsigned orders are allowed (contract sections 3 and 4).
 */
export async function readOrder(
  sent: string | UnsignedOrder,
  rules: OrderRules,
  now: Date,
): Promise<Order> {
  if (typeof sent !== 'string') return readUnsigned(sent, rules);
  if (!rules.orderSecret) throw new Refusal('order_invalid');

  const claims = OrderClaims.safeParse(verified(sent, rules.orderSecret.current));
  if (!claims.success || setsReservedMember(claims.data)) throw new Refusal('order_invalid');

  const { sub, amount, installments, payer, fields, exp } = claims.data;
  const { max: maxInstallments, plans } = installments ?? { max: 1 };
  const expired = exp * 1000 <= now.getTime();
  return { id: sub, amountCentavos: amount, maxInstallments, plans, payer, fields, expired };
}

/** Returns what a request is charged: the total of its plan, or the order's own amount. */
export function chargedCentavos(order: Order, request: Choice): number {
  return planOf(order, request)?.total ?? order.amountCentavos;
}

/** Tells whether an order may be paid in so many installments; with plans, debit is paid at once. */
export function offersInstallments(order: Order, request: Choice): boolean {
  const { card, installments } = request;
  if (!order.plans) return installments <= order.maxInstallments;
  if (card.kind === 'debit') return installments === 1;
  return planOf(order, request) !== undefined;
}

function planOf({ plans }: Order, { card, installments }: Choice): InstallmentPlan | undefined {
  if (card.kind === 'debit') return undefined;
  return plans?.find(({ count }) => count === installments);
}

function readUnsigned({ id, amount }: UnsignedOrder, rules: OrderRules): Order {
  if (!rules.allowUnsignedOrders) throw new Refusal('order_invalid');
  return { id, amountCentavos: amount, maxInstallments: 1, expired: false };
}

/**
 * Returns the payload of a token whose signature is right, also when its time is over. The header's
 * `kid` picks the secret; without one, or without a name, each is tried, the newest first.
 */
function verified(token: string, secret: Secret): unknown {
  const keys = verifiers.get(secret) ?? verifiersOf(secret);
  verifiers.set(secret, keys);
  const kid = keys.some((key) => key.kid !== undefined) ? kidOf(token) : undefined;
  for (const key of keys) {
    const isMeant = kid === undefined || key.kid === undefined || key.kid === kid;
    const payload = isMeant ? orUndefined(key.verify, token) : undefined;
    if (payload !== undefined) return payload;
  }
  throw new Refusal('order_invalid');
}

function setsReservedMember({ fields = {} }: OrderClaims): boolean {
  return reservedMembers.some((name) => Object.hasOwn(fields, name));
}

/** Checks a token with one secret; throws when that did not sign it. */
interface OrderVerifier {
  kid: string | undefined;
  verify: (token: string) => unknown;
}

/** Holds the verifiers of each set of secrets, which make their keys once. */
const verifiers = new WeakMap<Secret, OrderVerifier[]>();

function verifiersOf(secret: Secret): OrderVerifier[] {
  return orderKeysIn(secret.reveal()).map(({ kid, secret: key }) => ({
    kid,
    verify: createVerifier({ key, algorithms: ['HS256'], ignoreExpiration: true }),
  }));
}

const decode = createDecoder({ complete: true });

function kidOf(token: string): string | undefined {
  const kid = memberOf(memberOf(orUndefined(decode, token), 'header'), 'kid');
  return typeof kid === 'string' ? kid : undefined;
}

function orUndefined(read: (token: string) => unknown, token: string): unknown {
  try {
    return read(token);
  } catch {
    return undefined;
  }
}
