export { ClientConfig, Payment, Problem, ProofOfWorkChallenge } from './schemas/answers.ts';
export { orderHeader, type CardKind, type ThreeDSecure } from './checkout.ts';
export { type InstallmentOffer, type InstallmentPlan, type UnsignedOrder } from './order.ts';
export { type Address, type OrderPayer, type PayerDetails } from './payer.ts';
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
export { proofOfWorkHeader } from './proof-of-work.ts';
export { OrderList, OrderState, OutcomeMessage } from './schemas/shop-server.ts';
export { OrderClaims } from './schemas/order-claims.ts';
export { CheckoutRequest, ProofOfWork } from './schemas/requests.ts';
export { requirement } from './schemas/requirement.ts';
