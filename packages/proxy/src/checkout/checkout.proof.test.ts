import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { apiFile, startReceiver } from '@card-checkout/testing/during-test';
import { oneByOne } from '@card-checkout/testing/scripted-server';
import { HeldRetries } from '../../testing/held-retries.ts';
import {
  retrying,
  startProxyWith as start,
  webhooks,
  type RunningProxy,
} from '../../testing/running-proxy.ts';

const approval = { status: 201, json: { id: 'pay_1' } };
const refusal = { status: 402 };
const paid = { status: 'paid', id: 'tx_1' };
const refused = { status: 'refused' };

const silent = { ...retrying, UPSTREAM_TIMEOUT_MS: '50' };

describe('a refusal after a 5xx', () => {
  it('keeps the order from another payment, since the 5xx may have charged the card', async () => {
    const { service, proxy } = await start(oneByOne({ status: 500 }, refusal), retrying);

    const first = await proxy.pay();
    const second = await proxy.pay();

    expect(first.body).toMatchObject({
      status: 'unknown',
      code: 'unavailable',
      retryable: false,
      tries: 2,
    });
    expect(second.body['code']).toBe('order_in_progress');
    expect(service.received).toHaveLength(2);
    expect(proxy.alarms()).toEqual(['unproven_retry', 'outcome_unknown']);
  });

  it('frees the order once a postback says that the first try was refused, too', async () => {
    const { service, proxy } = await start(oneByOne({ status: 500 }, refusal), retrying);
    await proxy.pay();

    await proxy.postBack(service.received[0], refused);
    const second = await proxy.pay();

    expect(second.body['status']).toBe('declined');
    expect(service.received).toHaveLength(3);
  });
});

describe('a 2xx with a status in a word that is not known', () => {
  it('is no approval: the buyer waits, support reads the word, and a postback resolves it', async () => {
    const support = await startReceiver();
    const json = { id: 'pay_1', status: 'em disputa', note: 'canary of the body' };
    const { service, proxy } = await start(() => ({ status: 201, json }), webhooks({ support }));
    const key = randomUUID();

    const first = await proxy.pay({ key, headers: { Prefer: 'wait=0' } });
    const other = await proxy.pay();
    await proxy.postBack(service.received[0], { id: 'pay_1', status: 'paid' });
    const resolved = await proxy.pay({ key });

    expect([first.status, first.body['status']]).toEqual([202, 'processing']);
    expect(other.body['code']).toBe('order_in_progress');
    expect(resolved.body).toMatchObject({ status: 'approved', payment: { status: 'paid' } });
    expect(proxy.logged('alarm')).toMatchObject([
      { alarm: 'unknown_status', reason: expect.stringMatching(/^\/status: em disputa; /) },
    ]);
    await expect.poll(() => support.received.length).toBe(1);
    const [told] = support.messages();
    expect(told).toMatchObject({
      type: 'alarm.unknown_status',
      data: { reason: expect.stringMatching(/^\/status: em disputa; /) },
    });
    expect(JSON.stringify(told) + proxy.logLines.join('')).not.toContain('canary of the body');
  });
});

describe('a payment whose end is unknown', () => {
  it.each(['reset', 'hang'] as const)(
    'as the service answered with a %s is never sent again, and resolved by its postback',
    async (script) => {
      const { service, proxy } = await start(() => script, silent);
      const key = randomUUID();

      const first = await proxy.pay({ key });
      const same = await proxy.pay({ key });
      const other = await proxy.pay();
      await proxy.postBack(service.received[0], paid);
      const resolved = await proxy.pay({ key });

      expect([first.status, same.text, other.body['code']]).toEqual([
        504,
        first.text,
        'order_in_progress',
      ]);
      expect(first.body).toMatchObject({ status: 'unknown', code: 'no_answer', retryable: false });
      expect(resolved.status).toBe(200);
      expect(resolved.body).toMatchObject({ status: 'approved', tries: 1 });
      expect(resolved.body).not.toHaveProperty('code');
      expect(service.received).toHaveLength(1);
      expect(proxy.alarms()).toEqual(['outcome_unknown', 'late_charge']);
    },
  );

  it('frees its order when its postback says that it was refused', async () => {
    const { service, proxy } = await start(() => 'reset', retrying);
    const key = randomUUID();
    await proxy.pay({ key });
    service.script = () => approval;

    await proxy.postBack(service.received[0], refused);
    const resolved = await proxy.pay({ key });
    const other = await proxy.pay();

    expect([resolved.status, resolved.body['code']]).toEqual([402, 'declined']);
    expect(other.status).toBe(200);
    expect(proxy.alarms()).toEqual(['outcome_unknown']);
  });

  it('stays so while its postbacks can’t be read', async () => {
    const { service, proxy } = await start(() => 'reset', retrying);
    const key = randomUUID();
    await proxy.pay({ key });

    await proxy.postBack(service.received[0], { status: 'not paid' });
    await proxy.postBack(service.received[0], '');

    expect((await proxy.pay({ key })).status).toBe(504);
    expect((await proxy.pay()).body['code']).toBe('order_in_progress');
  });
});

describe('a postback that comes before the answer', () => {
  it('does not take the answer’s place: the browser gets the payment', async () => {
    const { service, proxy } = await start(undefined, retrying);
    service.script = async (_number, request) => {
      await proxy.postBack(request, paid);
      return approval;
    };

    const answer = await proxy.pay();

    expect(answer.body).toMatchObject({ status: 'approved', payment: { id: 'pay_1' } });
    expect(proxy.alarms()).toEqual([]);
  });

  it('and contradicts it alerts support', async () => {
    const { service, proxy } = await start(undefined, retrying);
    service.script = async (_number, request) => {
      await proxy.postBack(request, refused);
      return approval;
    };

    const answer = await proxy.pay();

    expect(answer.body['status']).toBe('approved');
    expect(proxy.alarms()).toEqual(['approval_contradicted']);
  });

  it('answers the browser that waits in vain for an answer', async () => {
    const { service, proxy } = await start(undefined, { ...silent, UPSTREAM_TIMEOUT_MS: '100' });
    service.script = async (_number, request) => {
      await proxy.postBack(request, paid);
      return 'hang' as const;
    };

    const answer = await proxy.pay();

    expect(answer.status).toBe(200);
    expect(proxy.alarms()).toEqual([]);
  });
});

/** Starts a payment that stays unresolved, and returns its key once the answer is stored. */
async function leaveOpen(proxy: RunningProxy): Promise<string> {
  const key = randomUUID();
  await proxy.pay({ key, headers: { Prefer: 'wait=0' } });
  await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);
  return key;
}

describe('a pending payment', () => {
  it.each([
    [paid, 'approved', paid],
    [refused, 'declined', undefined],
  ])('ends, for the browser that waits, with the postback %j', async (posted, status, payment) => {
    const pending = { status: 200, json: { id: 'pay_1', status: 'pending' } };
    const { service, proxy } = await start(() => pending, retrying);
    const key = await leaveOpen(proxy);
    const open = await proxy.pay({ key, headers: { Prefer: 'wait=0' } });

    const waiting = proxy.pay({ key, headers: { Prefer: 'wait=30' } });
    await proxy.postBack(service.received[0], posted);
    const { body } = await waiting;

    expect(open.body).toMatchObject({ status: 'processing', payment: { status: 'pending' } });
    expect([body['status'], body['payment']]).toEqual([status, payment]);
    expect(proxy.alarms()).toEqual([]);
  });

  it('can’t be approved by the browser: the answer does not reveal the address', async () => {
    const { proxy } = await start(
      (_number, { text }) => ({ status: 200, json: { ...JSON.parse(text), status: 'pending' } }),
      { ...retrying, ...apiFile({ answer: { fields: ['status', 'postbackUrl'] } }) },
    );

    const key = await leaveOpen(proxy);
    const { body } = await proxy.pay({ key, headers: { Prefer: 'wait=0' } });

    expect(body['payment']).toMatchObject({
      status: 'pending',
      postbackUrl: expect.stringMatching(/\/api\/postback\/[\da-f-]{36}\.\[secret\]$/),
    });
  });
});

describe('a charge after the outcome was reported', () => {
  it('of a refused payment makes it approved, and alerts support about a late charge', async () => {
    const { service, proxy } = await start(() => refusal, retrying);
    const key = randomUUID();
    const before = await proxy.pay({ key });

    await proxy.postBack(service.received[0], paid);
    await proxy.postBack(service.received[0], paid);
    const after = await proxy.pay({ key });
    const other = await proxy.pay();

    expect([before.status, after.status]).toEqual([402, 200]);
    expect(other.body['code']).toBe('order_already_paid');
    expect(proxy.alarms()).toEqual(['late_charge']);
  });

  it('twice, by two tries of a payment, is a duplicate charge', async () => {
    const { service, proxy } = await start(oneByOne({ status: 500 }, approval), retrying);
    const key = randomUUID();
    await proxy.pay({ key });

    await proxy.postBack(service.received[1], paid);
    await proxy.postBack(service.received[0], paid);
    await proxy.postBack(service.received[0], paid);

    expect(proxy.alarms()).toEqual([
      'unproven_retry',
      'possible_duplicate_charge',
      'duplicate_charge',
    ]);
    expect((await proxy.pay({ key })).body).toMatchObject({ status: 'approved', tries: 2 });
  });

  it('twice, by two payments of an order, is a duplicate charge', async () => {
    const { service, proxy } = await start(oneByOne(refusal, approval), retrying);
    await proxy.pay();
    const second = await proxy.pay();

    await proxy.postBack(service.received[0], paid);

    expect(second.status).toBe(200);
    expect(proxy.alarms()).toEqual(['duplicate_charge']);
  });

  it.each([
    ['a 429', 429, { status: 'failed', retryable: false }],
    ['a 5xx', 500, { status: 'unknown', code: 'interrupted' }],
  ])('stops another payment of its order that %s holds up', async (_words, status, end) => {
    const store = new HeldRetries();
    const { service, proxy } = await start(oneByOne(refusal, { status }), retrying, { store });
    await proxy.pay();
    const waiting = proxy.pay();
    await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);

    await proxy.postBack(service.received[0], paid);
    store.release();
    const second = await waiting;
    const third = await proxy.pay();

    expect(second.body).toMatchObject({ ...end, tries: 1 });
    expect(third.body['code']).toBe('order_already_paid');
    expect(service.received).toHaveLength(2);
    const doubt = status === 500 ? ['possible_duplicate_charge'] : [];
    expect(proxy.alarms()).toEqual(['late_charge', ...doubt]);
  });

  it('is not believed to move back: a refusal after an approval alerts support', async () => {
    const { service, proxy } = await start(() => approval, retrying);
    const key = randomUUID();
    await proxy.pay({ key });

    await proxy.postBack(service.received[0], refused);
    await proxy.postBack(service.received[0], refused);

    expect((await proxy.pay({ key })).status).toBe(200);
    expect(proxy.alarms()).toEqual(['approval_contradicted']);
  });

  it('or not, by postbacks out of order, is money that moved', async () => {
    const { service, proxy } = await start(() => 'reset', retrying);
    const key = randomUUID();
    await proxy.pay({ key });

    await Promise.all(
      [refused, { status: 'pending' }, paid, refused, ''].map((posted) =>
        proxy.postBack(service.received[0], posted),
      ),
    );

    expect((await proxy.pay({ key })).body['status']).toBe('approved');
    expect(proxy.alarms()).toContain('late_charge');
  });
});
