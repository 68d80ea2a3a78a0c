import { isObject, memberOf } from '@card-checkout/contract/json';
import { maxWordLength, plainWord, wordGroups, type WordMeaning } from './status-words.ts';

/** How to read the parts of a body that docs/payments-api.md leaves open. */
export interface PaymentWords {
  /** By the word as `plainWord` returns it. */
  meanings: ReadonlyMap<string, WordMeaning>;
  /** The only places for a status; by default, everywhere. */
  statusPaths: readonly JsonPath[] | undefined;
  /** Possible places of the payment's id; the first one found counts. */
  transactionIdPaths: readonly JsonPath[];
}

export type JsonPath = readonly string[];

/** What a body says about its payment. `none`: it has no status. */
export interface StatusReading {
  verdict: 'paid' | 'declined' | 'pending' | 'unknown' | 'none';
  /** The deciding statuses and texts, e.g. `/data/status: refused`. May contain card data. */
  found: readonly string[];
}

export interface Member {
  /** The key as `plainWord` returns it; an item has its list's name. */
  name: string;
  key: string;
  value: unknown;
  parent: Member | undefined;
  depth: number;
  leadsToStatus: boolean;
}

interface Status {
  member: Member;
  meaning: WordMeaning | 'unknown';
  /** Whether the name alone makes it a status: `status`, but not `paymentStatus`. */
  isNamed: boolean;
}

const statusNames = new Set(['status', 'situacao', 'resultado', 'result', 'outcome']);

/** Also names a place, like "SP", so only a known word is a status. */
const stateNames = new Set(['state', 'estado']);

const flagNames = new Set(
  'success ok sucesso approved paid authorized aprovado pago autorizado'.split(' '),
);

const yes = new Set(['true', '1', 'yes', 'y', 'sim', 's']);
const no = new Set(['false', '0', 'no', 'n', 'nao']);

const errorNames = new Set(['error', 'errors', 'erro', 'erros']);

const textNames = new Set(
  'message mensagem detail error errors erro erros motivo reason'.split(' '),
);

/**
 * Reads what a body says about its payment. The shallowest level with a status decides:
 *
 * | its statuses                                 | verdict    |
 * |----------------------------------------------|------------|
 * | all say paid, and no deeper one says refused | `paid`     |
 * | all say refused                              | `declined` |
 * | known words, one of them pending             | `pending`  |
 * | an unknown word, or a contradiction          | `unknown`  |
 *
 * `ok`, `success` and a true `success` flag may only say that the call worked. They decide if there's
 * no other status and nothing else raises a doubt. Names that contain "status", such as `paymentStatus`,
 * decide if nothing is named just "status". With `statusPaths`, only those places count.
 */
export function readStatus(body: unknown, words: PaymentWords): StatusReading {
  if (words.statusPaths) return readPlaces(body, words.statusPaths, words);
  const members = membersOf(body);
  const statuses = statusesAmong(members, words);
  const { envelopes = [], others = [] } = Object.groupBy(statuses, ({ meaning }) =>
    meaning === 'envelope' ? 'envelopes' : 'others',
  );
  const named = others.filter(({ isNamed }) => isNamed);
  const deciding = named.length > 0 ? named : others;
  if (deciding.length > 0) return verdictOf(deciding);
  const doubts = members.filter((member) => raisesDoubt(member, words));
  if (doubts.length > 0) return readingOf('unknown', doubts);
  const verdict = envelopes.length > 0 ? 'paid' : 'none';
  return readingOf(
    verdict,
    envelopes.map(({ member }) => member),
  );
}

function readingOf(verdict: StatusReading['verdict'], found: readonly Member[]): StatusReading {
  return { verdict, found: found.slice(0, 5).map(shown) };
}

function verdictOf(statuses: readonly Status[]): StatusReading {
  const depth = statuses.reduce((least, { member }) => Math.min(least, member.depth), Infinity);
  const level = statuses.filter(({ member }) => member.depth === depth);
  const meanings = new Set(level.map(({ meaning }) => meaning));
  const refusals = statuses.filter(({ meaning }) => meaning === 'declined');
  const isPaid = meanings.has('paid') && meanings.size === 1;
  const deciding = isPaid ? [...level, ...refusals] : level;
  const found = deciding.map(({ member }) => member);
  if (isPaid) return readingOf(refusals.length > 0 ? 'unknown' : 'paid', found);
  if (meanings.has('declined') && meanings.size === 1) return readingOf('declined', found);
  const isPending = meanings.has('pending') && !meanings.has('unknown');
  return readingOf(isPending && meanings.size < 3 ? 'pending' : 'unknown', found);
}

/** Reads the statuses at JSON pointers, all on one level. */
function readPlaces(body: unknown, paths: readonly JsonPath[], words: PaymentWords): StatusReading {
  const statuses = paths.flatMap((path): Status[] => {
    const value = path.reduce(memberInAnyCase, body);
    if (value === undefined) return [];
    const member = path.reduce((parent, key) => ({ ...rootOf(value), key, parent }), rootOf(body));
    const meaning = wordMeaning(value, words, 'paid');
    return [{ member, meaning: meaning === 'envelope' ? 'paid' : meaning, isNamed: true }];
  });
  if (statuses.length > 0) return verdictOf(statuses);
  const places = paths.map((path) => `/${path.map(escaped).join('/')}`);
  return { verdict: 'unknown', found: [`nothing at ${places.join(', ')}`] };
}

/** Lists all members, shallowest first. Isn't recursive, because a body may have any depth. */
export function membersOf(body: unknown): Member[] {
  const members: Member[] = [rootOf(body)];
  // The list grows during the loop.
  for (const parent of members) {
    const { value, depth, name } = parent;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [key, member] of Object.entries(value)) {
      const own = { name: isList ? name : plainWord(key), key, value: member };
      members.push({ ...own, parent, depth: depth + 1, leadsToStatus: false });
    }
  }
  return members;
}

function rootOf(value: unknown): Member {
  return { name: '', key: '', value, parent: undefined, depth: 0, leadsToStatus: false };
}

function statusesAmong(members: readonly Member[], words: PaymentWords): Status[] {
  const statuses = members
    .filter(({ parent }) => isObject(parent?.value))
    .map((member) => statusIn(member, words))
    .filter((status) => status !== undefined);
  for (const { member } of statuses) markPathTo(member);
  const unread = members.filter(isUnreadStatus);
  return [
    ...statuses,
    ...unread.map((member) => ({ member, meaning: 'unknown', isNamed: true }) as const),
  ];
}

function statusIn(member: Member, words: PaymentWords): Status | undefined {
  const { name, value } = member;
  if (typeof value === 'object' && value !== null) return undefined;
  if (value === true && words.meanings.get(name) === 'declined')
    return { member, meaning: 'declined', isNamed: true };
  const isFlag = flagNames.has(name);
  const isNamed = isFlag || statusNames.has(name) || stateNames.has(name);
  if (!isNamed && (typeof value === 'boolean' || !/(^|_)(status|situacao)(_|$)/.test(name)))
    return undefined;
  const ifTrue = isFlag && words.meanings.get(name) !== 'envelope' ? 'paid' : 'envelope';
  const meaning = (isFlag && flagMeaning(value, ifTrue)) || wordMeaning(value, words, ifTrue);
  const isOptional = isFlag || stateNames.has(name);
  return isOptional && meaning === 'unknown' ? undefined : { member, meaning, isNamed };
}

/** Reads a flag, which some APIs write as text or a number. */
function flagMeaning<Meaning>(value: unknown, ifTrue: Meaning): Meaning | 'declined' | undefined {
  const word = plainWord(String(value));
  if (yes.has(word)) return ifTrue;
  return no.has(word) ? 'declined' : undefined;
}

/** Returns `unknown` for anything but a word, number or boolean. */
function wordMeaning(
  value: unknown,
  { meanings }: PaymentWords,
  ifTrue: WordMeaning,
): Status['meaning'] {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return 'unknown';
  const text = String(value).trim();
  const word = text.length > maxWordLength ? '' : plainWord(text);
  const meaning = meanings.get(word);
  if (meaning === undefined)
    return word === 'true' ? ifTrue : word === 'false' ? 'declined' : 'unknown';
  return meaning === 'trouble' ? 'unknown' : meaning;
}

/** Marks each object once, so the work is linear. */
function markPathTo({ parent }: Member): void {
  for (let member = parent; member && !member.leadsToStatus; member = member.parent)
    member.leadsToStatus = true;
}

/** Whether a member named `status` holds an object or a list without a readable status. */
function isUnreadStatus({ name, value, leadsToStatus, parent }: Member): boolean {
  const isStatus = name === 'status' || name === 'situacao';
  const isOuter = parent?.name !== name;
  return isStatus && isOuter && typeof value === 'object' && value !== null && !leadsToStatus;
}

/** Whether a member is an error, a flag that can't be read, or a text that refuses or is too long. */
function raisesDoubt({ name, value }: Member, { meanings }: PaymentWords): boolean {
  if (errorNames.has(name) && isFilled(value)) return true;
  if (flagNames.has(name) && meanings.get(name) === 'paid')
    return value === null || typeof value === 'string';
  if (typeof value !== 'string' || !name.split('_').some((part) => textNames.has(part)))
    return false;
  if (value.length > maxWordLength) return true;
  return wordGroups(value).some((words) => {
    const meaning = meanings.get(words);
    return meaning === 'declined' || meaning === 'trouble';
  });
}

export function isFilled(value: unknown): boolean {
  if (isObject(value)) return Object.keys(value).length > 0;
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Returns e.g. `/data/status: refused`. */
function shown(member: Member): string {
  const names: string[] = [];
  for (let at: Member | undefined = member; at?.parent; at = at.parent) names.push(escaped(at.key));
  const { value } = member;
  const text = typeof value === 'object' && value !== null ? 'an object' : String(value).trim();
  return `/${names.toReversed().join('/')}: ${text}`;
}

/** Parses a JSON pointer (RFC 6901). */
export function pathOf(pointer: string): JsonPath {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function memberInAnyCase(value: unknown, name: string): unknown {
  const exact = memberOf(value, name);
  if (exact !== undefined || !isObject(value)) return exact;
  const key = Object.keys(value).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : memberOf(value, key);
}
