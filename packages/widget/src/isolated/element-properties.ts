import { memberOf } from '@card-checkout/contract/json';
import { listOf, number, objectOf, optional, recordOf, text, type Guard } from './guards.ts';

/** The properties that the frame is told, with their defaults. */
export const defaults: Readonly<Record<string, unknown>> = {
  order: '',
  locale: '',
  threeDS: 'off',
  kinds: 'credit',
  brands: '',
  appearance: 'outlined',
  ask: '',
  payer: {},
  cart: [],
  threeDSTimeoutMs: 0,
  fraud: 'preferred',
  disabled: false,
};

/** The properties by their attributes, e.g. `threeDS` by `three-ds`. */
export const attributes: Readonly<Record<string, string>> = Object.fromEntries(
  ['proxyUrl', ...Object.keys(defaults)]
    .filter((name) => typeof defaults[name] !== 'object' && name !== 'disabled')
    .map((name) => [name.replaceAll(/DS|[A-Z]/g, (word) => `-${word.toLowerCase()}`), name]),
);

const variableNames =
  'accent text muted surface field border danger danger-soft success radius gap font button';

/** The custom properties that cross over; `card-checkout.css` documents them. */
export const variables = variableNames.split(' ').map((name) => `--card-checkout-${name}`);

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
