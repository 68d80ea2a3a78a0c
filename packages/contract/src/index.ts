export { type CardKind, type ThreeDSecure } from './checkout.ts';
export { type ClientConfig } from './client-config.ts';
export { type InstallmentOffer, type InstallmentPlan, type UnsignedOrder } from './order.ts';
export { type Address, type PayerDetails } from './payer.ts';
export {
  inputFaults,
  paymentCodes,
  settledStatuses,
  type InputFault,
  type InputFields,
  type Payment,
  type PaymentCode,
  type PaymentStatus,
} from './payment.ts';
export { problems, type Problem, type ProblemCode } from './problem.ts';
export { proofOfWorkHeader, type ProofOfWork, type ProofOfWorkChallenge } from './proof-of-work.ts';
export { CheckoutRequest, OrderClaims } from './schemas.ts';
