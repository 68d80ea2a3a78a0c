import { acknowledged, closedForGood, heldBeforeSent, sameAnswer } from './answers.ts';
import { chargedOnce, reported, sentDurably } from './charges.ts';
import { cleanEnd, retriedInTime, told } from './clean-end.ts';
import type { Evidence, Invariant } from './evidence.ts';

const invariants = {
  I1: sentDurably,
  I2: chargedOnce,
  I3: acknowledged,
  I4: sameAnswer,
  I5: reported,
  I6: retriedInTime,
  I7: cleanEnd,
  I8: told,
  I9: heldBeforeSent,
  I10: closedForGood,
} as const satisfies Record<string, Invariant>;

export interface Violation {
  invariant: string;
  fault: string;
}

export function check(evidence: Evidence): Violation[] {
  return Object.entries(invariants).flatMap(([invariant, faultsIn]) =>
    [...new Set(faultsIn(evidence))].map((fault) => ({ invariant, fault })),
  );
}
