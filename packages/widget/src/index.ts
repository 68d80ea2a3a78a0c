export { CardCheckout } from './element/card-checkout.ts';
export { type Markup } from './element/markup.ts';
export type { Brand, BrandList, KindList } from './fields/brands.ts';
export { type CheckoutState, type CheckoutStep } from './checkout/checkout-state.ts';
export { CheckoutError, type CheckoutErrorCode } from './errors.ts';
export type {
  CheckoutChangeEvent,
  CheckoutErrorEvent,
  CheckoutStepEvent,
  StepOutcome,
  CheckoutApprovedEvent,
  CheckoutDeclinedEvent,
  CheckoutExpiringEvent,
  CheckoutPendingEvent,
  CheckoutReadyEvent,
} from './checkout/events.ts';
export type { LanguageTag, MessageOverrides, Messages } from './locales/messages.ts';
export { type FraudAdapter, type FraudProfile, type FraudSettings } from './fraud/fraud-adapter.ts';
export {
  type CartItem,
  type ChallengeHost,
  type ThreeDSAdapter,
  type ThreeDSContext,
  type ThreeDSRequest,
  type ThreeDSSettings,
  type ThreeDSStage,
} from './three-ds/adapter.ts';
export {
  emvThreeDS,
  type BrowserData,
  type EmvAnswer,
  type EmvCallOuts,
  type EmvLookup,
  type EmvResult,
  type TransStatus,
} from './three-ds/emv.ts';
export { type ThreeDSOutcome, type ThreeDSStatus } from './three-ds/outcome.ts';
export { type ThreeDSMode } from '@card-checkout/contract/client-config';
export { type Realm, type WindowSize } from './three-ds/realm.ts';
