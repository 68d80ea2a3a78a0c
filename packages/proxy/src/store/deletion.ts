import { createHash } from 'node:crypto';
import type { Attempt } from '../attempt/attempt.ts';
import { isOver } from '../attempt/order-state.ts';
import type { Reservation } from '../attempt/transition.ts';
import type { Statement } from './statements.ts';
import type { Deletion } from './store.ts';

/** Finds an order that was deleted after it had been paid, by the hash of its id. */
export const paidOrder = 'SELECT 1 FROM paid_orders WHERE order_hash = ?';

/** Finds out whether there is such an order. */
export const anyPaidOrder = 'SELECT 1 FROM paid_orders LIMIT 1';

/** What `begin` returns for such an order. */
export const alreadyPaid = { kind: 'refused', code: 'order_already_paid' } satisfies Reservation;

/** Returns what is kept of a paid order's id. PostgreSQL cannot store the null character. */
export function hashOf(orderId: string): string {
  return createHash('sha256').update(orderId.replaceAll('\0', '\uFFFD')).digest('base64url');
}

/** Decides which orders to delete, those that are over, and lists the statements for it. */
export function deletionOf(orders: readonly (readonly Attempt[])[]): {
  result: Deletion;
  writes: Statement[];
} {
  const over = orders.filter((order) => order.length > 0 && isOver(order));
  const attempts = over.flat();
  return {
    result: { orders: over.length, payments: attempts.length },
    writes: attempts.flatMap(deletionsOf),
  };
}

/** Lists what is deleted with an attempt; itself last, because the other rows refer to it. */
function deletionsOf({ id, orderId, status }: Attempt): Statement[] {
  return [
    ...(status === 'approved' ? [[insertPaidOrder, [hashOf(orderId)]] as const] : []),
    ['DELETE FROM alarms WHERE order_id = ?', [orderId]],
    ['DELETE FROM events WHERE attempt_id = ?', [id]],
    ['DELETE FROM tries WHERE attempt_id = ?', [id]],
    ['DELETE FROM attempts WHERE id = ?', [id]],
  ];
}

const insertPaidOrder =
  'INSERT INTO paid_orders (order_hash) VALUES (?) ON CONFLICT (order_hash) DO NOTHING';
