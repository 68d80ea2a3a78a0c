import type { Attempt, Try } from '../../../packages/proxy/src/attempt/attempt.ts';

/** One try with the attempt that it belongs to. */
export interface KnownTry {
  attempt: Attempt;
  sent: Try;
}

/** Finds tries by what the proxy knows them by. */
export function triesByToken(attempts: readonly Attempt[]): Map<string, KnownTry> {
  const tries = attempts.flatMap((attempt) => attempt.tries.map((sent) => ({ attempt, sent })));
  return new Map(tries.map((known) => [known.sent.tokenHash, known]));
}

/** Groups by the order. */
export function byOrder<Item extends { orderId: string }>(
  items: readonly Item[],
): Map<string, Item[]> {
  return Map.groupBy(items, ({ orderId }) => orderId);
}

/** Reads an ISO 8601 time as milliseconds. */
export function timeOf(text: string): number {
  return new Date(text).getTime();
}
