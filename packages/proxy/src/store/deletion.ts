import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Attempt, NewAttempt } from '../attempt/attempt.ts';
import { isOver } from '../attempt/order-state.ts';
import type { Reservation } from '../attempt/transition.ts';
import type { Statement, Value } from './statements.ts';
import type { Deletion } from './store.ts';

/** Finds out whether a deleted order rules out an attempt, by the hashes of its order's id and its proof. */
export const ruledOut = `
  SELECT 'order_already_paid' AS code FROM paid_orders WHERE order_hash = ?
  UNION ALL SELECT 'three_ds_used' FROM used_proofs WHERE proof_hash = ?`;

/** Finds out whether deleted orders have left any hash. */
export const anyRuledOut = 'SELECT 1 FROM paid_orders UNION ALL SELECT 1 FROM used_proofs LIMIT 1';

const RuledOutRow = z.object({ code: z.enum(['order_already_paid', 'three_ds_used']) });

/** Reads the refusal of an attempt that a deleted order rules out. */
export function ruledOutBy(rows: readonly unknown[]): Reservation | undefined {
  const [row] = rows;
  return row === undefined ? undefined : { kind: 'refused', code: RuledOutRow.parse(row).code };
}

/** Lists the values of `ruledOut`. */
export function ruledOutValues({ orderId, proofHash }: NewAttempt): readonly Value[] {
  return [hashOf(orderId), proofHash ?? null];
}

/** Returns what is kept of a paid order's id. PostgreSQL cannot store the null character. */
function hashOf(orderId: string): string {
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
function deletionsOf({ id, orderId, status, proofHash }: Attempt): Statement[] {
  return [
    ...(status === 'approved' ? [[insertPaidOrder, [hashOf(orderId)]] as const] : []),
    ...(proofHash ? [[insertUsedProof, [proofHash]] as const] : []),
    ['DELETE FROM alarms WHERE order_id = ?', [orderId]],
    ['DELETE FROM events WHERE attempt_id = ?', [id]],
    ['DELETE FROM tries WHERE attempt_id = ?', [id]],
    ['DELETE FROM attempts WHERE id = ?', [id]],
  ];
}

const insertPaidOrder =
  'INSERT INTO paid_orders (order_hash) VALUES (?) ON CONFLICT (order_hash) DO NOTHING';

const insertUsedProof =
  'INSERT INTO used_proofs (proof_hash) VALUES (?) ON CONFLICT (proof_hash) DO NOTHING';
