import type { Attempt, Try } from '../../packages/proxy/src/attempt/attempt.ts';
import { statuses } from '../../packages/proxy/src/attempt/statuses.ts';
import type { Evidence, Invariant, ServiceRequest } from './evidence.ts';

type KnownTries = ReadonlyMap<string, { payment: Attempt; sent: Try }>;

/** Alarms about certain or possible double charges. */
const alarmsOfDoubles = [
  'duplicate_charge',
  'possible_duplicate_charge',
  'late_charge',
  'closed_order_charged',
  'outcome_unknown',
];

/** I1: each request was stored before it was sent. */
export const sentDurably: Invariant = ({ requests, payments }) => {
  const tries = triesByToken(payments);
  return requests.flatMap((request) => {
    const { orderId, tokenHash, arrivedAt } = request;
    const known = tries.get(tokenHash);
    if (!known) return [`${orderId}: the service got a request that is not stored`];
    if (known.payment.orderId !== orderId) return [`${orderId}: a request has another order's row`];
    const isLate = startOf(known.sent, request) > arrivedAt;
    return isLate ? [`${orderId}: a request arrived before it was stored`] : [];
  });
};

/** I2: an order is charged once if the proxy could see proof; otherwise there is an alarm. */
export const chargedOnce: Invariant = (evidence) => [
  ...sentDespiteProof(evidence),
  ...unreportedDoubles(evidence),
];

/** I5: support gets an alarm for every unresolved payment and every charge without an approval. */
export const reported: Invariant = ({ payments, charges, alarms }) => {
  const tries = triesByToken(payments);
  const alarmed = new Set(alarms.flatMap(({ orderId, paymentId }) => [orderId, paymentId]));
  const open = payments
    .filter((payment) => /^(unknown|processing)$/.test(statuses[payment.status].shownAs))
    .filter(({ id }) => !alarmed.has(id))
    .map(({ orderId, status }) => `${orderId}: a payment is left ${status} without an alarm`);
  const unreported = [...byOrder(charges)]
    .filter(([orderId, made]) => {
      const [first] = made;
      const payment = first && tries.get(first.tokenHash)?.payment;
      return !alarmed.has(orderId) && (made.length > 1 || payment?.status !== 'approved');
    })
    .map(([orderId]) => `${orderId}: a charge is neither approved nor reported`);
  return [...open, ...unreported];
};

/** Finds requests sent although the proxy could know of an earlier payment. */
function sentDespiteProof(evidence: Evidence): string[] {
  const tries = triesByToken(evidence.payments);
  return [...byOrder(evidence.requests)].flatMap(([orderId, requests]) =>
    requests.flatMap((later, index) =>
      requests
        .slice(0, index)
        .map((earlier) => proofAgainst(earlier, later, tries, evidence))
        .filter((proof) => proof !== undefined)
        .map((proof) => `${orderId}: a request was sent again after ${proof}`),
    ),
  );
}

/** Explains why a request should not have followed another one, if it should not. */
function proofAgainst(
  earlier: ServiceRequest,
  later: ServiceRequest,
  tries: KnownTries,
  { charges, postbacks }: Evidence,
): string | undefined {
  const { tokenHash } = earlier;
  const first = tries.get(tokenHash);
  const second = tries.get(later.tokenHash);
  if (!first || !second) return undefined;
  const isSamePayment = first.payment === second.payment;
  const isCharged = charges.some((charge) => charge.tokenHash === tokenHash);
  const status = earlier.answer?.status ?? 0;
  if (isSamePayment && status < 500 && status !== 429) return 'no 5xx';
  if (isCharged && status < 500) return 'a charge without a 5xx';
  if (earlier.answer?.provesPayment && (isSamePayment || isCharged)) return 'an answer with proof';

  const startedAt = startOf(second.sent, later);
  const seen = postbacks.filter(
    (postback) => postback.tokenHash === tokenHash && postback.takenAt < startedAt,
  );
  const isProof = seen.some(({ claim }) => isSamePayment || claim === 'charged');
  return isProof ? 'a postback' : undefined;
}

/** Returns the start of a try by this program's clock. */
function startOf({ startedAt }: Try, { clockMs }: ServiceRequest): number {
  return Date.parse(startedAt) - clockMs;
}

function unreportedDoubles({ charges, postbacks, alarms }: Evidence): string[] {
  const proved = new Set(
    postbacks.filter(({ claim }) => claim === 'charged').map(({ tokenHash }) => tokenHash),
  );
  const alarmsOf = byOrder(alarms);
  return [...byOrder(charges)].flatMap(([orderId, made]) => {
    const codes = new Set(alarmsOf.get(orderId)?.map(({ code }) => code));
    const isProved = made.filter(({ tokenHash }) => proved.has(tokenHash)).length > 1;
    const isReported = isProved
      ? codes.has('duplicate_charge')
      : alarmsOfDoubles.some((code) => codes.has(code));
    return made.length < 2 || isReported
      ? []
      : [`${orderId}: charged twice${isProved ? ', with proof,' : ''} without its alarm`];
  });
}

function triesByToken(payments: readonly Attempt[]): KnownTries {
  const tries = payments.flatMap((payment) => payment.tries.map((sent) => ({ payment, sent })));
  return new Map(tries.map((known) => [known.sent.tokenHash, known]));
}

function byOrder<Item extends { orderId: string }>(items: readonly Item[]): Map<string, Item[]> {
  return Map.groupBy(items, ({ orderId }) => orderId);
}
