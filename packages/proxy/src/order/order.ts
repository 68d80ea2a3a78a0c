import type { CheckoutRequest, InstallmentPlan, OrderClaims } from '@card-checkout/contract';
import { findCardBrand } from '@card-checkout/contract/card-brand';
import { isCompleteProof } from '@card-checkout/contract/three-ds';

export interface Order {
  id: string;
  amountCentavos: number;
  maxInstallments: number;
  /** If given, a credit card may choose only one of these. */
  plans?: InstallmentPlan[] | undefined;
  payer?: OrderClaims['payer'];
  fields?: OrderClaims['fields'];
  /** When it was signed (`iat`), in seconds since 1970; absent for an unsigned order. */
  signedAt?: number;
  /** When the token expires, in milliseconds since 1970; never when absent. */
  expiresAtMs?: number;
}

/** How long an expired order still accepts a payment that was authenticated before. */
const authenticationLeewayMs = 5 * 60_000;

type Choice = Pick<CheckoutRequest, 'card' | 'installments'>;

/** Authentication takes up to 90 s (docs/payments-api.md), so a complete proof gets leeway. */
export function hasExpired(
  { expiresAtMs = Infinity }: Order,
  request: Pick<CheckoutRequest, 'card' | 'threeDSecure'>,
  now: Date,
): boolean {
  const leewayMs = isAuthenticated(request) ? authenticationLeewayMs : 0;
  return expiresAtMs + leewayMs <= now.getTime();
}

/** Whether a complete proof shifts liability away from the merchant. */
export function isAuthenticated({
  card,
  threeDSecure,
}: Pick<CheckoutRequest, 'card' | 'threeDSecure'>): boolean {
  return isCompleteProof(threeDSecure, findCardBrand(card.number));
}

/** How far the shop's clock may be ahead of ours: a wrong clock must not stop a shop. */
const clockLeewayMs = 86_400_000;

/** Such an order would supersede every token that the shop signs until then. */
export function isPostdated({ signedAt = 0 }: Pick<Order, 'signedAt'>, now: Date): boolean {
  return signedAt * 1000 > now.getTime() + clockLeewayMs;
}

export function chargedCentavos(order: Order, request: Choice): number {
  return planOf(order, request)?.total ?? order.amountCentavos;
}

/** Debit is paid at once. */
export function offersInstallments(order: Order, request: Choice): boolean {
  const { card, installments } = request;
  if (card.kind === 'debit') return installments === 1;
  if (!order.plans) return installments <= order.maxInstallments;
  return planOf(order, request) !== undefined;
}

function planOf({ plans }: Order, { card, installments }: Choice): InstallmentPlan | undefined {
  if (card.kind === 'debit') return undefined;
  return plans?.find(({ count }) => count === installments);
}
