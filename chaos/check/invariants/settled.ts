import { paymentOf, type Attempt } from '../../../packages/proxy/src/attempt/attempt.ts';
import type { Evidence, Violation } from '../evidence.ts';
import { byOrder, triesByToken } from './of-orders.ts';

/** I5: every open end is settled or support was told, and so is every charge. */
export function settled(evidence: Evidence): Violation[] {
  return [...openEnds(evidence), ...chargesUntold(evidence)];
}

function openEnds({ attempts, alarms }: Evidence): Violation[] {
  const told = new Set(alarms.map(({ attemptId }) => attemptId));
  return attempts
    .filter((attempt) => isOpen(attempt) && !told.has(attempt.id))
    .map(({ orderId, status }) => ({
      invariant: 'I5',
      orderId,
      fault: `an attempt is left ${status}, and nobody was told`,
    }));
}

function isOpen(attempt: Attempt): boolean {
  const { status } = paymentOf(attempt);
  return status === 'unknown' || status === 'processing';
}

/** Finds charges whose attempt is not approved, or not the only one, without an alarm. */
function chargesUntold({ charges, attempts, alarms }: Evidence): Violation[] {
  const tries = triesByToken(attempts);
  const told = byOrder(alarms);
  return [...byOrder(charges)].flatMap(([orderId, made]) => {
    if (told.has(orderId)) return [];
    const isKnown = made.every(
      ({ tokenHash }) => tries.get(tokenHash)?.attempt.status === 'approved',
    );
    const fault = 'a charge is neither approved nor told to support';
    return isKnown && made.length === 1 ? [] : [{ invariant: 'I5', orderId, fault } as const];
  });
}
