import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { createServer } from '../web/service.ts';
import { webhookRoutes } from './webhook.ts';

const secret = `whsec_${Buffer.alloc(32, 'w').toString('base64')}`;
const approved = messageAbout('approved');

function messageAbout(status: string): string {
  const payment = { id: 'attempt-1', orderId: 'order-1', status, tries: 1 };
  const data = { payment, amountCentavos: 12_990, tries: [] };
  const timestamp = '2026-11-21T05:00:00.000Z';
  return JSON.stringify({ type: 'payment.postback', timestamp, data });
}

function signed(body: string, at = new Date()): Record<string, string> {
  return {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
  };
}

function startReceiver() {
  const app = createServer().register(webhookRoutes(secret));
  return {
    post: async (headers: Record<string, string>, payload: string): Promise<number> =>
      (await app.inject({ method: 'POST', url: '/webhook', headers, payload })).statusCode,
    notices: async (): Promise<unknown> => (await app.inject('/notices')).json(),
  };
}

it('counts a message once, however often it comes', async () => {
  const { post, notices } = startReceiver();

  expect(await post(signed(approved), approved)).toBe(204);
  expect(await post(signed(approved), approved)).toBe(204);

  const notice = {
    id: 'msg_1',
    type: 'payment.postback',
    at: '2026-11-21T05:00:00.000Z',
    orderId: 'order-1',
    amountCentavos: 12_990,
    status: 'approved',
  };
  expect(await notices()).toEqual({ notices: [notice] });
});

it.each([
  ['signed for another text', signed(messageAbout('declined'))],
  ['signed ten minutes ago', signed(approved, new Date(Date.now() - 600_000))],
  ['not signed', { 'content-type': 'application/json' }],
])('refuses a message that is %s', async (_how, headers) => {
  const { post, notices } = startReceiver();

  expect(await post(headers, approved)).toBe(400);
  expect(await notices()).toEqual({ notices: [] });
});
