import { expect, it, vi } from 'vitest';
import { attemptOn, rules, waysTo } from '../../testing/attempts.ts';
import { openSqlite } from '../../testing/stores.ts';
import type { StoreRules } from '../store/store.ts';
import { Operator } from './operator.ts';

/** Opens a store with an approved payment, and an operator who uses it. */
async function startOperator(changed: Partial<StoreRules> = {}) {
  const store = openSqlite(':memory:', changed);
  const attempt = await attemptOn(waysTo.approved, store);
  const retention = { count: vi.fn(), purge: vi.fn() };
  const log = { operatorActed: vi.fn() };
  const operator = new Operator({ store, announce: vi.fn(), retention, log, now: rules.now });
  return { operator, store, attempt };
}

it('does not send an outcome again that a version without outcomes stored', async () => {
  const { operator, store, attempt } = await startOperator();
  const { outcomeAt: _1, decidedBy: _2, ...old } = attempt;
  vi.spyOn(store, 'find').mockResolvedValue(old);

  await expect(operator.resend(attempt.id, 'ana')).rejects.toMatchObject({ code: 'no_outcome' });
});

it('does not send an outcome again where no message goes to the shop', async () => {
  const { operator, attempt } = await startOperator({ receivers: new Set() });

  const fault = { code: 'no_payment_webhook' };
  await expect(operator.resend(attempt.id, 'ana')).rejects.toMatchObject(fault);
});
