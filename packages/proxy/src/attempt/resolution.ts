import { blocksOrder, type Attempt, type Resolution } from './attempt.ts';
import { statuses } from './statuses.ts';

export type ResolutionRefusal =
  'payment_not_found' | 'payment_running' | 'evidence_contradicts' | 'already_resolved';

/**
 * Explains why an operator cannot resolve an attempt of an order as approved or declined; `undefined`
 * if that is possible: the attempt is unresolved, or has ended while one of its tries may have charged.
 */
export function resolutionRefusal(
  order: readonly Attempt[],
  id: string,
  status: Resolution,
): ResolutionRefusal | undefined {
  const attempt = order.find((each) => each.id === id);
  if (!attempt) return 'payment_not_found';
  if (statuses[attempt.status].phase === 'running') return 'payment_running';
  if (attempt.resolution) return 'already_resolved';
  if (attempt.status !== 'approved' && blocksOrder(attempt)) return undefined;
  const isPaid = attempt.status === 'approved';
  return isPaid === (status === 'approved') ? 'already_resolved' : 'evidence_contradicts';
}
