import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import { newProof } from '@card-checkout/testing/checkout-request';
import { startScriptedServer } from '@card-checkout/testing/during-test';
import { postbackUrlOf, type ScriptedServer } from '@card-checkout/testing/scripted-server';
import { layLine } from './cuttable-line.ts';
import { startProxy } from './running-proxy.ts';
import { Store } from '../src/store/store.ts';

const database = await shareDatabase();
beforeEach(async () => database.clear());

/**
 * Starts a payments API and two proxies that share a database, the first through a cuttable line.
 */
async function startTwo(script?: ScriptedServer['script']) {
  const service = await startScriptedServer(script);
  const env = { API_BASE_URL: service.url, PUBLIC_URL: 'https://proxy.example' };
  const line = await layLine(database.url);
  const first = await startProxy({ ...env, DATABASE_URL: line.url });
  const second = await startProxy({ ...env, DATABASE_URL: database.url });
  return { service, line, first, second };
}

describe('two proxies on one database', () => {
  it('answer a request waiting at one when the other resolves the payment', async () => {
    const gate = Promise.withResolvers<{ status: number }>();
    const { first, second } = await startTwo(() => gate.promise);
    const started = await first.pay({ headers: { Prefer: 'wait=0' } });

    const path = started.headers.get('location') ?? '';
    const find = vi.spyOn(Store.prototype, 'find');
    onTestFinished(() => find.mockRestore());
    const answer = second.call(path, { headers: { Prefer: 'wait=30' } });
    await expect.poll(() => find.mock.settledResults).not.toHaveLength(0);
    gate.resolve({ status: 200 });

    expect((await answer).body['status']).toBe('approved');
  });

  it('send a payment once if both get it under the same key', async () => {
    const { service, first, second } = await startTwo();
    const key = randomUUID();

    const answers = await Promise.all(
      [first, second, first, second].map(async (proxy) => proxy.pay({ key })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(service.received).toHaveLength(1);
  });

  it('send only one of two payments for the same order', async () => {
    const { service, first, second } = await startTwo();

    const answers = await Promise.all(
      [first, second, first, second].map(async (proxy) => proxy.pay()),
    );

    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
    expect(service.received).toHaveLength(1);
  });

  it('send only one of two orders with the same proof', async () => {
    const { service, first, second } = await startTwo();
    const body = { threeDSecure: newProof() };

    const answers = await Promise.all(
      [first, second, first, second].map(async (proxy, index) =>
        proxy.pay({ order: { sub: `order-${index}` }, body }),
      ),
    );

    const codes = answers.map(({ body: { code } }) => code);
    expect(codes.filter((code) => code === 'three_ds_used')).toHaveLength(3);
    expect(service.received).toHaveLength(1);
  });

  it('take over from a dead instance: unknown until a postback arrives', async () => {
    const gate = Promise.withResolvers<{ status: number }>();
    const { service, line, first, second } = await startTwo(() => gate.promise);
    const { headers } = await first.pay({ headers: { Prefer: 'wait=0' } });
    const path = headers.get('location') ?? '';
    line.cut();
    await database.query(`
      UPDATE leases SET since = since - interval '1 hour', expires_at =
        CASE WHEN owner = (SELECT owner FROM payments) THEN clock_timestamp() ELSE expires_at END`);

    const left = await second.call(path, { headers: { Prefer: 'wait=30' } });
    const { pathname } = new URL(postbackUrlOf(service.received[0]));
    const posted = await second.call(pathname, { method: 'POST', body: '{"status":"paid"}' });
    const resolved = await second.call(path);
    line.restore();
    gate.resolve({ status: 400 });
    await expect
      .poll(async () => JSON.stringify(await database.query('SELECT state FROM payments')))
      .toContain('answer');

    expect(left.body).toMatchObject({ status: 'unknown', code: 'interrupted' });
    expect([posted.status, resolved.body['status']]).toEqual([200, 'approved']);
    expect(second.logLines.join('')).toContain('late_charge');
    expect((await second.call(path)).body['status']).toBe('approved');
    expect((await second.pay()).body['code']).toBe('order_already_paid');
    expect(service.received).toHaveLength(1);
  });
});
