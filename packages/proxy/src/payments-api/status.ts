import { isObject } from '@card-checkout/contract/json';
import {
  memberAt,
  allMembersOf,
  ownName,
  scalarOf,
  textName,
  type JsonPath,
  type Member,
} from './members.ts';
import {
  flagMeaning,
  holds,
  maxWordLength,
  meaningOf,
  namesSuccess,
  plainWord,
  type FlagMeaning,
  type WordMeaning,
} from './status-words.ts';

/** How to read the parts of a body that docs/payments-api.md leaves open. */
export interface PaymentWords {
  /** The merchant's own words, by the word as `plainWord` returns it. */
  own: ReadonlyMap<string, WordMeaning>;
  /** The only places for a status; none means everywhere. */
  statusPaths: readonly JsonPath[];
  /** Possible places of the payment's id; the first one found counts. */
  transactionIdPaths: readonly JsonPath[];
  /** The only places that say why; none means every message. */
  reasonPaths: readonly JsonPath[];
}

/** What a body says about its payment. `none`: it has no status, or only an envelope. */
export interface StatusReading {
  verdict: 'paid' | 'declined' | 'pending' | 'unknown' | 'none';
  /** The deciding members. */
  found: readonly Member[];
}

/** A status of the payment, or something in the body that refuses or can't be read. */
interface Sign {
  member: Member;
  says: 'paid' | 'declined' | 'pending' | 'envelope' | 'refusal' | 'unknown';
  /** The payment's `status`, its `paymentStatus`, or anything else. */
  rank: 0 | 1 | 2;
}

const statusName = /^(?:status|situacao|resultado|result|outcome)$/;

/** Also names a place, like "SP", so only a known word is a status. */
const stateName = /^(?:state|estado)$/;

const longStatusName = /(?:^|_)(?:status|situacao)(?:_|$)/;

const yes = /^(?:true|1|yes|y|sim|si|s)$/;
const no = /^(?:false|0|no|n|nao)$/;

/** An error that isn't one: nothing, zeros, an address. */
const noError = /^(?:0*|none|nenhum|null|n_a|https?_.*)$/;

/**
 * Reads what a body says about its payment. The rule:
 *
 * - Paid needs a paying status of the payment itself, and nothing in the body that refuses, wherever it
 *   stands and whatever it's called.
 * - A refusing status of the payment itself is a decline.
 * - Anything else that refuses is `unknown`. So is a status that can't be read or contradicts another.
 * - An approval of something else, like the customer, says nothing. Neither does an envelope, like
 *   `success: true`.
 *
 * The shallowest level with a status decides, together with names like `paymentStatus` next to it. With
 * `statusPaths`, only those places count.
 */
export function readStatus(body: unknown, words: PaymentWords): StatusReading {
  if (words.statusPaths.length > 0) return readPlaces(body, words);
  const members = allMembersOf(body);
  const signs = members.map((member) => signIn(member, words)).filter((sign) => sign !== undefined);
  return verdictOf([...signs, ...unreadAmong(members, signs)]);
}

/** What decides on a level next to a status of a shorter name. */
const decisions = { paid: true, declined: true, pending: true };

function verdictOf(signs: readonly Sign[]): StatusReading {
  const statuses = signs.filter(({ rank, says }) => rank < 2 && says !== 'envelope');
  if (statuses.length === 0) {
    const doubts = signs.filter(({ says }) => says !== 'envelope');
    return doubts.length > 0 ? readingOf('unknown', doubts) : readingOf('none', signs);
  }
  const rank = statuses.some((sign) => sign.rank === 0) ? 0 : 1;
  const depth = statuses.reduce(
    (least, sign) => (sign.rank === rank ? Math.min(least, sign.member.depth) : least),
    Infinity,
  );
  const level = statuses.filter(
    ({ member, says, rank: its }) => member.depth === depth && (its === rank || says in decisions),
  );
  const said = new Set(level.map(({ says }) => says));
  const isOnly = (verdict: Sign['says']) => said.size === 1 && said.has(verdict);
  if (isOnly('paid')) {
    const refusals = signs.filter(({ says }) => says === 'declined' || says === 'refusal');
    return readingOf(refusals.length > 0 ? 'unknown' : 'paid', [...level, ...refusals]);
  }
  if (isOnly('declined')) {
    const others = statuses.filter(({ says }) => says === 'paid' || says === 'pending');
    return readingOf(others.length > 0 ? 'unknown' : 'declined', [...level, ...others]);
  }
  const isPending = said.has('pending') && !said.has('unknown') && said.size < 3;
  return readingOf(isPending ? 'pending' : 'unknown', level);
}

function readingOf(verdict: StatusReading['verdict'], signs: readonly Sign[]): StatusReading {
  return { verdict, found: signs.map(({ member }) => member) };
}

/** Reads the statuses at JSON pointers, all on one level. */
function readPlaces(body: unknown, words: PaymentWords): StatusReading {
  const found = words.statusPaths.map((path) => memberAt(path, body));
  const signs = found.flatMap((member): Sign[] => {
    if (member.value === undefined) return [];
    const says = statusMeaning(member.value, words);
    return [{ member, says: says === 'envelope' ? 'paid' : says, rank: 0 }];
  });
  return signs.length > 0 ? verdictOf(signs) : { verdict: 'unknown', found };
}

function signIn(member: Member, words: PaymentWords): Sign | undefined {
  const { value } = member;
  if (typeof value === 'object' && value !== null) return undefined;
  const status = isObject(member.parent?.value) ? statusIn(member, words) : undefined;
  const isKnown = status && status.says !== 'unknown';
  if (isKnown && status.rank < 2) return status;
  if (refuses(member, words) || status?.says === 'declined')
    return { member, says: 'refusal', rank: status?.rank ?? 2 };
  if (!status || status.rank < 2) return status;
  // An approval of something else says nothing.
  if (status.says === 'paid') return undefined;
  return status.says === 'envelope' ? status : { ...status, says: 'unknown' };
}

/** Reads a member whose name makes it a status. */
function statusIn(member: Member, words: PaymentWords): Sign | undefined {
  const { name, value, isOwn } = member;
  const flag = flagMeaning(name);
  if (flag) return flagIn(member, flag, words);
  const isState = stateName.test(name);
  const isNamed = isState || statusName.test(name);
  if (!isNamed && (typeof value === 'boolean' || !longStatusName.test(name))) return undefined;
  const says = statusMeaning(value, words);
  if (says === 'unknown' && isState) return undefined;
  return { member, says, rank: !isOwn || !ownName.test(name) ? 2 : isNamed ? 0 : 1 };
}

/** Reads a flag, which some APIs write as text or a number. */
function flagIn(member: Member, flag: FlagMeaning, words: PaymentWords): Sign | undefined {
  const { value, isOwn } = member;
  const word = plainWord(scalarOf(value));
  const signOf = (says: Sign['says'], rank: 0 | 1 = 0): Sign => {
    return { member, says, rank: isOwn ? rank : 2 };
  };
  if (flag === 'step') return no.test(word) ? signOf('unknown', 1) : undefined;
  const isPositive = flag === 'paid' || flag === 'envelope';
  if (yes.test(word)) return isPositive || flag === 'declined' ? signOf(flag) : undefined;
  if (!isPositive) return undefined;
  if (no.test(word)) return signOf('declined');
  const says = statusMeaning(value, words);
  if (says !== 'unknown') return signOf(says);
  return flag === 'paid' && typeof value !== 'number' ? signOf(says, 1) : undefined;
}

/** Returns `unknown` for anything but a known word or a boolean. */
function statusMeaning(value: unknown, { own }: PaymentWords): Sign['says'] {
  const text = scalarOf(value);
  const word = text.length > maxWordLength ? '' : plainWord(text);
  const meaning = meaningOf(word, own) ?? ({ true: 'envelope', false: 'declined' } as const)[word];
  return meaning === undefined || meaning === 'cause' || meaning === 'trouble'
    ? 'unknown'
    : meaning;
}

/** Finds each `status` that is an object or a list without a readable status. */
function unreadAmong(members: readonly Member[], signs: readonly Sign[]): Sign[] {
  const read = new Set<Member>();
  for (const { member, rank } of signs) {
    // Adds each object once, so the work is linear.
    for (let at = rank < 2 ? member.parent : undefined; at && !read.has(at); at = at.parent)
      read.add(at);
  }
  const unread = members.filter((member) => {
    const { name, value, parent } = member;
    const isOuter = (name === 'status' || name === 'situacao') && parent?.name !== name;
    return isOuter && typeof value === 'object' && value !== null && !read.has(member);
  });
  return unread.map((member) => ({ member, says: 'unknown', rank: member.isOwn ? 0 : 2 }));
}

const refusing = new Set<FlagMeaning | undefined>(['declined', 'cause', 'trouble']);

/** Whether a word, text, flag or error refuses, whatever its name. */
function refuses({ name, value, isError }: Member, { own }: PaymentWords): boolean {
  if (value === 0) return false;
  const text = scalarOf(value);
  const word = plainWord(text);
  if (yes.test(word)) return isError || refusing.has(flagMeaning(name));
  if (no.test(word)) return namesSuccess(name);
  // An acquirer's code may stand before or behind the word.
  const meaning = meaningOf(word.replaceAll(/^(?:\d+_)+|(?:_\d+)+$/g, ''), own);
  if (isError) return meaning !== 'envelope' && !noError.test(word);
  if (typeof value !== 'string' || name === 'rel') return false;
  if (meaning !== undefined && text.length <= maxWordLength) return refusing.has(meaning);
  return textName.test(name) ? holds('text', text) : isCode.test(text) && holds('word', text);
}

/** One word, such as `card_declined`. */
const isCode = /^[\p{L}\p{M}\p{Cf}\d_.:-]{1,64}$/u;
