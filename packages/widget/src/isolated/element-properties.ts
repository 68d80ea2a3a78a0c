import { memberOf } from '@card-checkout/contract/json';
import { anyOf, listOf, number, objectOf, optional, recordOf, text, type Guard } from './guards.ts';

/** The properties that the frame is told, with their defaults. */
export const defaults: Readonly<Record<string, unknown>> = {
  order: '',
  amount: 0,
  orderId: '',
  locale: '',
  threeDS: 'required',
  kinds: 'credit',
  brands: '',
  autoAdvance: false,
  appearance: 'outlined',
  apiUrl: '',
  provider: '',
  fraudScriptUrl: '',
  ask: '',
  payer: {},
  cart: [],
  threeDSTimeoutMs: 0,
  fraud: 'preferred',
  messages: {},
  disabled: false,
};

/** The attributes, and the properties that they set. */
export const attributes: Readonly<Record<string, string>> = {
  'proxy-url': 'proxyUrl',
  order: 'order',
  amount: 'amount',
  'order-id': 'orderId',
  locale: 'locale',
  'three-ds': 'threeDS',
  kinds: 'kinds',
  brands: 'brands',
  'auto-advance': 'autoAdvance',
  appearance: 'appearance',
  'api-url': 'apiUrl',
  provider: 'provider',
  'fraud-script-url': 'fraudScriptUrl',
  'three-ds-timeout-ms': 'threeDSTimeoutMs',
  fraud: 'fraud',
  ask: 'ask',
};

/** The custom properties that cross over; `card-checkout.styles.ts` documents them. */
export const variables = [
  '--card-checkout-accent',
  '--card-checkout-on-accent',
  '--card-checkout-text',
  '--card-checkout-muted',
  '--card-checkout-surface',
  '--card-checkout-field',
  '--card-checkout-border',
  '--card-checkout-danger',
  '--card-checkout-danger-soft',
  '--card-checkout-success',
  '--card-checkout-radius',
  '--card-checkout-gap',
  '--card-checkout-font',
  '--card-checkout-button',
];

/** Reads an attribute; one that is absent has the property's default. */
export function valueOf(name: string, attribute: string | null): unknown {
  if (attribute === null) return defaults[name] ?? '';
  if (typeof defaults[name] === 'boolean') return true;
  return typeof defaults[name] === 'number' ? Number(attribute) : attribute;
}

/** Copies settings as JSON: `structuredClone` would refuse the proxies that frameworks make. */
export function plain(values: object): Record<string, unknown> {
  return JSON.parse(JSON.stringify(values));
}

const texts = recordOf(text);

/** What the properties with more than one value hold. */
const shapes: Readonly<Record<string, Guard<unknown>>> = {
  payer: objectOf({
    name: optional(text),
    email: optional(text),
    phone: optional(text),
    address: optional(texts),
  }),
  cart: listOf(
    objectOf({ name: text, sku: optional(text), quantity: number, unitPriceCentavos: number }),
  ),
  messages: recordOf(anyOf(text, texts)),
};

/**
 * Picks the well-formed settings from what a page has sent into the frame, and nothing else. The element
 * itself reports words that it doesn't know.
 */
export function parsedSettings(values: object): Record<string, unknown> {
  const isWellFormed = (name: string): boolean => {
    const value = memberOf(values, name);
    const shape = shapes[name] ?? (typeof defaults[name] === 'number' ? number : undefined);
    return shape ? shape(value) : typeof value === typeof defaults[name];
  };
  const names = Object.keys(defaults).filter(isWellFormed);
  return Object.fromEntries(names.map((name) => [name, memberOf(values, name)]));
}
