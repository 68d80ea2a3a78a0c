import type { Json } from '@card-checkout/contract';
import { cardBrands, type CardBrand } from '@card-checkout/contract/checkout';
import { isObject } from '@card-checkout/contract/json';
import { editsBetween } from '../edits-between.ts';
import type { Order } from '../order/order-token.ts';
import type { DeclaredHeaders } from '../upstream/upstream.ts';
import { isTemplatePath, templatePaths } from './template-paths.ts';
import type { TemplatePath, TemplateValues } from './template-paths.ts';

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
  /** The brands that the request can name, if it has to name one. */
  brands: readonly CardBrand[] | undefined;
  /** Members that decide what is charged, to whom and how. */
  reservedMembers: ReadonlySet<string>;
}

/**
 * Reads a request: each `$path` of a text is replaced, `$$` is a dollar. `{"$number": "$path"}` is a
 * number, and `{"$path": {"credit": …}}` what stands there under the path's value, or else under `*`.
 * Throws an `ApiFileError` that names an unknown path.
 */
export function createTemplate(source: JsonObject): Template {
  const { fill, used } = partOf(source);
  return {
    fillIn: (values, fields) => ({ ...Object(fill(values)), ...fields }),
    fieldOf(said) {
      const name = namesIn(said.split(/[.[\]/]/));
      if (name.startsWith('.threedsecure.')) return 'threeDSecure';
      const found = used.flatMap(({ place, path }) => {
        const rank = rankOf(namesIn(place), name);
        return rank === 0 ? [] : { rank, field: fieldNameOf(path) };
      });
      const best = Math.max(...found.map(({ rank }) => rank));
      const fields = new Set(found.filter(({ rank }) => rank === best).map(({ field }) => field));
      const isCard = [...fields].every((field) => field.startsWith('card.'));
      return fields.size === 1 || isCard ? [...fields][0] : undefined;
    },
    uses: (path) => used.some((use) => use.path === path),
    brands: namedBrands(used),
    reservedMembers: new Set(
      used.flatMap(({ place, path }) => (reservedPaths.test(path) ? place.slice(0, 1) : [])),
    ),
  };
}

function namedBrands(used: readonly Use[]): readonly CardBrand[] | undefined {
  const uses = used.filter(({ path }) => path === 'card.brand');
  if (uses.length === 0 || uses.some(({ words }) => words?.includes('*'))) return undefined;
  return cardBrands.filter((brand) =>
    uses.some(({ words }) => !words || wordsFor(brand).some((word) => words.includes(word))),
  );
}

/** The names under which a file may list a value, most exact first: Brazilian acquirers list no Maestro. */
function wordsFor(value: string): string[] {
  return value === 'maestro' ? [value, 'mastercard'] : [value];
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

/** A place of the request that uses a path, and the values that it has something for. */
interface Use {
  place: readonly string[];
  path: TemplatePath;
  words?: readonly string[];
}

/** A value of the request, read once, so that a payment only fills it in. */
interface Part {
  /** Returns `undefined` to leave it out. */
  fill: (values: TemplateValues) => unknown;
  used: Use[];
}

function partOf(value: Json | undefined, place: readonly string[] = []): Part {
  if (typeof value === 'string') {
    const used = pathsIn(value).map((path) => ({ place, path: knownPath(path) }));
    return { fill: textFiller(value), used };
  }
  if (typeof value !== 'object' || value === null) return { fill: () => value, used: [] };
  const members = Object.entries(value);
  const [only] = members;
  if (members.length === 1 && only?.[0].startsWith('$')) return stepOf(...only, place);
  const parts = members.map(([name, member]) => ({ name, part: partOf(member, [...place, name]) }));
  const fill = (values: TemplateValues): unknown => {
    const filled = parts
      .map(({ name, part }) => [name, part.fill(values)] as const)
      .filter(([, member]) => member !== undefined);
    if (filled.length === 0 && parts.length > 0) return undefined;
    return Array.isArray(value) ? filled.map(([, item]) => item) : Object.fromEntries(filled);
  };
  return { fill, used: parts.flatMap(({ part }) => part.used) };
}

/** Reads `{"$number": "$path"}`, or what stands there under a path's value. */
function stepOf(name: string, argument: Json, place: readonly string[]): Part {
  if (name === '$number' && typeof argument === 'string') {
    const { fill, used } = partOf(argument, place);
    return {
      fill(values) {
        const text = fill(values);
        const number = Number(text);
        return text === '' || Number.isNaN(number) ? undefined : number;
      },
      used,
    };
  }
  const path = knownPath(name.slice(1));
  if (!isObject(argument)) throw new ApiFileError(`must list values of ${name} as an object`);
  const options = new Map(
    Object.entries(argument).map(([value, option]) => [value, partOf(option, place)]),
  );
  return {
    fill(values) {
      const value = values(path);
      if (value === undefined) return undefined;
      const word = [...wordsFor(String(value)), '*'].find((each) => options.has(each));
      return word === undefined ? undefined : options.get(word)?.fill(values);
    },
    used: [
      { place, path, words: [...options.keys()] },
      ...[...options.values()].flatMap(({ used }) => used),
    ],
  };
}

function pathsIn(text: string): string[] {
  return [...text.matchAll(inText)].flatMap(([, path]) => path ?? []);
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

/** Keeps the type of a value that is the whole text. */
function textFiller(text: string): Part['fill'] {
  const [, whole] = /^\$([a-z]+(?:\.[a-z]+)*)$/i.exec(text) ?? [];
  if (whole !== undefined) return (values) => values(whole);
  if (!text.includes('$')) return () => text;
  return (values) => {
    if (pathsIn(text).some((path) => values(path) === undefined)) return undefined;
    return text.replaceAll(inText, (_, path?: string) => String(path ? values(path) : '$'));
  };
}

export interface HeadersTemplate extends DeclaredHeaders {
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
    return { name, fill: textFiller(text), used: pathsIn(text), isBasic: text !== value };
  });
  const used = headers.flatMap((header) => header.used);
  const wrong = used.find((path) => !headerPaths.includes(path));
  if (wrong !== undefined) {
    const known = headerPaths.join(', $');
    throw new ApiFileError(`uses $${wrong} in headers, where only $${known} may stand`);
  }
  return {
    fillIn(values, encoded = btoa) {
      const filledIn = headers.map(({ name, fill, isBasic }): [string, string] => {
        const value = fill(values);
        const text = typeof value === 'string' ? value : '';
        return [name, isBasic && text !== '' ? `Basic ${encoded(text)}` : text];
      });
      return Object.fromEntries(filledIn.filter(([, value]) => /^[\x20-\x7e]+$/.test(value)));
    },
    has: (name) => headers.some((header) => header.name.toLowerCase() === name.toLowerCase()),
    uses: (path) => used.includes(path),
  };
}
