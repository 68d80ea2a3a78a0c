import {
  anyOf,
  anything,
  flag,
  number,
  objectOf,
  oneOf,
  optional,
  recordOf,
  text,
  type,
  type Guarded,
} from './guards.ts';

/**
 * The first message, to the frame's window; a port comes with it. Everything else goes through the
 * port. A frame of another version than 1 would not answer.
 */
export const isGreeting = objectOf({ ...type('card-checkout'), version: oneOf('1') });
export type Greeting = Guarded<typeof isGreeting>;

/** How the page looks around the form. */
const look = objectOf({
  ...type('look'),
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

/** What the page says. The page may be hostile. */
export const isPageMessage = anyOf(
  /** Properties; `parsedSettings` takes those that are well-formed. */
  objectOf({ ...type('set'), values: recordOf(anything) }),
  /** The page's own error message; empty takes it back. */
  objectOf({ ...type('error'), text }),
  look,
  objectOf({
    ...type('call'),
    id: number,
    method: oneOf('submit', 'reset', 'focus', 'reportValidity'),
  }),
  /** The buyer has pressed on the page around the frame. */
  objectOf(type('left')),
  /** Escape was pressed in the page during the challenge. */
  objectOf(type('cancel')),
  /** The frame covers the page, and the form's place is there; or it does no longer. */
  objectOf({ ...type('grown'), place: optional(place) }),
  /** The fraud script's answer; `reference` is its id. */
  objectOf({ ...type('fraud'), id: number, isDone: flag, reference: optional(text) }),
);
export type PageMessage = Guarded<typeof isPageMessage>;
