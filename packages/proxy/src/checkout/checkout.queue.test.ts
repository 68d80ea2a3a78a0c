import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { retrying, startProxyWith as start } from '../../testing/running-proxy.ts';

/** How many connections the proxy opens to the payments API. */
const connections = 64;

describe('a retry that waits for a connection', () => {
  it('is not sent any more once there is proof that the first try was paid', async () => {
    const first = Promise.withResolvers<void>();
    const others = Promise.withResolvers<void>();
    const { service, proxy } = await start(async (number) => {
      await (number === 1 ? first : others).promise;
      return number === 1 ? { status: 500 } : { status: 201, json: { id: `pay_${number}` } };
    }, retrying);
    const key = randomUUID();
    const paying = proxy.pay({ key });
    await expect.poll(() => service.received.length).toBe(1);
    // One more than there are connections left, so that the last takes the first payment's.
    const crowd = Array.from({ length: connections }, async (_, number) =>
      proxy.pay({ order: { sub: `another-${number}` } }),
    );
    await expect.poll(() => proxy.logged('attempt_started').length).toBe(connections + 1);
    first.resolve();
    await expect.poll(async () => (await proxy.call(`/api/checkout/${key}`)).body['tries']).toBe(2);

    await proxy.postBack(service.received[0], { status: 'paid' });
    others.resolve();
    const answers = [await paying, ...(await Promise.all(crowd))];

    expect(answers.map(({ body }) => body['status'])).toEqual(answers.map(() => 'approved'));
    expect(service.received).toHaveLength(connections + 1);
    expect(proxy.alarms()).toEqual(['unproven_retry']);
  });
});
