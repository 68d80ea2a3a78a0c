import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paying, startProxy, startProxyWith as start } from './running-proxy.test-support.ts';
import type { ScriptedAnswer } from './scripted-service.test-support.ts';

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
    expect(location).toBe(`/api/checkout/${String(started.body['id'])}`);
    expect(running.body['status']).toBe('processing');
    expect((await ended).status).toBe(200);
    expect((await ended).body['status']).toBe('approved');
  });

  it('leaves an attempt processing while the API says pending', async () => {
    const { proxy } = await start(() => ({ status: 200, json: { status: 'Pendente' } }));

    const started = await proxy.pay({ headers: { Prefer: 'wait=0' } });
    const path = started.headers.get('location') ?? '';
    await expect.poll(async () => (await proxy.call(path)).body['payment']).toBeDefined();

    expect((await proxy.call(path)).body).toMatchObject({ status: 'processing', tries: 1 });
    expect((await proxy.pay()).body['code']).toBe('order_in_progress');
  });

  it('may be left by the browser; the attempt goes on', async () => {
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
  it('lets the running attempt end, refuses new ones, and answers who waits', async () => {
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

  it('cancels the wait after a 429: nothing was charged', async () => {
    const { service, env, proxy } = await start(() => ({ status: 429 }), {
      RATE_LIMIT_WAIT_MS: '60000',
    });
    const key = randomUUID();
    const waiting = proxy.pay({ key });
    await expect.poll(() => proxy.logLines.join('')).toContain('try_ended');

    await proxy.close();
    await waiting;

    const again = await startProxy(env, { folder: proxy.folder });
    const { body } = await again.call(`/api/checkout/${key}`);
    expect(body).toMatchObject({ code: 'rate_limited', retryable: true, tries: 1 });
    expect(service.received).toHaveLength(1);
  });
});
