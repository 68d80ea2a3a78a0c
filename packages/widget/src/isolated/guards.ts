import { isObject, memberOf } from '@card-checkout/contract/json';

/** Tells whether something that came through a channel has the shape of `Value`. */
export type Guard<Value> = (value: unknown) => value is Value;

/** What a guard lets through. */
export type Guarded<Some> = Some extends Guard<infer Value> ? Value : never;

export const text: Guard<string> = (value) => typeof value === 'string';

export const flag: Guard<boolean> = (value) => typeof value === 'boolean';

/** A finite number. */
export const number: Guard<number> = (value): value is number => Number.isFinite(value);

export const anything: Guard<unknown> = (value): value is unknown => value !== undefined;

// The annotations let a bundler leave out messages that a file doesn't read.

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Value extends string>(...values: readonly Value[]): Guard<Value> {
  return (value): value is Value => values.some((known) => known === value);
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<Value>(guard: Guard<Value>): Guard<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || guard(value);
}

/* @__NO_SIDE_EFFECTS__ */
export function listOf<Value>(guard: Guard<Value>): Guard<Value[]> {
  return (value): value is Value[] => Array.isArray(value) && value.every(guard);
}

/* @__NO_SIDE_EFFECTS__ */
export function recordOf<Value>(guard: Guard<Value>): Guard<Record<string, Value>> {
  return (value): value is Record<string, Value> =>
    isObject(value) && Object.values(value).every(guard);
}

/** An object with these members; others are let through, and nobody reads them. */
/* @__NO_SIDE_EFFECTS__ */
export function objectOf<Shape extends Record<string, Guard<unknown>>>(
  shape: Shape,
): Guard<{ [Name in keyof Shape]: Guarded<Shape[Name]> }> {
  const members = Object.entries(shape);
  return (value): value is { [Name in keyof Shape]: Guarded<Shape[Name]> } =>
    isObject(value) && members.every(([name, guard]) => guard(memberOf(value, name)));
}

/* @__NO_SIDE_EFFECTS__ */
export function anyOf<Guards extends readonly Guard<unknown>[]>(
  ...guards: Guards
): Guard<Guarded<Guards[number]>> {
  return (value): value is Guarded<Guards[number]> => guards.some((guard) => guard(value));
}
