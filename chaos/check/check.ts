import type { Evidence, Violation } from './evidence.ts';
import { acknowledged } from './invariants/acknowledged.ts';
import { chargedOnce } from './invariants/charged-once.ts';
import { cleanEnd } from './invariants/clean-end.ts';
import { retries } from './invariants/retries.ts';
import { sameAnswer } from './invariants/same-answer.ts';
import { sentDurably } from './invariants/sent-durably.ts';
import { settled } from './invariants/settled.ts';

const invariants = [
  sentDurably,
  chargedOnce,
  acknowledged,
  sameAnswer,
  settled,
  retries,
  cleanEnd,
] as const;

/** Lists every way in which the evidence breaks an invariant; none when all is well. */
export function check(evidence: Evidence): Violation[] {
  return invariants.flatMap((invariant) => invariant(evidence));
}
