import type { Evidence, Violation } from '../evidence.ts';
import { timeOf, triesByToken } from './of-orders.ts';

/** I1: nothing was sent without a durable row, and the row was there first. */
export function sentDurably({ requests, attempts, clockJumped }: Evidence): Violation[] {
  const tries = triesByToken(attempts);
  return requests.flatMap(({ orderId, tokenHash, arrivedAt }) => {
    const known = tries.get(tokenHash);
    const violation = (fault: string) => [{ invariant: 'I1', orderId, fault } as const];
    if (!known) return violation('the service got a request that no row tells of');
    if (known.attempt.orderId !== orderId)
      return violation('a request has the row of another order');
    const isLate = !clockJumped && timeOf(known.sent.startedAt) > arrivedAt;
    return isLate ? violation('a request arrived before its row was written') : [];
  });
}
