import type { Evidence, ServiceRequest, TakenPostback, Violation } from '../evidence.ts';
import { byOrder, timeOf, triesByToken, type KnownTry } from './of-orders.ts';

/** What the checks of one order look at. */
interface Proofs {
  tries: ReadonlyMap<string, KnownTry>;
  postbacks: ReadonlyMap<string, TakenPostback[]>;
  charged: ReadonlySet<string>;
  clockJumped: boolean;
}

/** The alarms that tell of money that moved twice, or may have. */
const alarmsOfDoubles = [
  'duplicate_charge',
  'possible_duplicate_charge',
  'possible_charge',
  'late_charge',
  'outcome_unknown',
];

/** I2: an order is charged once wherever proof could be seen, and otherwise there is an alarm. */
export function chargedOnce(evidence: Evidence): Violation[] {
  return [...sentDespiteProof(evidence), ...doublesUntold(evidence)];
}

/** Finds requests that were sent although the proxy could know of an earlier payment. */
function sentDespiteProof(evidence: Evidence): Violation[] {
  const proofs: Proofs = {
    tries: triesByToken(evidence.attempts),
    postbacks: Map.groupBy(evidence.postbacks, ({ tokenHash }) => tokenHash),
    charged: new Set(evidence.charges.map(({ tokenHash }) => tokenHash)),
    clockJumped: evidence.clockJumped,
  };
  return [...byOrder(evidence.requests).values()].flatMap((requests) =>
    requests.flatMap((later, index) =>
      requests.slice(0, index).flatMap((earlier) => {
        const fault = proofAgainst(earlier, later, proofs);
        return fault ? [{ invariant: 'I2', orderId: later.orderId, fault } as const] : [];
      }),
    ),
  );
}

/** Says why a request may not have been sent after another one, if it may not. */
function proofAgainst(
  earlier: ServiceRequest,
  later: ServiceRequest,
  { tries, postbacks, charged, clockJumped }: Proofs,
): string | undefined {
  const first = tries.get(earlier.tokenHash);
  const second = tries.get(later.tokenHash);
  if (!first || !second) return undefined;
  const isSameAttempt = first.attempt === second.attempt;
  const isCharged = charged.has(earlier.tokenHash);
  const status = earlier.answer?.status ?? 0;

  if (isSameAttempt && status < 500 && status !== 429) return 'a try was sent again after no 5xx';
  if (isCharged && status < 500) return 'an order was sent again after a charge without a 5xx';
  const isAnsweredWithProof = earlier.answer?.provesPayment && (isSameAttempt || isCharged);
  if (isAnsweredWithProof) return 'an order was sent again after an answer with proof';
  if (clockJumped) return undefined;
  const seen = (postbacks.get(earlier.tokenHash) ?? []).filter(
    ({ takenAt }) => takenAt < timeOf(second.sent.startedAt),
  );
  if (isSameAttempt && seen.length > 0) return 'a try was sent again after a postback';
  const isProof = seen.some(({ claim }) => claim === 'charged');
  return isProof ? 'an order was sent again after a postback of its payment' : undefined;
}

function doublesUntold({ charges, postbacks, alarms }: Evidence): Violation[] {
  const told = new Set(
    postbacks.filter(({ claim }) => claim === 'charged').map(({ tokenHash }) => tokenHash),
  );
  const alarmsOf = byOrder(alarms);
  return [...byOrder(charges)].flatMap(([orderId, made]) => {
    if (made.length < 2) return [];
    const codes = new Set((alarmsOf.get(orderId) ?? []).map(({ code }) => code));
    const violation = (fault: string) => [{ invariant: 'I2', orderId, fault } as const];
    const isProved = made.filter(({ tokenHash }) => told.has(tokenHash)).length > 1;
    if (isProved && !codes.has('duplicate_charge')) {
      return violation('two postbacks proved two charges, and nobody was told of a duplicate');
    }
    const isTold = alarmsOfDoubles.some((code) => codes.has(code));
    return isTold ? [] : violation('an order was charged twice, and nobody was told');
  });
}
