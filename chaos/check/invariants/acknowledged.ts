import { paymentOf, type Attempt } from '../../../packages/proxy/src/attempt/attempt.ts';
import type { BrowserAnswer, Evidence, Violation } from '../evidence.ts';
import { heardIn, type Heard } from './heard.ts';

/** How an attempt stands, as a browser or the merchant sees it. */
type Standing = Pick<Heard, 'status' | 'code' | 'retryable'>;

/** I3: no outcome that a browser was told is lost or contradicted. */
export function acknowledged(evidence: Evidence): Violation[] {
  const attempts = new Map(evidence.attempts.map((attempt) => [attempt.id, attempt]));
  const isMoneyTold = /^(late|duplicate)_charge$/;
  const told = new Set(
    evidence.alarms.filter(({ code }) => isMoneyTold.test(code)).map(({ orderId }) => orderId),
  );
  const byKey = [...Map.groupBy(evidence.answers, ({ key }) => key)];
  const broken = byKey.flatMap(([key, answers]) => faultsIn(answers, attempts.get(key), told));
  return [...broken, ...approvedForNothing(evidence)];
}

function faultsIn(
  answers: readonly BrowserAnswer[],
  attempt: Attempt | undefined,
  told: ReadonlySet<string>,
): Violation[] {
  const heard = answers.map(heardIn).filter((each) => each !== undefined);
  const [first] = heard;
  if (!first) return [];
  const { key, orderId } = first.answer;
  const violation = (fault: string): Violation => ({
    invariant: 'I3',
    orderId,
    fault: `${fault} (${key})`,
  });
  if (!attempt) return [violation('an attempt is told of and not stored')];
  const lost = answers
    .filter((answer) => isLost(answer, heard))
    .map(({ httpStatus }) => violation(`a known attempt was answered ${httpStatus}`));
  const contradicted = changesOf(heard, attempt)
    .map(([before, after]) => contradiction(before, after, told.has(orderId)))
    .filter((fault) => fault !== undefined);
  return [...lost, ...[...new Set(contradicted)].map(violation)];
}

/** Pairs each answer with every one that was asked for after it, and with the end. */
function changesOf(heard: readonly Heard[], attempt: Attempt): (readonly [Standing, Standing])[] {
  const { status, code, retryable } = paymentOf(attempt);
  const ends = heard.map((before) => [before, { status, code, retryable }] as const);
  const pairs = heard.flatMap((before) =>
    heard.filter((after) => isBefore(before, after)).map((after) => [before, after] as const),
  );
  return [...pairs, ...ends];
}

/** Tells whether an attempt that a browser knew of was answered as if it were not there. */
function isLost(answer: BrowserAnswer, heard: readonly Heard[]): boolean {
  const wasKnown = heard.some(({ answer: known }) => known.receivedAt < answer.sentAt);
  return wasKnown && !answer.isOtherBody && !heardIn(answer) && answer.httpStatus !== 503;
}

function isBefore(one: Heard, other: Heard): boolean {
  return one.answer.receivedAt < other.answer.sentAt;
}

/** Says what is wrong with a change of what was told, if anything is. */
function contradiction(before: Standing, after: Standing, isTold: boolean): string | undefined {
  if (before.status === 'processing' || before.status === after.status) return undefined;
  const change = `${before.status} became ${after.status}`;
  if (before.status === 'approved' || after.status === 'processing') return change;
  if (after.status === 'approved') return isTold ? undefined : `${change} without an alarm`;
  const isOpenEnd =
    before.status === 'failed' && before.code === 'unavailable' && !before.retryable;
  const mayChange = before.status === 'unknown' || (isOpenEnd && after.status === 'declined');
  return mayChange ? undefined : change;
}

function approvedForNothing({ attempts, charges }: Evidence): Violation[] {
  const charged = new Set(charges.map(({ tokenHash }) => tokenHash));
  return attempts
    .filter(({ status, tries }) => {
      const isPaid = tries.some(({ tokenHash }) => charged.has(tokenHash));
      return status === 'approved' && !isPaid;
    })
    .map(({ orderId }) => ({
      invariant: 'I3',
      orderId,
      fault: 'an attempt is approved that nothing was charged for',
    }));
}
