import type { CheckoutErrorCode } from '../errors.ts';
import type { Brand } from '../fields/brands.ts';
import {
  type StepOutcome,
  CheckoutChangeEvent,
  CheckoutErrorEvent,
  CheckoutStepEvent,
  CheckoutApprovedEvent,
  CheckoutDeclinedEvent,
  CheckoutExpiringEvent,
  CheckoutPendingEvent,
  CheckoutReadyEvent,
} from '../state/events.ts';
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
  type Guard,
  type Guarded,
} from './guards.ts';

/**
 * The first message, to the frame's window; a port comes with it, for all others. A frame of another
 * version wouldn't answer.
 */
export const isGreeting = objectOf({ type: oneOf('card-checkout'), version: oneOf('1') });
export type Greeting = Guarded<typeof isGreeting>;

const look = objectOf({
  type: oneOf('look'),
  /** Values of `--card-checkout-*`, by name. */
  variables: recordOf(text),
  /** For the frame's root. */
  root: objectOf({ colorScheme: text, fontSize: text }),
  /** What the form would inherit. */
  body: objectOf({
    fontFamily: text,
    fontSize: text,
    fontStyle: text,
    fontWeight: text,
    lineHeight: text,
  }),
  direction: oneOf('ltr', 'rtl'),
  language: text,
});
export type Look = Guarded<typeof look>;

/** A rectangle of the page's viewport, in CSS pixels. */
const place = objectOf({ x: number, y: number, width: number });
export type Place = Guarded<typeof place>;

const call = objectOf({
  type: oneOf('call'),
  id: number,
  method: oneOf('submit', 'reset', 'focus', 'reportValidity'),
});
export type Call = Guarded<typeof call>;

/** The fraud script's answer; `reference` is its id. */
const fraudAnswer = objectOf({
  type: oneOf('fraud'),
  id: number,
  isDone: flag,
  reference: optional(text),
});
export type FraudAnswer = Guarded<typeof fraudAnswer>;

/** What the page says. The page may be hostile. */
export const isPageMessage = anyOf(
  /** Properties; `parsedSettings` takes the well-formed ones. */
  objectOf({ type: oneOf('set'), values: recordOf(anything) }),
  /** Whether the page has an error message of its own, which blocks payments. */
  objectOf({ type: oneOf('blocked'), isBlocked: flag }),
  look,
  call,
  /** The buyer has pressed on the page around the frame. */
  objectOf({ type: oneOf('left') }),
  /** Escape was pressed in the page during the challenge. */
  objectOf({ type: oneOf('cancel') }),
  /** The frame covers the page, and this is the form's place; without one, it no longer does. */
  objectOf({ type: oneOf('grown'), place: optional(place) }),
  fraudAnswer,
);
export type PageMessage = Guarded<typeof isPageMessage>;

/** A word from a closed set that a newer version may have extended. */
const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z_]+$/.test(value);
const brand: Guard<Brand> = (value): value is Brand => isWord(value);
const errorCode: Guard<CheckoutErrorCode> = (value): value is CheckoutErrorCode => isWord(value);
const outcome: Guard<StepOutcome> = (value): value is StepOutcome => isWord(value);

/** The element's status, without anything that was typed. */
const status = objectOf({
  type: oneOf('status'),
  state: oneOf('ready', 'paying', 'approved', 'declined', 'pending', 'error'),
  paymentId: optional(text),
  /** The names of `:state()`. */
  states: listOf(text),
  /** The one sentence for everything that may be wrong; empty if nothing is. */
  validationMessage: text,
});
export type Status = Guarded<typeof status>;

const event = { type: oneOf('event') };
const withPaymentId = { ...event, paymentId: text };

/** An event of the element; its fields are those that a page may read. */
export const isEventMessage = anyOf(
  objectOf({ ...event, name: oneOf('checkout-ready', 'checkout-expiring') }),
  objectOf({ ...event, name: oneOf('checkout-change'), valid: flag, brand: optional(brand) }),
  objectOf({
    ...event,
    name: oneOf('checkout-step'),
    step: oneOf('fraud', 'token', 'challenge', 'submit', 'waiting'),
    outcome: optional(outcome),
    durationMs: number,
  }),
  objectOf({ ...withPaymentId, name: oneOf('checkout-approved'), payment: recordOf(anything) }),
  objectOf({ ...withPaymentId, name: oneOf('checkout-declined', 'checkout-pending') }),
  objectOf({ ...event, name: oneOf('checkout-error'), code: errorCode, retryable: flag }),
);
export type EventMessage = Guarded<typeof isEventMessage>;

/** The frame asks the page to run the fraud script, which never runs where the card is. */
const fraud = objectOf({
  type: oneOf('fraud'),
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
  isEventMessage,
  fraud,
  /** The form's height in CSS pixels. */
  objectOf({ type: oneOf('height'), px: number }),
  objectOf({ type: oneOf('challenge'), isOpen: flag }),
  /** The buyer has pressed the button that reloads the page. */
  objectOf({ type: oneOf('reload') }),
  objectOf({ type: oneOf('done'), id: number }),
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
