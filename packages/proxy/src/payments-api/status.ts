import type { CheckoutRequest } from '@card-checkout/contract';
import { leavesOf, scalarOf, shownLeaf, shownValue, valueAt } from './places.ts';
import type { Leaf, Place } from './places.ts';
import { objects } from './veto.ts';

export type Meaning = 'paid' | 'declined' | 'pending';

/** How to read one kind of body, an answer or a postback: what the shop declares in `API_FILE`. */
export interface BodyRules {
  /** The section's name in the file, for advice. */
  section: 'answer' | 'postback';
  status: {
    places: readonly Place[];
    /** The declared words, as `wordOf` returns them; `*` is any other value. */
    words: ReadonlyMap<string, Meaning>;
    /** What a 2xx without a value means. */
    absent: 'paid' | 'pending';
  };
  transactionId: readonly Place[];
  reason: readonly Place[];
  amount: { places: readonly Place[]; unit: 'centavos' | 'reais' };
  /** Places that say nothing about the payment. */
  ignore: readonly Place[];
  /** Top-level members that the browser may see. */
  fields: ReadonlySet<string>;
  /** The values at a place that make a postback count. */
  only: readonly (readonly [Place, ReadonlySet<string>])[];
}

/** A try's request, as the buyer typed it and as the API got it; an echo of it says nothing. */
export interface SentRequest {
  request: CheckoutRequest;
  body: object;
}

/**
 * What a body says about its payment. `none`: no value at the declared places; `unlisted`: a value that
 * no list has; `unclear`: values that contradict each other, or a paying one that something vetoes.
 */
export interface StatusReading {
  verdict: Meaning | 'none' | 'unlisted' | 'unclear';
  /** Place and value that decided, and for a doubt what to write into the file. */
  found: string;
}

/** Returns a value for comparison with the listed words: ` Paid` is `paid`, 2 is `2`; empty for an object. */
export function wordOf(value: unknown): string {
  return scalarOf(value)?.toLowerCase() ?? '';
}

/** Reads the status at the declared places, word for word. What isn't declared is doubt. */
export function readStatus(body: unknown, rules: BodyRules, sent?: SentRequest): StatusReading {
  const { section, status } = rules;
  const all = status.places.map((place) => ({ ...place, value: valueAt(place, body) }));
  const found = all.filter(({ value }) => value !== undefined && value !== null);
  const shown = found.map(({ pointer, value }) => shownValue(pointer, value)).join(', ');
  const [meaning, ...others] = new Set(found.map(({ value }) => meaningOf(value, status.words)));
  if (found.length === 0) return { verdict: 'none', found: '' };
  if (others.length > 0) return { verdict: 'unclear', found: `${shown}: these disagree` };
  if (!meaning) {
    const word = JSON.stringify(scalarOf(found[0]?.value)?.slice(0, 100) ?? '');
    const advice = `"declined": [${word}] (or "paid", "pending") in ${section}.status`;
    return { verdict: 'unlisted', found: `${shown}; to read it: ${advice}` };
  }
  const veto = meaning === 'paid' ? vetoIn(body, rules, sent) : undefined;
  return veto
    ? { verdict: 'unclear', found: `${shown}, but ${doubtfulLeaf(veto, section)}` }
    : { verdict: meaning, found: shown };
}

/** An empty text is a value, but not one that `*` means. */
function meaningOf(value: unknown, words: ReadonlyMap<string, Meaning>): Meaning | undefined {
  const word = wordOf(value);
  return word === '' || word === '*' ? undefined : (words.get(word) ?? words.get('*'));
}

function doubtfulLeaf(leaf: Leaf, section: string): string {
  const shown = shownLeaf(leaf);
  const pointer = shown.slice(0, shown.indexOf(': '));
  return `${shown.slice(0, 150)}; if that doesn't matter: "ignore": ["${pointer}"] in ${section}`;
}

/** Finds what contradicts a paying status; our own request's texts and `ignore` don't count. */
function vetoIn(body: unknown, rules: BodyRules, sent: SentRequest | undefined): Leaf | undefined {
  const { status, transactionId, ignore } = rules;
  const doubts = leavesOf(body, [...status.places, ...transactionId, ...ignore]).filter(objects);
  if (doubts.length === 0 || !sent) return doubts[0];
  const echoed = echoesOf(sent);
  const { card, payer } = sent.request;
  // A buyer named REFUSED must not hide a refusal.
  const typed = new Set(leavesOf({ card, payer }).map(({ value }) => value));
  const texts = new Set(leavesOf(sent.body).map(({ value }) => value));
  return doubts.find((leaf) => !echoed(leaf) && (typed.has(leaf.value) || !texts.has(leaf.value)));
}

/** Reads a 2xx without a status: paid, unless it says more than ids, its amount and our own request. */
export function readSilence(body: unknown, rules: BodyRules, sent: SentRequest): StatusReading {
  const { section, transactionId, amount, ignore } = rules;
  const declared = [...transactionId, ...amount.places, ...ignore];
  const echoed = echoesOf(sent);
  const said = leavesOf(body, declared).find(({ parent, ...leaf }) => parent && !echoed(leaf));
  if (!said) return { verdict: 'paid', found: '' };
  return { verdict: 'unclear', found: `no status, but ${doubtfulLeaf(said, section)}` };
}

/** Recognizes a member that our request had by the same name with the same value. */
function echoesOf({ body }: Pick<SentRequest, 'body'>): (leaf: Omit<Leaf, 'parent'>) => boolean {
  const sent = Map.groupBy(leavesOf(body), ({ name }) => name);
  return ({ name, value }) =>
    sent.get(name)?.some((leaf) => scalarOf(leaf.value) === scalarOf(value)) ?? false;
}
