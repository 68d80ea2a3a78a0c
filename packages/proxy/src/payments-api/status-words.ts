import { isObject, memberOf } from '@card-checkout/contract/json';
import type { Claim } from '../attempt/outcome.ts';
import { withoutCardInId } from '../sensitive/card-data.ts';

/**
 * Where the payments service writes the status of a payment, and in which words.
 * docs/payments-api.md (sections 2 and 6) describes neither, so both are settings. All words are as
 * `plainWord` returns them.
 */
export interface PaymentWords {
  paid: ReadonlySet<string>;
  declined: ReadonlySet<string>;
  pending: ReadonlySet<string>;
  /** What a 2xx with a status in another word means. */
  unknownStatus: 'processing' | 'approved';
  statusPlaces: readonly StatusPlace[];
  /** Where the payment's id may stand; the first one there counts. */
  transactionIdPaths: readonly JsonPath[];
}

/** The names that lead to a value in a body. */
type JsonPath = readonly string[];

/** An object in a body where statuses may stand, and their names in lower case. */
interface StatusPlace {
  path: JsonPath;
  names: Set<string>;
}

/** What a status says. `false`: a flag such as `success` is false. */
type StatusKind = 'paid' | 'declined' | 'pending' | 'unknown' | 'false';

/** What all statuses of a body say; no kind where there is no status. */
export interface StatusReading {
  kinds: ReadonlySet<StatusKind>;
  /** The statuses as the service wrote them; card data is not masked. */
  text: string;
}

const maxIdLength = 100;

/** Flags that stand beside a status, or in its place. */
const flags = new Set(
  ['success', 'approved', 'paid', 'ok', 'authorized'].concat(['sucesso', 'aprovado', 'pago']),
);

/** What a flag says that is false; services also write flags as texts. */
const noes = new Set(['false', '0', 'no', 'nao', 'n', 'f']);

/** Reads every status and flag of a body, whose names may be written in any case. */
export function readStatus(body: unknown, words: PaymentWords): StatusReading {
  const found = words.statusPlaces.flatMap(({ path, names }) =>
    membersAt(body, path).map(([name, value]) => ({ name, value, isStatus: names.has(name) })),
  );
  const statuses = found.filter(({ isStatus }) => isStatus).map(({ value }) => value);
  const texts = new Set(statuses.map(textOf).filter((text) => text !== ''));
  const kinds = new Set<StatusKind>(Array.from(texts, (text) => kindOf(text, words)));
  // A status may be a flag itself.
  const isFalse = statuses.includes(false);
  if (isFalse || found.some(({ name, value }) => flags.has(name) && isNo(value)))
    kinds.add('false');
  return { kinds, text: [...texts].join(', ') };
}

/** Whether a body says that the payment is paid, and nothing else. */
export function saysPaid(body: unknown, words: PaymentWords): boolean {
  const { kinds } = readStatus(body, words);
  return kinds.has('paid') && kinds.size === 1;
}

/** Reads the claim of a postback. What is unclear counts as `exists`, which is safe. */
export function claimOf(body: unknown, words: PaymentWords): Claim {
  const { kinds } = readStatus(body, words);
  if (saysPaid(body, words)) return 'charged';
  return kinds.has('declined') && !kinds.has('paid') ? 'refused' : 'exists';
}

/** Normalization takes quadratic time for some texts. */
const maxWordLength = 200;

/** Normalizes a status for comparison: `Em Análise`, `em-analise` and `emAnalise` are `em_analise`. */
export function plainWord(word: string): string {
  return word
    .slice(0, maxWordLength)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}

/** Words beside a paid word that do not change its meaning, as in `payment approved`. */
const fillers = new Set(
  (
    'payment pagamento transaction transacao transaccion card cartao tarjeta order pedido orden ' +
    'sale venda compra purchase charge cobranca fully successfully com con sucesso exito by pelo por ' +
    'issuer emissor emisor'
  ).split(' '),
);

/** Compares the whole status first: `not_approved` is a word of its own. */
function kindOf(text: string, words: PaymentWords): StatusKind {
  const plainly = wholeKindOf(text, words);
  if (plainly) return plainly;
  const status = plainWord(text);
  const whole = wholeKindOf(status, words);
  if (whole) return whole;
  const parts = status.split('_');
  if (parts.some((part) => words.declined.has(part))) return 'declined';
  if (parts.some((part) => words.pending.has(part))) return 'pending';
  const isPaid = parts.some((part) => words.paid.has(part));
  const isClear =
    text.length <= maxWordLength &&
    parts.every((part) => words.paid.has(part) || fillers.has(part));
  return isPaid && isClear ? 'paid' : 'unknown';
}

function wholeKindOf(status: string, words: PaymentWords) {
  const kinds = ['paid', 'declined', 'pending'] as const;
  return kinds.find((kind) => words[kind].has(status));
}

/** Returns a status as text. One that is no word is unknown, but it is there. */
function textOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function isNo(value: unknown): boolean {
  const isFlag = ['string', 'number', 'boolean'].includes(typeof value);
  return isFlag && noes.has(plainWord(String(value)));
}

/** Returns the places of the statuses that JSON pointers (RFC 6901) lead to. */
export function statusPlacesOf(pointers: readonly string[]): readonly StatusPlace[] {
  const places = new Map<string, StatusPlace>();
  for (const pointer of pointers) {
    const path = pathOf(pointer);
    const name = path.at(-1)?.toLowerCase() ?? '';
    const parent = pointer.replace(/\/[^/]*$/, '');
    const place = places.get(parent) ?? { path: path.slice(0, -1), names: new Set() };
    places.set(parent, place);
    place.names.add(name);
  }
  return [...places.values()];
}

/** Returns the members of an object in a body, with their names in lower case. */
function membersAt(body: unknown, path: JsonPath): [name: string, value: unknown][] {
  const value = path.reduce(memberIn, body);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]);
}

/**
 * Returns the payment's id in a body: up to 100 characters, without control characters, because
 * PostgreSQL cannot store NUL. An id that looks like a card number is truncated like one: it still
 * proves that the payment exists.
 */
export function transactionIdIn(body: unknown, words: PaymentWords): string | undefined {
  for (const path of words.transactionIdPaths) {
    const id = idOf(path.reduce(memberOf, body));
    if (id !== '') return withoutCardInId(id).slice(0, maxIdLength);
  }
  return undefined;
}

function idOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
}

/** Returns the names that a JSON pointer (RFC 6901) leads through. */
export function pathOf(pointer: string): JsonPath {
  return pointer.split('/').slice(1).map(unescaped);
}

/** Returns a member whose name is written in any case. */
function memberIn(value: unknown, name: string): unknown {
  const exact = memberOf(value, name);
  if (exact !== undefined || !isObject(value)) return exact;
  const written = Object.keys(value).find((key) => key.toLowerCase() === name.toLowerCase());
  return written === undefined ? undefined : memberOf(value, written);
}

function unescaped(name: string): string {
  return name.includes('~') ? name.replaceAll('~1', '/').replaceAll('~0', '~') : name;
}
