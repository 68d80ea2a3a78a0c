import { statuses } from '../../packages/proxy/src/attempt/statuses.ts';
import type { Evidence, Invariant, KeptText } from './evidence.ts';

const maxTries = 4;

/** Node's timers count whole milliseconds from their turn of the event loop. */
const roundingMs = 2;

/** How late a retry may be on a busy machine. */
const schedulingMs = 3000;

/** I6: at most three retries, none early, none very late. */
export const retriedInTime: Invariant = ({ requests, payments, waits }) => {
  const longestWaitMs = Math.max(waits.max, waits.rateLimit * 4);
  const longestMs = longestWaitMs + waits.outageMs + schedulingMs;
  const requestOf = new Map(requests.map((request) => [request.tokenHash, request]));
  return payments.flatMap(({ orderId, tries }) => {
    const tooMany = tries.length > maxTries ? [`${orderId}: ${tries.length} tries`] : [];
    const untimely = tries.slice(1).flatMap((sent, index) => {
      const before = tries[index];
      const pauseMs = Date.parse(sent.startedAt) - Date.parse(before?.endedAt ?? sent.startedAt);
      const late = pauseMs > longestMs ? [`${orderId}: a retry came after ${pauseMs} ms`] : [];
      // Uses the API's own times, by which a retry is never early.
      const answer = before && requestOf.get(before.tokenHash)?.answer;
      const later = requestOf.get(sent.tokenHash);
      if (!answer || !later) return late;
      const waitMs = later.arrivedAt - answer.at;
      const minMs = answer.status === 429 ? waits.rateLimit * 2 ** index : waits.min;
      const isEarly = waitMs < minMs - roundingMs;
      return isEarly ? late.concat(`${orderId}: a retry came ${waitMs} ms after a failure`) : late;
    });
    return tooMany.concat(untimely);
  });
};

/** I7: no payment or message is unfinished, no card data is stored, no process misbehaved. */
export const cleanEnd: Invariant = (evidence) => [
  ...evidence.payments
    .filter(({ status }) => ['reserved', 'sending', 'waiting'].includes(status))
    .map(({ orderId, status }) => `${orderId}: a payment is still ${status}`),
  ...(evidence.messagesLeft ? [`${evidence.messagesLeft} messages were not delivered`] : []),
  ...evidence.texts.flatMap((kept) => leaksIn(kept, evidence)),
  ...evidence.misconduct,
];

/** I8: the shop's server got the outcome of each payment, and nothing older after it. */
export const told: Invariant = ({ payments, outcomes }) => {
  const latest = new Map(outcomes.map(({ paymentId, status }) => [paymentId, status]));
  return payments
    .filter(({ id, status }) => latest.get(id) !== statuses[status].outcome)
    .map(
      ({ id, orderId, status }) => `${orderId}: ${status}, but the shop knows ${latest.get(id)}`,
    );
};

function leaksIn({ place, text }: KeptText, { cardNumbers, securityCode }: Evidence): string[] {
  const holdsNumber = [...text.matchAll(/\d(?:[ .-]?\d){15,}/g)]
    .flatMap(([digits]) => Array.from(digits.replaceAll(/\D/g, '').matchAll(/(?=(\d{16}))/g)))
    .some(([, digits = '']) => cardNumbers.has(digits));
  const code = new RegExp(
    String.raw`(?<![\w.:+-])${securityCode}(?![\w.:+-])|"(cvv|securityCode)"`,
  );
  // A binary file may contain any four digits by chance, so its rows are searched instead.
  const holdsCode = !/\.db(-\w+)?$/.test(place) && code.test(text);
  return [
    ...(holdsNumber ? [`${place} holds a card number`] : []),
    ...(holdsCode ? [`${place} holds a security code`] : []),
  ];
}
