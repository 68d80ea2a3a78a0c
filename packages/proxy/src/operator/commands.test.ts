import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { paymentOn, rules, wanted, waysTo } from '../../testing/payments.ts';
import { openSqlite } from '../../testing/stores.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { Retention } from '../checkout/retention.ts';
import type { StoreRules } from '../store/store.ts';
import { EventLog } from '../telemetry/log.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { readOperatorCommand } from './commands.ts';
import { Operator } from './operator.ts';

function open(changed: Partial<StoreRules> = {}) {
  const store = openSqlite(':memory:', changed);
  const app = Fastify();
  onTestFinished(async () => app.close());
  const parts = { store, log: new EventLog(app.log, new Metrics()), now: rules.now };
  const operator = new Operator({ ...parts, announce: vi.fn() });
  const retention = new Retention({ ...parts, retentionDays: undefined });
  return { ...parts, operator, retention };
}

async function said(desk: ReturnType<typeof open>, ...args: string[]): Promise<string[]> {
  const run = readOperatorCommand(args, rules.now());
  const texts: string[] = [];
  for await (const text of run(desk, 'ana', new AbortController().signal)) texts.push(text);
  return texts;
}

/** Stores a payment, and has its outcome sent again. */
async function resend(way: readonly AttemptEvent[], changed: Partial<StoreRules> = {}) {
  const desk = open(changed);
  const { id } = await paymentOn(way, desk.store);
  return said(desk, 'resend', id);
}

it('sends no outcome of a payment that is still running', async () => {
  await expect(resend(waysTo.sending)).rejects.toMatchObject({ problem: { code: 'no_outcome' } });
});

it('does not send an outcome again where no message goes to the shop', async () => {
  await expect(resend(waysTo.approved, { receivers: new Set() })).rejects.toMatchObject({
    problem: { code: 'no_payment_webhook' },
  });
});

it('lists thousands of payments in parts', async () => {
  const desk = open();
  const begun = Array.from({ length: 1001 }, async () => desk.store.begin(wanted(), randomUUID()));
  await Promise.all(begun);

  const [first = '', second = '', ...more] = await said(desk, 'payments');
  const [one = ''] = await said(desk, 'payments', '--json', '--limit', '1');
  const json = await said(desk, 'payments', '--json');

  expect([first, second].map((text) => text.split('\n').length)).toEqual([1001, 2]);
  expect(more).toEqual([]);
  expect(JSON.parse(one)).toMatchObject({ payments: [{ status: 'sending' }] });
  expect(json).toHaveLength(2);
  expect(JSON.parse(json.join('\n'))).toHaveProperty('payments.length', 1001);
});
