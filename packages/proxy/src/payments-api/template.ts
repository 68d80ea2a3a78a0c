import type { Json } from '@card-checkout/contract';
import { isObject } from '@card-checkout/contract/json';
import { editsBetween } from '../edits-between.ts';
import type { Order } from '../order/order-token.ts';
import { plainWord } from './status-words.ts';
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
   * The error names the member with more or fewer objects around it, or in a sentence.
   */
  fieldOf(said: string): string | undefined;
  uses(path: TemplatePath): boolean;
  /** Members that decide what is charged, to whom and how. */
  reservedMembers: ReadonlySet<string>;
}

/** docs/payments-api.md names only some of these members. */
export const builtInRequest: JsonObject = {
  user: '$merchantId',
  amount: '$order.amount',
  docType: '$payer.docType',
  document: '$payer.document',
  card: {
    number: '$card.number',
    holder: '$card.holder',
    expirationMonth: '$card.expiryMonth',
    expirationYear: '$card.expiryYear',
    cvv: '$card.securityCode',
  },
  customer: { name: '$payer.name', email: '$payer.email', phone: '$payer.phone' },
  paymentMethod: '$card.kind',
  installments: '$installments',
  threeDSecure: {
    Cavv: '$threeDSecure.Cavv',
    Eci: '$threeDSecure.Eci',
    Version: '$threeDSecure.Version',
  },
  fraudSessionId: '$fraud.sessionId',
  postbackUrl: '$postbackUrl',
};

/**
 * Reads a request: each `$path` of a text is replaced, `$$` is a dollar. `{"$number": "$path"}` is a
 * number, and `{"$path": {"credit": …}}` what stands there under the path's value, or else under `*`.
 * Throws an `ApiFileError` that names an unknown path.
 */
export function createTemplate(source: JsonObject): Template {
  const sources = pathsIn(source);
  const places = sources.map(([place, path]) => {
    const ends = place.map((_, index) => worded(place.slice(index).join('.')));
    return { ends: ends.filter((end) => /[a-z]/.test(end)), field: fieldNameOf(path) };
  });
  return {
    fillIn: (values, fields) => ({ ...Object(filled(source, values)), ...fields }),
    fieldOf(said) {
      if (said.startsWith('threeDSecure')) return 'threeDSecure';
      const text = worded(said);
      const isSentence = /\s/.test(said);
      const isNamed = (end: string, index: number, { length }: readonly string[]) =>
        isSentence
          ? text.includes(end)
          : end.endsWith(text) || (index === 0 && length > 1 && text.endsWith(end));
      const rankOf = (name = '') => {
        if (name === text) return Infinity;
        return isSentence ? name.length : Math.sign(name.length);
      };
      const found = places.map(({ ends, field }) => ({ field, rank: rankOf(ends.find(isNamed)) }));
      const best = Math.max(1, ...found.map(({ rank }) => rank));
      const fields = new Set(found.filter(({ rank }) => rank === best).map(({ field }) => field));
      return fields.size === 1 ? [...fields][0] : undefined;
    },
    uses: (path) => sources.some(([, used]) => used === path),
    reservedMembers: new Set(
      sources.flatMap(([place, path]) => (reservedPaths.test(path) ? place.slice(0, 1) : [])),
    ),
  };
}

/** Returns a place or a sentence for comparison: `_payments_0_card_number_`. */
function worded(text: string): string {
  return `_${plainWord(text)}_`;
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
  const edits = (known: string) => editsBetween(path, known);
  const [nearest] = Object.keys(templatePaths).toSorted((one, other) => edits(one) - edits(other));
  throw new ApiFileError(
    `uses $${path}, which doesn't exist: did you mean $${nearest}? See template --paths`,
  );
}

function isTemplatePath(path: string): path is TemplatePath {
  return Object.hasOwn(templatePaths, path);
}

function filled(value: Json | undefined, values: TemplateValues): unknown {
  if (typeof value === 'string') return filledText(value, values);
  if (typeof value !== 'object' || value === null) return value;
  const step = stepIn(value);
  if (step) return stepped(step, values);
  const all = Object.entries(value).map(([name, member]) => [name, filled(member, values)]);
  const members = all.filter(([, member]) => member !== undefined);
  if (members.length === 0 && all.length > 0) return undefined;
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}

/** Keeps the type of a value that is the whole text. */
function filledText(text: string, values: TemplateValues): unknown {
  const whole = text.startsWith('$') ? values.get(text.slice(1)) : undefined;
  if (whole !== undefined) return whole;
  let isComplete = true;
  const joined = text.replaceAll(inText, (_, name?: string) => {
    const value = name === undefined ? '$' : values.get(name);
    isComplete &&= value !== undefined;
    return String(value);
  });
  return isComplete ? joined : undefined;
}

function stepped([name, argument]: [string, Json], values: TemplateValues): unknown {
  if (name === '$number') {
    const text = filled(argument, values) ?? '';
    const number = Number(text);
    return text === '' || Number.isNaN(number) ? undefined : number;
  }
  const given = values.get(name.slice(1));
  if (given === undefined || !isObject(argument)) return undefined;
  const options = new Map(Object.entries(argument));
  return filled(options.get(String(given)) ?? options.get('*'), values);
}
