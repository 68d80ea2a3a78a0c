import type { Try } from '../../../packages/proxy/src/attempt/attempt.ts';
import type { Evidence, ServiceRequest, Violation, Waits } from '../evidence.ts';
import { timeOf, triesByToken } from './of-orders.ts';

const maxTries = 4;

/** Timers of Node count whole milliseconds from the turn that they were set in. */
const roundingMs = 2;

/** How late a retry may be on a busy machine. */
const schedulingMs = 3000;

/** I6: at most three retries, none before its time, none long after it. */
export function retries(evidence: Evidence): Violation[] {
  const tooMany = evidence.attempts
    .filter(({ tries }) => tries.length > maxTries)
    .map(({ orderId, tries }) => violation(orderId, `an attempt has ${tries.length} tries`));
  const late = evidence.clockJumped ? [] : lateRetries(evidence);
  return [...tooMany, ...earlyRetries(evidence), ...late];
}

/** Compares the service's own times, in which a retry never comes early. */
function earlyRetries({ requests, attempts, waits }: Evidence): Violation[] {
  const tries = triesByToken(attempts);
  const arrived = new Map(requests.map((request) => [request.tokenHash, request]));
  return attempts.flatMap(({ orderId, tries: sent }) =>
    sent.flatMap(({ tokenHash, number }) => {
      const before = sent.find((each) => each.number === number - 1);
      const earlier = before && arrived.get(before.tokenHash);
      const later = arrived.get(tokenHash);
      if (!earlier?.answer || !later || !tries.has(tokenHash)) return [];
      const waitMs = later.arrivedAt - earlier.answer.at;
      const isEarly = waitMs < minWaitMs(earlier, number - 1, waits) - roundingMs;
      return isEarly ? [violation(orderId, `try ${number} came ${waitMs} ms after a failure`)] : [];
    }),
  );
}

function minWaitMs({ answer }: ServiceRequest, number: number, waits: Waits): number {
  return answer?.status === 429 ? waits.rateLimitMs * 2 ** (number - 1) : waits.retryMinMs;
}

function lateRetries({ attempts, waits }: Evidence): Violation[] {
  const longestMs = Math.max(waits.retryMaxMs, waits.rateLimitMs * 4) + schedulingMs;
  return attempts.flatMap(({ orderId, tries }) =>
    tries.flatMap((sent, index) => {
      const waitMs = pauseBefore(sent, tries[index - 1]);
      return waitMs > longestMs ? [violation(orderId, `a retry came after ${waitMs} ms`)] : [];
    }),
  );
}

function pauseBefore(sent: Try, before: Try | undefined): number {
  return before?.endedAt ? timeOf(sent.startedAt) - timeOf(before.endedAt) : 0;
}

function violation(orderId: string, fault: string): Violation {
  return { invariant: 'I6', orderId, fault };
}
