import type { CheckoutRequest } from '@card-checkout/contract';
import { findCardBrand } from '@card-checkout/contract/card-brand';
import type { InstallmentPlan } from '@card-checkout/contract/order';
import type { PaidCard } from '@card-checkout/contract/payment';
import { isCompleteProof } from '@card-checkout/contract/three-ds';
import type { Order } from './order-token.ts';

/** An order with the request to pay it, and everything that follows from both. */
export interface Purchase {
  order: Order;
  request: CheckoutRequest;
  /** What is charged, with the interest of the chosen plan. */
  amountCentavos: number;
  /** The chosen plan, if the order has plans. */
  plan: InstallmentPlan | undefined;
  /** What a shop may keep of the card (PCI DSS 3.5.1). */
  card: PaidCard;
  /** Whether a complete proof shifts liability away from the merchant. */
  isAuthenticated: boolean;
  /** Whether the order offers the chosen installments. */
  isOffered: boolean;
}

export function purchaseOf(order: Order, request: CheckoutRequest): Purchase {
  const { plans, maxInstallments } = order;
  const { installments, threeDSecure } = request;
  const { number, kind } = request.card;
  // Debit is paid at once.
  const isDebit = kind === 'debit';
  const plan = isDebit ? undefined : plans?.find(({ count }) => count === installments);
  const most = isDebit ? 1 : maxInstallments;
  const brand = findCardBrand(number);
  return {
    order,
    request,
    amountCentavos: plan?.total ?? order.amountCentavos,
    plan,
    card: { ...(brand && { brand }), last4: number.slice(-4), kind },
    isAuthenticated: isCompleteProof(threeDSecure, brand),
    isOffered: plans && !isDebit ? plan !== undefined : installments <= most,
  };
}
