import { setTimeout as pauseFor } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Attempt } from '../attempt/attempt.ts';
import type { Outcome } from '../attempt/outcome.ts';

/** Who presses: an outage may concern only one of these. */
export interface Press {
  paymentId?: string;
  network: string;
  /** It often decides the acquirer. */
  brand?: string | undefined;
  /** First six and last four digits. */
  card?: string;
}

interface BrakeRules {
  probeEveryMs: number;
  /** How long presses gather, of which one is the probe. */
  probeWithinMs: number;
}

/** Says whether the payment that was let through has begun. */
type Passage = (hasBegun: boolean) => void;

/** First tries that may end in doubt before new ones are held back. */
const maxInDoubt = 5;

/** What isn't of one card or network is held back only if so many are in doubt: one buyer has fewer. */
const minCards = 3;
const minNetworks = 3;

/** After this time without any answer, a try in flight is in doubt. */
const hangsAfterMs = 10_000;

/** How many turns those in doubt leave to others. */
const turnsForOthers = 3;

/** The least recently used scope is dropped. */
const maxScopes = 1000;

/** A part of the payments in which some first tries are in doubt, since the last sign of life in it. */
interface Scope {
  /** Whether all its payments have one card. */
  isOfCard: boolean;
  /** Whether all its payments come from one network. */
  isOfNetwork: boolean;
  inDoubt: Set<Press>;
  isOn: boolean;
  probedAtMs: number;
  gathering?: { presses: Map<string | undefined, Press>; chosen: Promise<Press | undefined> };
}

const all = 'all';

/**
 * Holds new payments back while the payments API is down, because each would lock its order: after five
 * first tries in a row that nothing proves, until there is a sign of life. What fails for one brand,
 * network, card or buyer holds back only that one. One payment every ten seconds tests the API, chosen
 * among the presses of a second; those in doubt wait three turns. Retries always pass. Each process has
 * its own.
 *
 * Waits are measured by a clock that nobody can set.
 */
export class Brake {
  readonly #rules: BrakeRules;
  /** Empty unless something is in doubt. */
  readonly #scopes = new LRUCache<string, Scope>({ maxSize: maxScopes, sizeCalculation: () => 1 });
  /** First tries that aren't in doubt, and when each left, oldest first. */
  readonly #inFlight = new Map<Press, number>();
  #answeredAtMs = -Infinity;
  #isReported = false;

  constructor(rules: BrakeRules) {
    this.#rules = rules;
  }

  /** Whether it holds back payments of all buyers. */
  get isOn(): boolean {
    this.#noteHanging();
    return this.#scopes.peek(all)?.isOn === true;
  }

  /** Holds payments back from the start: before this process, the API was down. */
  hold(): void {
    this.#isReported = true;
    this.#scopes.set(all, { ...newScope({}), isOn: true });
  }

  /** Whether this press needs a turn. */
  holds(press: Press): boolean {
    return this.#holding(press).length > 0;
  }

  /** Whether this press would have to wait for a later turn. */
  refuses(press: Press): boolean {
    return !this.#holding(press).every((scope) => this.#isDue(scope, press));
  }

  /** Lets a press pass if it gets a turn. A probe that doesn't begin leaves its turn to another. */
  async admit(press: Press): Promise<Passage | undefined> {
    const scopes = this.#holding(press);
    const [widest] = scopes;
    if (!widest) return () => undefined;
    if (this.refuses(press)) return undefined;
    const { presses, chosen } = (widest.gathering ??= this.#gather(widest));
    // However often somebody presses, each network counts once.
    presses.set(widest.isOfNetwork ? press.card : press.network, press);
    if ((await chosen) !== press) return this.admit(press);
    const atMs = performance.now();
    for (const scope of scopes) scope.probedAtMs = atMs;
    return (hasBegun) => {
      const own = scopes.filter(({ probedAtMs }) => !hasBegun && probedAtMs === atMs);
      for (const scope of own) scope.probedAtMs = -Infinity;
    };
  }

  /** Notes that a payment's first try leaves. */
  tryStarts(press: Press): void {
    this.#inFlight.set(press, performance.now());
  }

  /** Notes that a payment runs no more. */
  runEnded(press: Press): void {
    this.#inFlight.delete(press);
  }

  /**
   * Counts the end of a try. Any end that proves something is a sign of life, except that nothing could
   * be sent, which is neither. Returns what to tell support with this end.
   */
  tryEnded(press: Press, number: number, outcome: Outcome): 'api_down' | 'api_up' | undefined {
    this.#inFlight.delete(press);
    const { charge, code } = outcome;
    if (charge !== 'uncertain') return code === 'unavailable' ? undefined : this.#answered(press);
    // One payment's retries would count an outage that concerns this payment alone.
    if (number === 1) this.#doubt(press);
    if (this.#isReported || !this.isOn) return undefined;
    this.#isReported = true;
    return 'api_down';
  }

  /** Takes a postback for a sign of life if its try is in flight or in doubt: that try was received. */
  postbackTaken({ id, tries }: Attempt, tryNumber: number | undefined): void {
    const sent = tries.find(({ number }) => number === tryNumber);
    if (!sent || (sent.answer ?? 'uncertain') !== 'uncertain') return;
    const inDoubt = [...this.#scopes.values()].flatMap((scope) => Array.from(scope.inDoubt));
    const known = this.#scopes.size > 0 ? [...inDoubt, ...this.#inFlight.keys()] : [];
    this.#release(known.find(({ paymentId }) => paymentId === id) ?? { network: '' });
  }

  #answered(press: Press): 'api_up' | undefined {
    this.#release(press);
    const wasReported = this.#isReported;
    this.#isReported = false;
    return wasReported ? 'api_up' : undefined;
  }

  #release(press: Press): void {
    this.#answeredAtMs = performance.now();
    if (this.#scopes.size === 0) return;
    for (const { key } of scopesOf(press)) this.#scopes.delete(key);
  }

  #doubt(press: Press): void {
    this.#inFlight.delete(press);
    for (const { key, ...kind } of scopesOf(press)) {
      const scope = this.#scopes.get(key) ?? newScope(kind);
      this.#scopes.set(key, scope);
      scope.inDoubt.add(press);
      if (scope.isOn || !isDown(scope)) continue;
      scope.isOn = true;
      scope.probedAtMs = performance.now();
    }
  }

  #noteHanging(): void {
    const beforeMs = performance.now() - hangsAfterMs;
    for (const [press, leftAtMs] of this.#inFlight) {
      if (leftAtMs > beforeMs) return;
      if (leftAtMs > this.#answeredAtMs) this.#doubt(press);
    }
  }

  /** Returns the scopes that hold a press back, the widest first. */
  #holding(press: Press): Scope[] {
    this.#noteHanging();
    if (this.#scopes.size === 0) return [];
    const scopes = scopesOf(press).map(({ key }) => this.#scopes.peek(key));
    return scopes.filter((scope) => scope !== undefined).filter(({ isOn }) => isOn);
  }

  #isDue(scope: Scope, { card, network }: Press): boolean {
    const { isOfCard, isOfNetwork, inDoubt, probedAtMs } = scope;
    const isKnown = (other: Press) =>
      (!isOfCard && other.card === card) || (!isOfNetwork && other.network === network);
    const isInDoubt = (isOfCard && isOfNetwork) || [...inDoubt].some(isKnown);
    const turns = isInDoubt ? turnsForOthers : 1;
    return performance.now() - probedAtMs >= turns * this.#rules.probeEveryMs;
  }

  #gather(scope: Scope): NonNullable<Scope['gathering']> {
    const presses = new Map<string | undefined, Press>();
    const chosen = pauseFor(this.#rules.probeWithinMs).then(() => {
      delete scope.gathering;
      scope.probedAtMs = performance.now();
      return [...presses.values()][Math.floor(Math.random() * presses.size)];
    });
    return { presses, chosen };
  }
}

type Kind = Partial<Pick<Scope, 'isOfCard' | 'isOfNetwork'>>;

function newScope({ isOfCard = false, isOfNetwork = false }: Kind): Scope {
  return { isOfCard, isOfNetwork, inDoubt: new Set(), isOn: false, probedAtMs: -Infinity };
}

/** Returns the scopes that a press belongs to, the widest first. */
function scopesOf({ brand, network, card }: Press): ({ key: string } & Kind)[] {
  const scopes = [{ key: all }, { key: `network ${network}`, isOfNetwork: true }];
  if (card === undefined) return scopes;
  return [
    ...scopes,
    { key: `brand ${brand}` },
    { key: `card ${card}`, isOfCard: true },
    { key: `${card} in ${network}`, isOfCard: true, isOfNetwork: true },
  ];
}

function isDown({ isOfCard, isOfNetwork, inDoubt }: Scope): boolean {
  if (inDoubt.size < maxInDoubt) return false;
  const presses = [...inDoubt];
  const cards = new Set(presses.map(({ card }) => card));
  const networks = new Set(presses.map(({ network }) => network));
  return (isOfCard || cards.size >= minCards) && (isOfNetwork || networks.size >= minNetworks);
}
