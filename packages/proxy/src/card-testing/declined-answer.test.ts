import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { Attempt } from '../attempt/attempt.ts';
import { heldBackMs } from './declined-answer.ts';
import { startProxyWith as start, stoppedClock } from '../../testing/running-proxy.ts';
import { oneByOne } from '../../testing/scripted-service.ts';

const refusals = [
  { status: 400, json: { error: 'Recusado por análise de risco' } },
  { status: 400, json: { error: 'Saldo insuficiente' } },
  { status: 402 },
  { status: 200, json: { status: 'refused', id: 'pay_1', acquirerCode: '51' } },
];

describe('a declined payment', () => {
  it('tells nothing of its reason', async () => {
    const { proxy } = await start(oneByOne(...refusals));

    for (const _ of refusals) await proxy.pay();

    const seen = proxy.answers.map(({ status, headers, text, body }) => ({
      status,
      headers: [...headers].filter(([name]) => name !== 'date'),
      text: text.replace(String(body['id']), 'ID'),
    }));
    const declined = { status: 'declined', code: 'declined', retryable: true, tries: 1 };
    expect(seen).toEqual(refusals.map(() => seen[0]));
    expect(JSON.parse(seen[0]?.text ?? '')).toEqual({ id: 'ID', orderId: 'order-1', ...declined });
  });

  it.each([
    ['the answer to its POST', 'POST'],
    ['whoever asks for it meanwhile', 'GET'],
  ])('is held back from %s, after it was recorded', async (_name, method) => {
    const slow = { DECLINED_ANSWER_STEP_MS: '10000' };
    const { proxy } = await start(oneByOne({ status: 402 }, { status: 200 }), slow, {
      now: stoppedClock().now,
    });
    const key = randomUUID();
    let answered = 0;
    const posted = proxy.pay({ key }).finally(() => answered++);
    await vi.waitUntil(() => proxy.logged('attempt_settled').length > 0);
    const asked = proxy.call(`/api/checkout/${key}`).finally(() => answered++);

    const approved = await proxy.pay();

    expect(approved.body['status']).toBe('approved');
    expect(answered).toBe(0);
    // Nobody is kept waiting by a proxy that stops.
    await proxy.close();
    const answer = await (method === 'POST' ? posted : asked);
    expect(answer.body['status']).toBe('declined');
  });
});

/** Makes an attempt whose try began at 0 and ended so many milliseconds later. */
function endedAfter(ms: number, status: Attempt['status']): Attempt {
  const [startedAt = '', endedAt = ''] = [0, ms].map((at) => new Date(at).toISOString());
  const tries = [{ number: 1, tokenHash: '', startedAt, endedAt }];
  const order = { orderId: 'order-1', amountCentavos: 1, fingerprint: '' };
  return { id: randomUUID(), ...order, status, retryable: true, tries };
}

describe('how long an attempt is held back', () => {
  it.each([
    [0, 0, 2000],
    [120, 120, 1880],
    [1999, 1999, 1],
    [2000, 2000, 0],
    [2001, 2001, 1999],
    [120, 1500, 500],
    [120, 60_000, 0],
    [120, -60_000, 2000],
  ])('with a refusal after %i ms, asked for after %i ms, it is %i ms', (endedMs, nowMs, ms) => {
    expect(heldBackMs(endedAfter(endedMs, 'declined'), 2000, new Date(nowMs))).toBe(ms);
  });

  it.each(['approved', 'invalid', 'failed', 'unknown', 'sending', 'pending'] as const)(
    'is nothing when it is %s',
    (status) => {
      expect(heldBackMs(endedAfter(120, status), 2000, new Date(120))).toBe(0);
    },
  );
});
