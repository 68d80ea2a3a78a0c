export type { InstallmentOffer, InstallmentPlan, OrderClaims } from '@card-checkout/contract/order';
export type { PaidCard, Payment } from '@card-checkout/contract/payment';
export type { Outcome, OutcomeMessage, OrderState } from '@card-checkout/contract/shop-server';
export { closeOrder, type ClosedOrder } from './close-order.ts';
export { getOrder, type FoundOrder, type GetOrderOptions } from './get-order.ts';
export { installmentPlans, type InstallmentTerms } from './installment-plans.ts';
export { listOrders, type ListOrdersOptions } from './list-orders.ts';
export { OrderLookupError, type ProxyAccess } from './proxy-request.ts';
export { signOrder, type OrderToSign } from './sign-order.ts';
export {
  OrderAmountError,
  verifyWebhook,
  type OperationsMessage,
  type VerifyWebhookOptions,
  type WebhookEvent,
  type WebhookHeaders,
} from './verify-webhook.ts';
