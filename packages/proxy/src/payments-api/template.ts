import type { Json } from '@card-checkout/contract';
import type { Order } from '../order/order.ts';
import { templatePaths, type TemplatePath, type TemplateValues } from './template-values.ts';

type JsonObject = Record<string, Json>;

/** The message completes a sentence that names the file. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

export interface Template {
  source: JsonObject;
  /** Replaces each `"$path"`, omits members without a value, and adds the order's `fields`. */
  fill(values: TemplateValues, fields?: Order['fields']): Record<string, unknown>;
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
  if (!isObject(source)) throw new TemplateError('must hold a JSON object');
  const sources = new Map(pathsIn(source));
  const fill = objectFiller(source);
  return {
    source,
    fill: (values, fields) => ({ ...fill(values), ...fields }),
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
  if (typeof value === 'string' && value.startsWith('$')) {
    return [[apiPath.join('.'), knownPath(value)]];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => pathsIn(member, [...apiPath, name]));
}

function knownPath(text: string): TemplatePath {
  const path = text.slice(1);
  if (isTemplatePath(path)) return path;
  throw new TemplateError(`uses ${text}, which does not exist`);
}

function isTemplatePath(path: string): path is TemplatePath {
  return Object.hasOwn(templatePaths, path);
}

type Filler<Filled> = (values: TemplateValues) => Filled;

function filler(value: Json): Filler<Json | undefined> {
  if (typeof value === 'string' && value.startsWith('$')) {
    const path = knownPath(value);
    return (values) => values[path];
  }
  if (Array.isArray(value)) {
    const items = value.map(filler);
    return (values) => items.map((fill) => fill(values)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return () => value;
  const fill = objectFiller(value);
  return (values) => {
    const members = fill(values);
    return Object.keys(members).length > 0 ? members : undefined;
  };
}

function objectFiller(source: JsonObject): Filler<JsonObject> {
  const fillers = Object.entries(source).map(([name, member]) => [name, filler(member)] as const);
  return (values) => {
    const members: JsonObject = {};
    for (const [name, fill] of fillers) {
      const value = fill(values);
      if (value !== undefined) members[name] = value;
    }
    return members;
  };
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
