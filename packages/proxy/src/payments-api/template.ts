import type { Json } from '@card-checkout/contract';
import { isObject } from '@card-checkout/contract/json';
import { editsBetween } from '../edits-between.ts';
import type { Order } from '../order/order-token.ts';
import { plainWord } from './status-words.ts';

export type JsonObject = Record<string, Json>;

/** Values that a request may hold as `$path`, each with its meaning. */
export const templatePaths = {
  merchantId: 'MERCHANT_ID, a number',
  paymentId: "the payment's id, a UUID; the same in each try",
  postbackUrl: 'where to post back to about this very try; absent without PUBLIC_URL',
  'order.id': "the order's id, `sub` of its token",
  'order.amount': 'what is charged, in centavos, with the interest of a plan',
  'order.amountDecimal': 'what is charged, in reais, a text like 129.90',
  'order.amountComma': 'the same with a comma, like 129,90',
  'order.cashAmount': "the order's own amount in centavos, without the interest of a plan",
  installments: 'how many, a number; 1 is paying at once',
  'plan.amount': 'one installment in centavos, if the order has plans',
  'plan.monthlyRate': "the plan's interest per month, as a percentage",
  'card.number': 'the digits of the card number',
  'card.brand': 'a word like visa or mastercard; absent for an unknown brand',
  'card.holder': 'the name on the card',
  'card.expiry': 'a text like 2030-12',
  'card.expiryMonth': 'a text, 01 to 12',
  'card.expiryYear': 'a text like 2030',
  'card.expiryShortYear': 'a text like 30',
  'card.securityCode': 'three or four digits, a text',
  'card.kind': 'credit or debit',
  'payer.docType': 'cpf or cnpj',
  'payer.document': 'the CPF or CNPJ without punctuation',
  'payer.name': "the buyer's name",
  'payer.firstName': 'its first word',
  'payer.lastName': 'the words after it',
  'payer.email': "the buyer's e-mail address",
  'payer.phone': "the buyer's telephone number, as typed",
  'payer.phone.country': '55 for a number of Brazil; absent for others, like the next two',
  'payer.phone.area': 'its area code, two digits',
  'payer.phone.number': 'its eight or nine digits',
  'payer.address.street': "the buyer's street",
  'payer.address.number': 'the number in the street',
  'payer.address.complement': 'such as a flat',
  'payer.address.district': 'the bairro',
  'payer.address.city': 'the city',
  'payer.address.state': 'two letters',
  'payer.address.zipCode': 'the CEP',
  'payer.address.country': 'two letters',
  'threeDSecure.Cavv': 'the cryptogram of the authentication',
  'threeDSecure.Eci': 'the result of the authentication, two digits',
  'threeDSecure.Version': 'the version of 3-D Secure, like 2.2.0',
  'threeDSecure.Xid': 'the id of the authentication (Xid)',
  'threeDSecure.ReferenceId': 'another id of the authentication',
  'fraud.sessionId': 'the id of the session of the fraud script',
  'fraud.completed': 'whether the fraud script finished',
} as const;

type TemplatePath = keyof typeof templatePaths;

export type TemplateValues = Readonly<Record<TemplatePath, string | number | boolean | undefined>>;

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
    const [whole = '', ...ends] = place.map((_, index) => worded(place.slice(index).join('.')));
    return { whole, ends, field: fieldNameOf(path) };
  });
  return {
    fillIn: (values, fields) => ({ ...Object(filled(source, values)), ...fields }),
    fieldOf(said) {
      if (said.startsWith('threeDSecure')) return 'threeDSecure';
      const text = worded(said);
      const isSentence = /\s/.test(said);
      const lengthIn = ({ whole, ends }: (typeof places)[number]) =>
        [whole, ...ends].find((end) => text.includes(end) && /[a-z]/.test(end))?.length ?? 0;
      const longest = isSentence ? Math.max(...places.map(lengthIn)) : 0;
      const matches = [
        places.filter(({ whole }) => whole === text),
        places.filter(
          ({ whole, ends }) => whole.endsWith(text) || (ends.length > 0 && text.endsWith(whole)),
        ),
        longest > 0 ? places.filter((place) => lengthIn(place) === longest) : [],
      ].find((found) => found.length > 0);
      const fields = new Set(matches?.map(({ field }) => field));
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
  const [nearest] = Object.keys(templatePaths).toSorted(
    (one, other) => editsBetween(path, one) - editsBetween(path, other),
  );
  throw new ApiFileError(`uses $${path}, which does not exist: did you mean $${nearest}?`);
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
  const whole = text.startsWith('$') ? valueOf(text.slice(1), values) : undefined;
  if (whole !== undefined) return whole;
  let isComplete = true;
  const joined = text.replaceAll(inText, (_, name?: string) => {
    const value = name === undefined ? '$' : valueOf(name, values);
    isComplete &&= value !== undefined;
    return String(value);
  });
  return isComplete ? joined : undefined;
}

function valueOf(path: string, values: TemplateValues) {
  return isTemplatePath(path) ? values[path] : undefined;
}

function stepped([name, argument]: [string, Json], values: TemplateValues): unknown {
  if (name === '$number') {
    const text = filled(argument, values) ?? '';
    const number = Number(text);
    return text === '' || Number.isNaN(number) ? undefined : number;
  }
  const given = valueOf(name.slice(1), values);
  if (given === undefined || !isObject(argument)) return undefined;
  const options = new Map(Object.entries(argument));
  return filled(options.get(String(given)) ?? options.get('*'), values);
}
