export { CardCheckout } from './card-checkout.ts';
export { type Brand } from './card/brands.ts';
export { type CheckoutState } from './checkout-state.ts';
export { CheckoutError, type CheckoutErrorCode } from './errors.ts';
export {
  CheckoutApprovedEvent,
  CheckoutChangeEvent,
  CheckoutDeclinedEvent,
  CheckoutErrorEvent,
  CheckoutPendingEvent,
  CheckoutReadyEvent,
  CheckoutStepEvent,
  type CheckoutStep,
  type StepOutcome,
} from './events.ts';
export { type MessageOverrides, type Messages } from './locales/messages.ts';
export { type FraudAdapter, type FraudProfile, type FraudSettings } from './fraud/adapter.ts';
export {
  type CartItem,
  type ChallengeHost,
  type ThreeDSAdapter,
  type ThreeDSContext,
  type ThreeDSRequest,
  type ThreeDSSettings,
  type ThreeDSStage,
} from './three-ds/adapter.ts';
export { type BrowserData } from './three-ds/browser-data.ts';
export {
  emvThreeDS,
  type EmvAnswer,
  type EmvCallOuts,
  type EmvLookup,
  type EmvResult,
} from './three-ds/emv.ts';
export { type ThreeDSOutcome, type ThreeDSStatus } from './three-ds/outcome.ts';
export { type ThreeDSMode } from './three-ds/policy.ts';
export { type Realm } from './three-ds/realm.ts';
export { type TransStatus } from './three-ds/trans-status.ts';
export { type WindowSize } from './three-ds/window-size.ts';
