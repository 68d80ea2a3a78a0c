import Fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { attemptOn, rules, waysTo } from '../../testing/attempts.ts';
import { openSqlite } from '../../testing/stores.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import type { StoreRules } from '../store/store.ts';
import { Retention } from '../checkout/retention.ts';
import { EventLog } from '../telemetry/log.ts';
import { Operator } from './operator.ts';
import { operatorRoutes } from './routes.ts';

/** Stores a payment, and asks for its outcome to be sent again. */
async function resend(way: readonly AttemptEvent[], changed: Partial<StoreRules> = {}) {
  const store = openSqlite(':memory:', changed);
  const { id } = await attemptOn(way, store);
  const app = Fastify();
  onTestFinished(async () => app.close());
  const log = new EventLog(app.log);
  const parts = { store, log, now: rules.now };
  const operator = new Operator({ ...parts, announce: vi.fn() });
  const retention = new Retention({ ...parts, retentionDays: undefined });
  await app.register(operatorRoutes, { ...parts, operator, retention });
  const payload = { by: 'ana' };
  const answer = await app.inject({ method: 'POST', url: `/payments/${id}/resend`, payload });
  return [answer.statusCode, await answer.json()];
}

it('sends no outcome of a payment that is still running', async () => {
  expect(await resend(waysTo.sending)).toMatchObject([409, { code: 'no_outcome' }]);
});

it('does not send an outcome again where no message goes to the shop', async () => {
  const answer = await resend(waysTo.approved, { receivers: new Set() });

  expect(answer).toMatchObject([409, { code: 'no_payment_webhook' }]);
});
