import {
  anything,
  anyOf,
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
} from '../isolated/guards.ts';
import type { ThreeDSRequest } from '../three-ds/adapter.ts';
import { threeDSStatuses } from '../three-ds/outcome.ts';

/** A member of the shop's details, which may be absent. */
const unread = optional(anything);

const shape = objectOf({
  order: objectOf({ id: text, amountCentavos: number, installments: number }),
  card: objectOf({
    number: text,
    holder: text,
    expiryMonth: text,
    expiryYear: text,
    kind: oneOf('credit', 'debit'),
    brand: optional(text),
  }),
  /** The shop's, for the provider; nothing here reads them. */
  payer: recordOf(unread),
  cart: listOf(recordOf(unread)),
  clientIp: text,
  merchantUrl: text,
});
const request: Guard<ThreeDSRequest> = (value): value is ThreeDSRequest => shape(value);

/**
 * The first message to the realm; a port comes with it. It has what the provider needs, and so never
 * the security code.
 */
export const isAuthenticationStart = objectOf({
  ...type('authenticate'),
  provider: text,
  environment: oneOf('sandbox', 'production'),
  scriptUrl: text,
  token: text,
  request,
});
export type AuthenticationStart = Guarded<typeof isAuthenticationStart>;

/** What the realm says. The provider's script could say it, too. */
export const isRealmMessage = anyOf(
  /** The realm has begun. */
  objectOf(type('begun')),
  objectOf(type('show')),
  /** Escape was pressed in the realm. */
  objectOf(type('cancel')),
  objectOf({
    ...type('outcome'),
    status: oneOf(...threeDSStatuses),
    data: recordOf(optional(text)),
  }),
);
export type RealmMessage = Guarded<typeof isRealmMessage>;
