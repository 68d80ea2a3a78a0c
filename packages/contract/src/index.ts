export type { CardKind, ProofKind, ThreeDSecure } from './checkout.ts';
export { orderHeader } from './client-config.ts';
export type { InstallmentOffer, InstallmentPlan, Json } from './order.ts';
export type { Address, PayerDetails } from './payer.ts';
export {
  finalStatuses,
  inputFaults,
  paymentCodes,
  type InputFault,
  type InputFields,
  type PaymentCode,
  type PaymentStatus,
} from './payment.ts';
export { problems, type ProblemCode } from './problem.ts';
export { PageOrder, Payment, PaymentProgress, Problem } from './schemas/answers.ts';
export {
  faultsOfTimes,
  isPostdated,
  maxOrderTokenLength,
  OrderClaims,
  OrderId,
  unknownClaimsIn,
} from './schemas/order-claims.ts';
export { CheckoutRequest } from './schemas/requests.ts';
export { requirement } from './schemas/requirement.ts';
export { OrderList, OrderParameters, OrderState, OutcomeMessage } from './schemas/shop-server.ts';
