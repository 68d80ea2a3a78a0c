import { randomUUID } from 'node:crypto';
import { shareDatabase } from '@card-checkout/testing/database';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { layLine } from '../../testing/cuttable-line.ts';
import { retrying, startProxy, startProxyWith } from '../../testing/running-proxy.ts';
import { Store } from '../store/store.ts';

const database = await shareDatabase();
beforeEach(async () => database.clear());

/** How many connections the proxy opens to the payments API. */
const connections = 64;

/** Starts a payment whose retry waits while other payments use every connection. */
async function startWithQueuedRetry(overrides: Record<string, string> = {}) {
  const first = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  const { service, env, proxy } = await startProxyWith(
    async (number) => {
      await (number === 1 ? first : others).promise;
      return number === 1 ? { status: 500 } : { status: 201, json: { id: `pay_${number}` } };
    },
    { ...retrying, ...overrides },
  );
  // The last thing that is read before a retry asks for a connection.
  const judged = vi.spyOn(Store.prototype, 'postbackDelays');
  onTestFinished(() => judged.mockRestore());
  const key = randomUUID();
  const paying = proxy.pay({ key });
  await expect.poll(() => service.received.length).toBe(1);
  // One more than there are connections left, so that the last takes the first payment's.
  const crowd = Array.from({ length: connections }, async (_, number) =>
    proxy.pay({ order: { sub: `another-${number}` } }),
  );
  await expect.poll(() => proxy.logged('payment_started').length).toBe(connections + 1);
  first.resolve();
  await expect.poll(() => judged.mock.settledResults).toHaveLength(1);
  const tries = (await proxy.call(`/api/checkout/${key}`)).body['tries'];
  const end = async () => {
    others.resolve();
    return Promise.all([paying, ...crowd]);
  };
  return { service, env, proxy, key, tries, end };
}

describe('a retry that waits for a connection', () => {
  it('is neither stored nor sent once there is proof that the first try was paid', async () => {
    const { service, proxy, tries, end } = await startWithQueuedRetry();

    await proxy.postBack(service.received[0], { status: 'paid' });
    const answers = await end();

    expect(answers.map(({ body }) => body['status'])).toEqual(answers.map(() => 'approved'));
    expect([tries, answers[0]?.body['tries']]).toEqual([1, 1]);
    expect(service.received).toHaveLength(connections + 1);
    expect(proxy.alarms()).toEqual([]);
  });

  it('is not sent if another instance has the proof, and the news of it was lost', async () => {
    const line = await layLine(database.url);
    const { service, env, proxy, key, end } = await startWithQueuedRetry({
      DATABASE_URL: line.url,
    });
    const other = await startProxy({ ...env, DATABASE_URL: database.url });

    line.cut();
    await other.postBack(service.received[0], { status: 'paid' });
    line.restore();
    await end();
    await proxy.close();

    const { body } = await other.call(`/api/checkout/${key}`);
    expect(body).toMatchObject({ status: 'approved', tries: 1 });
    expect(service.received).toHaveLength(connections + 1);
  });
});
