import { isClosing, type Attempt, type Try } from '../../packages/proxy/src/attempt/attempt.ts';
import {
  approved,
  configuration,
  declined,
  mayBeCharged,
  noAnswer,
  nothingSent,
  pending,
  rateLimited,
  type Outcome,
} from '../../packages/proxy/src/attempt/outcome.ts';
import type { AttemptEvent } from '../../packages/proxy/src/attempt/state-machine.ts';
import {
  close,
  reserve,
  transition,
  type Change,
  type TransitionRules,
} from '../../packages/proxy/src/attempt/transition.ts';

/** Its payments, and the mark of its end once it's closed. */
export type Order = readonly Attempt[];

export interface World {
  payments: number;
  triesPerPayment: number;
  /** Possible results of a try, by a short name. */
  outcomes: Readonly<Record<string, Outcome>>;
  /**
   * Pages of the buyer with the order's form. Then payments begin on these only, and end by answers and
   * postbacks only.
   */
  tabs?: number;
  /** Whether postbacks can arrive, so that an unresolved outcome may wait for one. */
  hasPublicUrl: boolean;
}

const invalid: Outcome = { status: 'invalid', charge: 'not_charged', code: 'invalid_input' };

const ends = { approved, declined, mayBeCharged };
const few = { approved, pending, declined, rateLimited, mayBeCharged, noAnswer };
const all = { ...few, invalid, configuration, nothingSent };

export const worlds = {
  one4: { payments: 1, triesPerPayment: 4, outcomes: all, hasPublicUrl: true },
  two2: { payments: 2, triesPerPayment: 2, outcomes: all, hasPublicUrl: true },
  two2silent: { payments: 2, triesPerPayment: 2, outcomes: few, hasPublicUrl: false },
  tabs2: { payments: 2, triesPerPayment: 1, outcomes: ends, hasPublicUrl: false, tabs: 2 },
  two3: { payments: 2, triesPerPayment: 3, outcomes: few, hasPublicUrl: true },
} satisfies Record<string, World>;

export interface Move {
  label: string;
  id: string;
  event: AttemptEvent | 'begin' | 'close';
}

export interface Edge extends Move {
  before: Order;
  after: Order;
  change: Change;
}

const noon = new Date('2030-05-01T12:00:00.000Z');

const signed = {
  orderId: 'order',
  orderSignedAt: 0,
  amountCentavos: 100,
  orderAmountCentavos: 100,
};
const key = { ...signed, installments: 1, fingerprint: 'f' };

/** Returns a world's rules. Alarms are read from the change, so none are stored. */
export function rulesOf({ hasPublicUrl }: World): TransitionRules {
  return {
    attemptsPerOrder: 99,
    unresolvedAlarmMs: hasPublicUrl ? 900_000 : undefined,
    mayLeaveMs: 0,
    receivers: new Set(['payment']),
    now: () => noon,
  };
}

export function isFree(order: Order, rules: TransitionRules): boolean {
  return reserve(order, { ...key, id: 'another' }, 'token', rules).result.kind === 'created';
}

/** Makes a move. Returns `undefined` if nothing changes. */
export function make(move: Move, before: Order, rules: TransitionRules): Edge | undefined {
  const { id, event } = move;
  const change = changeBy(move, before, rules);
  if (!change) return undefined;
  const after =
    event === 'begin' || event === 'close'
      ? [...before, change.attempt]
      : before.map((payment) => (payment.id === id ? change.attempt : payment));
  return { ...move, before, after, change };
}

function changeBy({ id, event }: Move, order: Order, rules: TransitionRules): Change | undefined {
  if (event === 'begin') return reserve(order, { ...key, id }, `${id}1`, rules).change;
  if (event !== 'close') return transition(order, id, event, rules);
  return close(order, { id, orderId: signed.orderId, by: 'b' }, rules).change;
}

const closing: Move = { label: 'the order is closed', id: 'closing', event: 'close' };

export function movesOf(order: Order, world: World): Move[] {
  const payments = order.filter((payment) => !isClosing(payment));
  const id = ['A', 'B'][payments.length];
  const begin: Move[] =
    id !== undefined && payments.length < world.payments && !world.tabs
      ? [{ label: `${id} begins`, id, event: 'begin' }]
      : [];
  return [...begin, closing, ...payments.flatMap((payment) => movesOfPayment(payment, world))];
}

/** An event with its name in the path to a fault. */
type Named = readonly [label: string, event: AttemptEvent];

/** Can happen to any payment at any time. */
const always: readonly Named[] = [
  ['is given up', { kind: 'given_up' }],
  ['is interrupted', { kind: 'interrupted' }],
  ['is overdue', { kind: 'overdue' }],
  ['is approved by hand', { kind: 'operator', status: 'approved', note: 'n', by: 'b' }],
  ['is declined by hand', { kind: 'operator', status: 'declined', note: 'n', by: 'b' }],
];

function movesOfPayment({ id, tries }: Attempt, world: World): Move[] {
  const answers = tries.flatMap((sent) => answersTo(sent, world));
  const events = [...startOf(id, tries.length + 1, world), ...answers];
  const rest = [...tries.flatMap(postbacksTo), ...(world.tabs ? [] : always)];
  return [...events, ...rest].map(([label, event]) => ({
    label: `${id} ${label}`,
    id,
    event,
  }));
}

function startOf(id: string, number: number, { triesPerPayment }: World): Named[] {
  if (number > triesPerPayment) return [];
  return [[`try ${number} starts`, { kind: 'try_started', number, tokenHash: `${id}${number}` }]];
}

/** Includes payments interrupted by another process, since their own process may be alive. */
function answersTo({ number, answer }: Try, { outcomes }: World): Named[] {
  if (answer !== undefined) return [];
  return Object.entries(outcomes).flatMap(([name, outcome]) => {
    const mayGoOn = outcome.code === 'rate_limited' || outcome.code === 'unavailable';
    const ways = mayGoOn ? [false, true] : [false];
    return ways.map((retries): Named => [
      `try ${number} ends ${name}${retries ? ' for now' : ''}`,
      { kind: 'try_ended', number, outcome, retries },
    ]);
  });
}

function postbacksTo({ number }: Try): Named[] {
  const claims = ['charged', 'refused', 'exists'] as const;
  return claims.map((claim) => [
    `gets ${claim} for try ${number}`,
    { kind: 'postback', number, claim },
  ]);
}
