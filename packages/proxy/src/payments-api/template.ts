import type { Json } from '@card-checkout/contract';
import { isObject, memberOf } from '@card-checkout/contract/json';
import type { Order } from '../order/order-token.ts';

type JsonObject = Record<string, Json>;

/** Values that a template may insert as `"$path"`, each with its meaning. */
export const templatePaths = {
  merchantId: 'MERCHANT_ID, a number',
  'order.id': "the order's id, `sub` of its token",
  'order.amount': 'what is charged, in centavos, with the interest of a plan',
  'order.amountDecimal': 'what is charged, in reais, a text like 129.90',
  'order.cashAmount': "the order's own amount in centavos, without the interest of a plan",
  'card.number': 'the digits of the card number',
  'card.holder': 'the name on the card',
  'card.expiry': 'a text like 2030-12',
  'card.expiryMonth': 'a text, 01 to 12',
  'card.expiryYear': 'a text like 2030',
  'card.securityCode': 'three or four digits, a text',
  'card.kind': 'credit or debit',
  'payer.docType': 'cpf or cnpj',
  'payer.document': 'the CPF or CNPJ without punctuation',
  'payer.name': "the buyer's name",
  'payer.email': "the buyer's e-mail address",
  'payer.phone': "the buyer's telephone number",
  'payer.address': "the buyer's address, an object",
  installments: 'how many, a number; 1 is paying at once',
  'threeDSecure.Cavv': 'the cryptogram of the authentication',
  'threeDSecure.Eci': 'the result of the authentication, two digits',
  'threeDSecure.Version': 'the version of 3-D Secure, like 2.2.0',
  'threeDSecure.Xid': 'the id of the authentication (Xid)',
  'threeDSecure.ReferenceId': 'another id of the authentication',
  'fraud.sessionId': 'the id of the session of the fraud script',
  'fraud.completed': 'whether the fraud script finished',
  postbackUrl: 'where to post back to about this very request; absent without PUBLIC_URL',
} as const;

type TemplatePath = keyof typeof templatePaths;

/** The message completes a sentence that names the file. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

export interface Template {
  source: JsonObject;
  /**
   * Replaces each `"$path"` with the value at that path, omits members without a value, and adds the
   * order's `fields`.
   */
  fillIn(values: object, fields?: Order['fields']): Record<string, unknown>;
  /** Returns the path that fills a member of the request: `payer.document` for `document`. */
  fieldOf(apiPath: string): string | undefined;
  uses(path: TemplatePath): boolean;
  /** Members that decide what is charged, to whom and how. */
  reservedMembers: ReadonlySet<string>;
}

/** docs/payments-api.md names only some of these members. */
export const builtInTemplate: JsonObject = {
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

/** Throws a `TemplateError` that names an unknown `$path`. */
export function createTemplate(source: Json): Template {
  if (!isObject(source) || Array.isArray(source)) {
    throw new TemplateError('must hold a JSON object');
  }
  const sources = new Map(pathsIn(source));
  return {
    source,
    fillIn: (values, fields) => ({ ...filledMembers(source, values), ...fields }),
    fieldOf(apiPath) {
      const path = sources.get(apiPath);
      if (path === 'card.expiryMonth' || path === 'card.expiryYear') return 'card.expiry';
      return path;
    },
    uses: (path) => [...sources.values()].includes(path),
    reservedMembers: new Set(
      [...sources].flatMap(([apiPath, path]) =>
        reservedPaths.test(path) ? apiPath.split('.', 1) : [],
      ),
    ),
  };
}

/** Values that an order's `fields` must not replace. */
const reservedPaths =
  /^(merchantId|order\.(amount|cash)|card\.|payer\.docType|installments|threeDSecure\.|postbackUrl)/;

function pathsIn(value: Json, apiPath: string[] = []): [string, TemplatePath][] {
  if (isPath(value)) return [[apiPath.join('.'), knownPath(value)]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...apiPath, name]));
}

function isPath(value: Json): value is string {
  return typeof value === 'string' && value.startsWith('$');
}

function knownPath(text: string): TemplatePath {
  const path = text.slice(1);
  if (isTemplatePath(path)) return path;
  throw new TemplateError(`uses ${text}, which does not exist`);
}

function isTemplatePath(path: string): path is TemplatePath {
  return Object.hasOwn(templatePaths, path);
}

function filled(value: Json, values: object): unknown {
  if (isPath(value)) return value.slice(1).split('.').reduce<unknown>(memberOf, values);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item) => filled(item, values)).filter((item) => item !== undefined);
  }
  const members = filledMembers(value, values);
  return Object.keys(members).length > 0 ? members : undefined;
}

function filledMembers(source: JsonObject, values: object): Record<string, unknown> {
  const members = Object.entries(source).map(([name, value]) => [name, filled(value, values)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
