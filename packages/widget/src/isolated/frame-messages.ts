import type { CheckoutErrorCode } from '../errors.ts';
import type { Brand } from '../fields/brands.ts';
import {
  type StepOutcome,
  CheckoutChangeEvent,
  CheckoutErrorEvent,
  CheckoutStepEvent,
} from '../state/events.ts';
import {
  CheckoutApprovedEvent,
  CheckoutDeclinedEvent,
  CheckoutExpiringEvent,
  CheckoutPendingEvent,
  CheckoutReadyEvent,
} from '../state/payment-events.ts';
import {
  anyOf,
  anything,
  flag,
  listOf,
  number,
  objectOf,
  oneOf,
  optional,
  recordOf,
  text,
  type,
  type Guard,
  type Guarded,
} from './guards.ts';

/** A word of a closed set that a newer version may have extended. */
const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z_]+$/.test(value);
const brand: Guard<Brand> = (value): value is Brand => isWord(value);
const errorCode: Guard<CheckoutErrorCode> = (value): value is CheckoutErrorCode => isWord(value);
const outcome: Guard<StepOutcome> = (value): value is StepOutcome => isWord(value);

const event = <const Name extends string>(name: Name) => ({ ...type('event'), name: oneOf(name) });

/** Where the element stands, without anything that was typed. */
const status = objectOf({
  ...type('status'),
  state: oneOf('ready', 'paying', 'approved', 'declined', 'pending', 'error'),
  paymentId: optional(text),
  /** The names of `:state()`. */
  states: listOf(text),
  /** What a surrounding form is told is wrong; empty if nothing is. */
  validationMessage: text,
});
export type Status = Guarded<typeof status>;

/** An event of the element; its fields are those that a page may read. */
const checkoutEvent = anyOf(
  objectOf(event('checkout-ready')),
  objectOf(event('checkout-expiring')),
  objectOf({ ...event('checkout-change'), valid: flag, brand: optional(brand) }),
  objectOf({
    ...event('checkout-step'),
    step: oneOf('fraud', 'token', 'challenge', 'submit', 'waiting'),
    outcome: optional(outcome),
    durationMs: number,
  }),
  objectOf({ ...event('checkout-approved'), paymentId: text, payment: recordOf(anything) }),
  objectOf({ ...event('checkout-declined'), paymentId: text }),
  objectOf({ ...event('checkout-pending'), paymentId: text }),
  objectOf({ ...event('checkout-error'), code: errorCode, retryable: flag }),
);
export type EventMessage = Guarded<typeof checkoutEvent>;

/** The frame asks the page to run the fraud script, which never runs where the card is. */
const fraud = objectOf({
  ...type('fraud'),
  id: number,
  stage: oneOf('load', 'complete'),
  scriptUrl: text,
  options: recordOf(text),
  sessionId: text,
});
export type FraudMessage = Guarded<typeof fraud>;

/** What the frame says. None of it was typed. */
export const isFrameMessage = anyOf(
  status,
  checkoutEvent,
  fraud,
  /** The form's height in CSS pixels. */
  objectOf({ ...type('height'), px: number }),
  /** The bank's challenge begins or ends. */
  objectOf({ ...type('challenge'), isOpen: flag }),
  /** The buyer has pressed the button that loads the page anew. */
  objectOf(type('reload')),
  /** A call has ended. */
  objectOf({ ...type('done'), id: number }),
);
export type FrameMessage = Guarded<typeof isFrameMessage>;

/** Makes an event of the page's own classes. */
export function eventOf(message: EventMessage): Event {
  switch (message.name) {
    case 'checkout-ready':
      return new CheckoutReadyEvent();
    case 'checkout-change':
      return new CheckoutChangeEvent(message.valid, message.brand);
    case 'checkout-step':
      return new CheckoutStepEvent(message.step, message.outcome, message.durationMs);
    case 'checkout-approved':
      return new CheckoutApprovedEvent(message.paymentId, message.payment);
    case 'checkout-declined':
      return new CheckoutDeclinedEvent(message.paymentId);
    case 'checkout-pending':
      return new CheckoutPendingEvent(message.paymentId);
    case 'checkout-expiring':
      return new CheckoutExpiringEvent();
    case 'checkout-error':
      return new CheckoutErrorEvent(message.code, message.retryable);
    default:
      return message satisfies never;
  }
}
