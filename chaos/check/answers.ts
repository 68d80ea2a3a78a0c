import type { Payment } from '@card-checkout/contract';
import { paymentOf, progressOf } from '../../packages/proxy/src/attempt/attempt.ts';
import type { BrowserAnswer, Evidence, Invariant } from './evidence.ts';

type Outcome = Pick<Payment, 'status' | 'code' | 'retryable'>;

/** Alarms that announce a different outcome than the buyer was shown. */
const alarmsOfNewEnds =
  /^(late_charge|closed_order_charged|duplicate_charge|possible_duplicate_charge|outcome_unknown)$/;

interface Shown extends BrowserAnswer {
  /** Of a POST; a GET tells only how it stands. */
  payment: Payment;
}

/** I3: no outcome shown to a browser is lost or contradicted. */
export const acknowledged: Invariant = (evidence) => {
  const charged = new Set(evidence.charges.map(({ tokenHash }) => tokenHash));
  const unpaid = evidence.payments
    .filter(({ status }) => status === 'approved')
    .filter(({ tries }) => !tries.some(({ tokenHash }) => charged.has(tokenHash)))
    .map(({ orderId }) => `${orderId}: approved without a charge`);
  const byKey = [...Map.groupBy(evidence.answers, ({ key }) => key)];
  return [...byKey.flatMap(([key, answers]) => faultsOfKey(key, answers, evidence)), ...unpaid];
};

/** I4: the same key gets the same answer, and a different body for the key is refused. */
export const sameAnswer: Invariant = ({ answers }) =>
  [...Map.groupBy(answers, ({ key }) => key)].flatMap(([key, ofKey]) => {
    const shown = shownIn(ofKey);
    const final = shown.filter(({ payment }) => payment.status !== 'processing');
    const byEnd = Map.groupBy(final, ({ payment }) => `${payment.status} ${payment.code}`);
    const different = [...byEnd]
      .filter(([, same]) => !areAlike(same.map(progressIn)) || !areAlike(paymentsIn(same)))
      .map(([end]) => `${key}: different answers say ${end}`);
    const known = shown.filter(({ isOtherBody }) => !isOtherBody);
    const accepted = ofKey
      .filter((answer) => answer.isOtherBody && known.some((one) => isBefore(one, answer)))
      .filter(({ httpStatus }) => httpStatus !== 503)
      .filter(({ httpStatus, text }) => !(httpStatus === 422 && text.includes('key_reused')))
      .map(({ httpStatus }) => `${key}: a different body got ${httpStatus}`);
    return different.concat(accepted);
  });

/** I9: a payment that is held back was not sent before. */
export const heldBeforeSent: Invariant = ({ held, payments, requests }) => {
  const requestOf = new Map(requests.map((request) => [request.tokenHash, request]));
  return held.flatMap(({ key, at }) => {
    const [first] = payments.find(({ id }) => id === key)?.tries ?? [];
    const { arrivedAt = Infinity } = requestOf.get(first?.tokenHash ?? '') ?? {};
    return arrivedAt < at ? [`${key}: was held back after it was sent`] : [];
  });
};

/** I10: nothing is sent for an order once the shop knows that it's closed. */
export const closedForGood: Invariant = ({ closed, requests }) =>
  closed.flatMap(({ orderId, at }) => {
    const isLate = requests.some((sent) => sent.orderId === orderId && sent.arrivedAt > at);
    return isLate ? [`${orderId}: a request was sent after the order had been closed`] : [];
  });

function faultsOfKey(
  key: string,
  answers: readonly BrowserAnswer[],
  { payments, alarms }: Evidence,
): string[] {
  const shown = shownIn(answers);
  const payment = payments.find(({ id }) => id === key);
  if (shown.length === 0) return [];
  if (!payment) return [`${key}: a browser was shown a payment that is not stored`];
  const isReported = alarms.some(
    ({ orderId, code }) => orderId === payment.orderId && alarmsOfNewEnds.test(code),
  );
  const ofOrder = payments.filter(({ orderId }) => orderId === payment.orderId);
  const end = paymentOf(payment, ofOrder);
  const changed = shown.flatMap((before) => {
    const later = shown.filter((after) => isBefore(before, after)).map((after) => after.payment);
    return [...later, end]
      .filter((after) => !mayBecome(before.payment, after, isReported))
      .map((after) => `${key}: ${before.payment.status} became ${after.status}`);
  });
  const lost = answers
    .filter((answer) => shown.some((one) => isBefore(one, answer)))
    .filter(({ isOtherBody, httpStatus }) => !isOtherBody && httpStatus !== 503)
    .filter((answer) => shownIn([answer]).length === 0)
    .map(({ httpStatus }) => `${key}: a known payment got ${httpStatus}`);
  return [...changed, ...lost];
}

function areAlike(texts: readonly string[]): boolean {
  return new Set(texts).size <= 1;
}

/** Whether the buyer may pay again depends on the order's other payments. */
function progressIn({ payment }: Shown): string {
  return JSON.stringify({ ...progressOf(payment), retryable: false });
}

function paymentsIn(answers: readonly Shown[]): string[] {
  const whole = answers.filter(({ payment }) => 'orderId' in payment);
  return whole.map(({ payment }) => JSON.stringify({ ...payment, retryable: false }));
}

/** Whether one answer may follow another; a late approval or doubt needs an alarm. */
function mayBecome(before: Outcome, after: Outcome, isReported: boolean): boolean {
  if (before.status === 'processing' || before.status === after.status) return true;
  if (before.status === 'approved' || after.status === 'processing') return false;
  if (after.status === 'approved') return isReported;
  if (after.status === 'unknown') return isReported;
  return before.status === 'unknown';
}

function isBefore(one: BrowserAnswer, other: BrowserAnswer): boolean {
  return one.receivedAt < other.sentAt;
}

function shownIn(answers: readonly BrowserAnswer[]): Shown[] {
  return answers
    .filter(({ text }) => /^{.*"status":"[a-z]+"/.test(text))
    .map((answer) => Object.assign({}, answer, { payment: JSON.parse(answer.text) }));
}
