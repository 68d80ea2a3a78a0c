import { memberOf } from '@card-checkout/contract/json';
import type { CheckoutErrorCode } from '../errors.ts';
import type { Brand } from '../fields/brands.ts';
import type { EventFields, StepOutcome } from '../checkout/events.ts';
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
 * What a document in the frame says to its parent until it's greeted, since the page's script may come later
 * than the frame. It has nothing to hide, and doesn't know yet whose page this is.
 */
export const isHello = objectOf({ type: oneOf('card-checkout-hello'), openedAt: number });
export type Hello = Guarded<typeof isHello>;

/**
 * The page's first message, to the frame's window; a port comes with it, for all others. A frame of another
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

type EventName = keyof EventFields;

/** What the page may read of each event. */
const eventShapes: {
  [Name in EventName]: { [Field in keyof EventFields[Name]]: Guard<EventFields[Name][Field]> };
} = {
  'checkout-ready': {},
  'checkout-change': {
    valid: flag,
    brand: optional(brand),
    installments: number,
    totalCentavos: optional(number),
  },
  'checkout-step': {
    step: oneOf('fraud', 'token', 'challenge', 'submit', 'waiting'),
    outcome: optional(outcome),
    durationMs: number,
  },
  'checkout-approved': { paymentId: text, isEarlier: flag, payment: recordOf(anything) },
  'checkout-declined': { paymentId: text, code: oneOf('declined') },
  'checkout-error': { code: errorCode, retryable: flag },
  'checkout-expiring': {},
  'checkout-pending': { paymentId: text },
};

export type EventMessage = {
  [Name in EventName]: { type: 'event'; name: Name; fields: EventFields[Name] };
}[EventName];

const shapeOf = new Map<unknown, Record<string, Guard<unknown>>>(Object.entries(eventShapes));

const isEventMessage: Guard<EventMessage> = (value): value is EventMessage => {
  const shape = shapeOf.get(memberOf(value, 'name'));
  const isEvent = memberOf(value, 'type') === 'event' && shape;
  return isEvent ? objectOf(shape)(memberOf(value, 'fields')) : false;
};

export const eventNames = Object.keys(eventShapes);

/** Returns the message about an event of the element, without what every event has. */
export function messageAbout(event: Event): EventMessage | undefined {
  const names = Object.keys(shapeOf.get(event.type) ?? {});
  const fields = Object.fromEntries(names.map((name) => [name, memberOf(event, name)]));
  const message = { type: 'event', name: event.type, fields };
  return isEventMessage(message) ? message : undefined;
}

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
