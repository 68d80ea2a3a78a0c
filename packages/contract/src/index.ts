export { CheckoutRequest, type CardKind, type ThreeDSecure } from './checkout.ts';
export { type ClientConfig } from './client-config.ts';
export { InstallmentOffer, OrderClaims, UnsignedOrder } from './order.ts';
export { Address, PayerDetails } from './payer.ts';
export {
  type InputFault,
  type InputFields,
  type Payment,
  type PaymentCode,
  type PaymentStatus,
} from './payment.ts';
export { problems, type Problem, type ProblemCode } from './problem.ts';
