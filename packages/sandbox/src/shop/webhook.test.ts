import { webhookHeaders, webhookSecret } from '@card-checkout/testing/webhook-receiver';
import { expect, it } from 'vitest';
import { createServer } from '../web/service.ts';
import { Notices, webhookRoutes } from './webhook.ts';

const paymentId = '0b9e7f6c-30a0-4bd2-9c64-2a34e1a3f9c1';
const orderId = 'order-1';

/** Writes a message with an outcome, dated some seconds after noon. */
function outcome(status: string, second: number, payment = paymentId): string {
  const timestamp = new Date(Date.UTC(2026, 10, 22, 12, 0, second)).toISOString();
  const amounts = { amount: 12_990, orderAmount: 12_990, currency: 'BRL', installments: 1 };
  const data = { paymentId: payment, orderId, status, ...amounts, decidedBy: 'answer' };
  return JSON.stringify({ type: `payment.${status}`, timestamp, data });
}

const approved = outcome('approved', 1);

function startReceiver() {
  const notices = new Notices();
  const app = createServer().register(webhookRoutes(webhookSecret, notices));
  const post = async (
    payload: string,
    headers: Record<string, string> = webhookHeaders(payload),
  ): Promise<number> => {
    const sent = { 'content-type': 'application/json', ...headers };
    return (await app.inject({ method: 'POST', url: '/webhook', headers: sent, payload }))
      .statusCode;
  };
  return { notices, post };
}

it('counts a message once, however often it comes', async () => {
  const { notices, post } = startReceiver();

  expect(await post(approved)).toBe(204);
  expect(await post(approved)).toBe(204);

  const facts = { id: paymentId, orderId, status: 'approved', amount: 12_990 };
  const at = '2026-11-22T12:00:01.000Z';
  expect(notices.all()).toEqual([{ type: 'payment.approved', at, ...facts }]);
});

it('keeps postbacks and alarms, which don’t change an order', async () => {
  const { notices, post } = startReceiver();
  const data = { paymentId, orderId, status: 'approved', amount: 12_990 };
  const timestamp = '2026-11-22T12:00:00.000Z';

  expect(await post(JSON.stringify({ type: 'alarm.late_charge', timestamp, data }))).toBe(204);

  expect(notices.all()).toMatchObject([
    { type: 'alarm.late_charge', id: paymentId, amount: 12_990 },
  ]);
  expect(notices.outcomeOf(orderId)).toBeUndefined();
});

it.each([
  ['the newest outcome of a payment', [approved, outcome('unknown', 0)], 'approved'],
  ['the only outcome', [outcome('processing', 0)], 'processing'],
  ['an approval before another payment', [approved, outcome('declined', 2, 'b')], 'approved'],
])('knows an order by %s', (_what, messages, status) => {
  const notices = new Notices();

  for (const [index, message] of messages.entries()) notices.add(`${index}`, JSON.parse(message));

  expect(notices.outcomeOf(orderId)?.status).toBe(status);
  expect(notices.outcomeOf('order-2')).toBeUndefined();
});

it.each([
  ['signed for another text', webhookHeaders(outcome('declined', 1))],
  ['signed ten minutes ago', webhookHeaders(approved, new Date(Date.now() - 600_000))],
  ['not signed', {}],
])('refuses a message that is %s', async (_how, headers) => {
  const { notices, post } = startReceiver();

  expect(await post(approved, headers)).toBe(400);
  expect(notices.all()).toEqual([]);
});
