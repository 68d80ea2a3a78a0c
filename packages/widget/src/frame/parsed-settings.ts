import { memberOf } from '@card-checkout/contract/json';
import {
  anyOf,
  flag,
  listOf,
  number,
  objectOf,
  optional,
  recordOf,
  text,
} from '../isolated/guards.ts';

const texts = recordOf(text);

/** What the page may set, by the name of the element's property. */
const guards = {
  order: text,
  amount: number,
  orderId: text,
  locale: text,
  threeDS: text,
  kinds: text,
  brands: text,
  autoAdvance: flag,
  appearance: text,
  apiUrl: text,
  provider: text,
  fraudScriptUrl: text,
  ask: text,
  payer: objectOf({
    name: optional(text),
    email: optional(text),
    phone: optional(text),
    address: optional(texts),
  }),
  cart: listOf(
    objectOf({ name: text, sku: optional(text), quantity: number, unitPriceCentavos: number }),
  ),
  threeDSTimeoutMs: number,
  fraud: text,
  messages: recordOf(anyOf(text, texts)),
  disabled: flag,
};

/** Picks the settings that are well-formed; the element itself tells of words that it does not know. */
export function parsedSettings(values: object): Record<string, unknown> {
  const known = Object.entries(guards).filter(([name, guard]) => guard(memberOf(values, name)));
  return Object.fromEntries(known.map(([name]) => [name, memberOf(values, name)]));
}
