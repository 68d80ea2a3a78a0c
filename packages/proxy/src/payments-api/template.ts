import type { Json } from '@card-checkout/contract';
import { isObject } from '@card-checkout/contract/json';
import { editsBetween } from '../edits-between.ts';
import type { Order } from '../order/order-token.ts';
import { templatePaths, type TemplatePath, type TemplateValues } from './template-paths.ts';

export type JsonObject = Record<string, Json>;

/** The message completes a sentence that names the file. */
export class ApiFileError extends Error {
  override readonly name = 'ApiFileError';
}

export interface Template {
  /** Fills in the values, leaves out what has none, and adds the order's `fields`. */
  fillIn(values: TemplateValues, fields?: Order['fields']): Record<string, unknown>;
  /**
   * Returns the form's field that an API's error is about: `payer.document` for the member `document`.
   * The error names the member with more or fewer objects around it.
   */
  fieldOf(said: string): string | undefined;
  uses(path: TemplatePath): boolean;
  /** Members that decide what is charged, to whom and how. */
  reservedMembers: ReadonlySet<string>;
}

/**
 * Reads a request: each `$path` of a text is replaced, `$$` is a dollar. `{"$number": "$path"}` is a
 * number, and `{"$path": {"credit": …}}` what stands there under the path's value, or else under `*`.
 * Throws an `ApiFileError` that names an unknown path.
 */
export function createTemplate(source: JsonObject): Template {
  const sources = pathsIn(source);
  const fill = fillerOf(source);
  return {
    fillIn: (values, fields) => ({ ...Object(fill(values)), ...fields }),
    fieldOf(said) {
      const name = namesIn(said.split(/[.[\]/]/));
      if (name.startsWith('.threedsecure.')) return 'threeDSecure';
      const found = sources.flatMap(([place, path]) => {
        const rank = rankOf(namesIn(place), name);
        return rank === 0 ? [] : { rank, field: fieldNameOf(path) };
      });
      const best = Math.max(...found.map(({ rank }) => rank));
      const fields = new Set(found.filter(({ rank }) => rank === best).map(({ field }) => field));
      const isCard = [...fields].every((field) => field.startsWith('card.'));
      return fields.size === 1 || isCard ? [...fields][0] : undefined;
    },
    uses: (path) => sources.some(([, used]) => used === path),
    reservedMembers: new Set(
      sources.flatMap(([place, path]) => (reservedPaths.test(path) ? place.slice(0, 1) : [])),
    ),
  };
}

/** Writes names for comparison, without the indexes of lists: `.payments.card.number.` */
function namesIn(place: readonly string[]): string {
  const names = place.filter((name) => !/^\d*$/.test(name));
  return `.${names.join('.').toLowerCase()}.`;
}

/** Rates how well an error's name fits a place of the request, or an object around it; 0 is not at all. */
function rankOf(place: string, said: string): number {
  if (place === said) return 3;
  if (place.endsWith(said)) return 2;
  // A longer name may be about another member of that name, unless two of its parts are ours.
  if (/\..+\..+\./.test(place) && said.endsWith(place)) return 2;
  return place.includes(said) ? 1 : 0;
}

function fieldNameOf(path: TemplatePath): string {
  if (path === 'card.brand') return 'card.number';
  return path
    .replace(/^payer\.(?:first|last)Name$/, 'payer.name')
    .replace(/^(card\.expiry|payer\.phone|threeDSecure).+/, '$1');
}

/** Values that an order's `fields` must not replace. */
const reservedPaths =
  /^(merchantId|paymentId|order\.(amount|cash)|card\.|payer\.docType|installments|plan\.|threeDSecure\.|postbackUrl)/;

const inText = /\$(?:\$|([a-z]+(?:\.[a-z]+)*))/gi;

type Place = readonly string[];

function pathsIn(value: Json, place: Place = []): [Place, TemplatePath][] {
  if (typeof value === 'string') {
    const found = [...value.matchAll(inText)].flatMap(([, path]) => path ?? []);
    return found.map((path) => [place, knownPath(path)]);
  }
  const step = stepIn(value);
  if (step) {
    const [name, argument] = step;
    if (name === '$number' && typeof argument === 'string') return pathsIn(argument, place);
    const path = knownPath(name.slice(1));
    if (!isObject(argument)) throw new ApiFileError(`must list values of ${name} as an object`);
    const options = Object.values(argument).flatMap((option) => pathsIn(option, place));
    return [[place, path], ...options];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...place, name]));
}

/** Returns the only member of an object, if its name begins with a dollar. */
function stepIn(value: Json): [name: string, argument: Json] | undefined {
  const [only, ...others] = isObject(value) ? Object.entries(value) : [];
  return only?.[0].startsWith('$') && others.length === 0 ? only : undefined;
}

function knownPath(path: string): TemplatePath {
  if (isTemplatePath(path)) return path;
  if (path === 'apiToken') throw new ApiFileError('uses $apiToken, which only headers may hold');
  const edits = (known: string) => editsBetween(path, known);
  const [nearest] = Object.keys(templatePaths).toSorted((one, other) => edits(one) - edits(other));
  throw new ApiFileError(
    `uses $${path}, which doesn't exist: did you mean $${nearest}? See template --paths`,
  );
}

function isTemplatePath(path: string): path is TemplatePath {
  return Object.hasOwn(templatePaths, path);
}

/** Fills in one value of a request; `undefined` leaves it out. */
type Filler = (values: TemplateValues) => unknown;

/** Reads a value once, so that a payment only fills it in. */
function fillerOf(value: Json | undefined): Filler {
  if (typeof value === 'string') return textFiller(value);
  if (typeof value !== 'object' || value === null) return () => value;
  const step = stepIn(value);
  if (step) return stepFiller(step);
  const all = Object.entries(value).map(([name, member]) => [name, fillerOf(member)] as const);
  const isEmptied = (size: number) => size === 0 && all.length > 0;
  if (Array.isArray(value)) {
    return (values) => {
      const items = all.map(([, fill]) => fill(values)).filter((item) => item !== undefined);
      return isEmptied(items.length) ? undefined : items;
    };
  }
  return (values) => {
    const members: Record<string, unknown> = {};
    let size = 0;
    for (const [name, fill] of all) {
      const member = fill(values);
      if (member !== undefined) members[name] = member;
      size += member === undefined ? 0 : 1;
    }
    return isEmptied(size) ? undefined : members;
  };
}

/** Keeps the type of a value that is the whole text. */
function textFiller(text: string): Filler {
  const [, whole] = /^\$([a-z]+(?:\.[a-z]+)*)$/i.exec(text) ?? [];
  if (whole !== undefined) return (values) => values(whole);
  if (!text.includes('$')) return () => text;
  return (values) => {
    let isComplete = true;
    const joined = text.replaceAll(inText, (_, name?: string) => {
      const value = name === undefined ? '$' : values(name);
      isComplete &&= value !== undefined;
      return String(value);
    });
    return isComplete ? joined : undefined;
  };
}

function stepFiller([name, argument]: [string, Json]): Filler {
  if (name === '$number') {
    const fill = fillerOf(argument);
    return (values) => {
      const text = fill(values) ?? '';
      const number = Number(text);
      return text === '' || Number.isNaN(number) ? undefined : number;
    };
  }
  const path = name.slice(1);
  const given = isObject(argument) ? Object.entries(argument) : [];
  const options = new Map(given.map(([value, option]) => [value, fillerOf(option)]));
  return (values) => {
    const value = values(path);
    if (value === undefined) return undefined;
    return (options.get(String(value)) ?? options.get('*'))?.(values);
  };
}

export interface HeadersTemplate {
  /** Fills in the values; `encoded` writes the text of `$base64`. Leaves out a header without a value. */
  fillIn(values: TemplateValues, encoded?: (text: string) => string): Record<string, string>;
  /** Whether it declares a header, in any case. */
  has(name: string): boolean;
  uses(path: string): boolean;
}

/** What headers may hold: nothing of the card or the buyer. */
const headerPaths: readonly string[] = ['apiToken', 'merchantId', 'paymentId', 'fraud.sessionId'];

/**
 * Reads the headers of a request. `{"$base64": "$apiToken:"}` is `Basic` authentication (RFC 7617).
 * Throws an `ApiFileError` that names a path that no header may hold.
 */
export function createHeaders(
  source: Readonly<Record<string, string | { $base64: string }>>,
): HeadersTemplate {
  const headers = Object.entries(source).map(([name, value]) => {
    const text = typeof value === 'string' ? value : value.$base64;
    const paths = [...text.matchAll(inText)].flatMap(([, path]) => path ?? []);
    return { name, fill: textFiller(text), paths, isBasic: typeof value !== 'string' };
  });
  const used = headers.flatMap(({ paths }) => paths);
  const wrong = used.find((path) => !headerPaths.includes(path));
  if (wrong !== undefined) {
    const known = headerPaths.join(', $');
    throw new ApiFileError(`uses $${wrong} in headers, where only $${known} may stand`);
  }
  return {
    fillIn(values, encoded = btoa) {
      const filledIn = headers.map(({ name, fill, isBasic }): [string, string] => {
        const value = fill(values);
        const shown = typeof value === 'string' ? value : '';
        return [name, isBasic && shown !== '' ? `Basic ${encoded(shown)}` : shown];
      });
      return Object.fromEntries(filledIn.filter(([, value]) => /^[\x20-\x7e]+$/.test(value)));
    },
    has: (name) => headers.some((header) => header.name.toLowerCase() === name.toLowerCase()),
    uses: (path) => used.includes(path),
  };
}
