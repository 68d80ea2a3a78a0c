import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paying } from '@card-checkout/testing/checkout-request';
import { oneByOne, type ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import {
  retrying,
  startProxy,
  startProxyWith as start,
  storedRows,
  waits,
} from '../../testing/running-proxy.ts';

describe('waiting', () => {
  it('ends with 202 after Prefer: wait, and goes on at the Location', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { proxy } = await start(() => gate.promise);

    const started = await proxy.pay({ headers: { Prefer: 'wait=0' } });
    const location = started.headers.get('location') ?? '';
    const running = await proxy.call(location);
    const ended = proxy.call(location, { headers: { Prefer: 'wait=30' } });
    gate.resolve({ status: 200 });

    expect(started.status).toBe(202);
    expect(started.headers.get('retry-after')).toBe('1');
    expect(started.body).toMatchObject({ status: 'processing', retryable: false });
    expect(location).toBe(started.body['id']);
    expect(running.body['status']).toBe('processing');
    expect((await ended).status).toBe(200);
    expect((await ended).body['status']).toBe('approved');
  });

  it('leaves a payment processing while the API says pending', async () => {
    const { proxy } = await start(() => ({ status: 200, json: { status: 'Pendente' } }));

    const started = await proxy.pay({ headers: { Prefer: 'wait=0' } });
    const path = started.headers.get('location') ?? '';
    await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);

    expect((await proxy.call(path)).body).toMatchObject({ status: 'processing', tries: 1 });
    expect((await proxy.pay()).body['code']).toBe('order_in_progress');
  });

  it('may be left by the browser; the payment goes on', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy } = await start(() => gate.promise);
    const key = randomUUID();
    const leave = new AbortController();
    const left = fetch(`${proxy.url}/api/checkout/`, {
      ...(await paying({ key })),
      signal: leave.signal,
    });
    await expect.poll(() => service.received.length).toBe(1);

    leave.abort();
    await expect(left).rejects.toThrow();
    gate.resolve({ status: 200 });

    const answer = await proxy.call(`/api/checkout/${key}`, { headers: { Prefer: 'wait=30' } });
    expect(answer.body['status']).toBe('approved');
  });

  it.each(['not-a-uuid', randomUUID()])('is refused for the unknown id %s', async (id) => {
    const { proxy } = await start();

    const answer = await proxy.call(`/api/checkout/${id}`);

    expect(answer.status).toBe(404);
    expect(answer.body['code']).toBe('not_found');
  });
});

describe('stopping', () => {
  it('lets the running payment end, refuses new ones, and answers who waits', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, env, proxy } = await start(() => gate.promise);
    const key = randomUUID();
    const waiting = proxy.pay({ key });
    await expect.poll(() => service.received.length).toBe(1);

    const closed = proxy.close();
    const answered = await waiting;
    const refused = await proxy.pay({ order: { sub: 'order-2' } });
    const ready = await proxy.call('/readyz');
    gate.resolve({ status: 200 });
    await closed;

    expect(answered.status).toBe(202);
    expect([refused.status, refused.body['code']]).toEqual([503, 'draining']);
    expect(ready.status).toBe(503);
    expect(service.received).toHaveLength(1);
    const again = await startProxy(env, { folder: proxy.folder });
    expect((await again.call(`/api/checkout/${key}`)).body['status']).toBe('approved');
  });

  it.each([
    ['a 429', 429],
    ['a 5xx', 500],
  ])('sends again after %s, if its time is enough', async (_words, status) => {
    const { service, env, proxy } = await start(
      oneByOne({ status }, { status: 200 }),
      {
        ...retrying,
        UPSTREAM_TIMEOUT_MS: '2000',
      },
      { config: waits(300) },
    );
    const key = randomUUID();
    const waiting = proxy.pay({ key });
    await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);

    await proxy.close();

    expect((await waiting).status).toBe(202);
    expect(service.received).toHaveLength(2);
    const again = await startProxy(env, { folder: proxy.folder });
    const { body } = await again.call(`/api/checkout/${key}`);
    expect(body).toMatchObject({ status: 'approved', tries: 2 });
  });

  it.each([
    ['a 429: nothing was charged', 429, { status: 'failed', retryable: true }, 200],
    [
      'a 5xx: the outcome is unknown',
      500,
      { status: 'unknown', code: 'interrupted', retryable: false },
      409,
    ],
  ])('starts no try that cannot end in time, after %s', async (_words, status, end, next) => {
    const { service, env, proxy } = await start(
      oneByOne({ status }, { status: 200 }),
      {
        ...retrying,
        SHUTDOWN_TIMEOUT_MS: '50',
      },
      { config: waits() },
    );
    const key = randomUUID();
    const waiting = proxy.pay({ key });
    await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);

    await proxy.close();
    await waiting;

    expect(service.received).toHaveLength(1);
    const again = await startProxy(env, { folder: proxy.folder });
    const { body } = await again.call(`/api/checkout/${key}`);
    expect(body).toMatchObject({ ...end, tries: 1 });
    expect(again.logged('payments_interrupted')).toEqual([]);
    expect((await again.pay()).status).toBe(next);
  });

  it('takes proof that comes while it stops', async () => {
    const { service, env, proxy } = await start(() => ({ status: 500 }), retrying, {
      config: waits(),
    });
    const key = randomUUID();
    const waiting = proxy.pay({ key });
    await expect.poll(() => proxy.logged('payment_moved').length).toBe(1);

    const closed = proxy.close();
    await waiting;
    await proxy.postBack(service.received[0], { status: 'paid' });
    await closed;

    const again = await startProxy(env, { folder: proxy.folder });
    expect((await again.call(`/api/checkout/${key}`)).body['status']).toBe('approved');
    expect(service.received).toHaveLength(1);
  });

  it('gives up, after SHUTDOWN_TIMEOUT_MS, what still waits for its answer', async () => {
    const { service, env, proxy } = await start(() => 'hang', {
      ...retrying,
      SHUTDOWN_TIMEOUT_MS: '20',
    });
    const key = randomUUID();
    const waiting = proxy.pay({ key });
    await expect.poll(() => service.received.length).toBe(1);

    await proxy.close();
    const answered = await waiting;

    expect([answered.status, answered.body['status']]).toEqual([202, 'processing']);
    expect(proxy.logLines.join('')).not.toMatch(/store_failed|unexpected_error/);
    const again = await startProxy(env, { folder: proxy.folder });
    const found = await again.call(`/api/checkout/${key}`);
    await again.postBack(service.received[0], { status: 'paid' });
    expect(found.body).toMatchObject({ status: 'unknown', code: 'interrupted', tries: 1 });
    expect((await again.call(`/api/checkout/${key}`)).body['status']).toBe('approved');
    expect(again.alarms()).toEqual(['late_charge']);
    expect(service.received).toHaveLength(1);
  });

  it('stores the answer that comes while it stops', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy } = await start(() => gate.promise, retrying);
    const waiting = proxy.pay();
    await expect.poll(() => service.received.length).toBe(1);

    const closed = proxy.close();
    await waiting;
    gate.resolve({ status: 400, json: { error: 'Recusado' } });
    await closed;

    const payments = storedRows(proxy.folder, 'SELECT status FROM payments');
    expect(payments).toMatchObject([{ status: 'declined' }]);
    expect(service.received).toHaveLength(1);
  });
});
