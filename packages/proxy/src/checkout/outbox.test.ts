import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startReceiver } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { oneByOne } from '@card-checkout/testing/scripted-server';
import { webhooks } from '../../testing/running-proxy.ts';
import {
  breakStore,
  retrying,
  startProxy,
  startProxyWith as start,
  stoppedClock,
  storedRows,
} from '../../testing/running-proxy.ts';

const day = 86_400_000;
const refusing = { status: 500 };
const taking = { status: 204, text: '' };

describe('a message', () => {
  it('comes again, the same, until it is taken', async () => {
    const clock = stoppedClock();
    const support = await startReceiver(oneByOne(refusing, refusing, taking));
    const { proxy } = await start(() => 'reset', webhooks({ support }), clock);

    await proxy.pay();
    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(1);
    clock.advance(6000);
    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(2);
    clock.advance(40_000);
    await expect.poll(() => support.received.length).toBe(3);
    clock.advance(day);
    await proxy.pay({ order: { sub: 'order-2', exp: 4_000_000_000 } });
    await expect.poll(() => support.received.length).toBe(4);

    const ids = support.messages().map(({ id }) => id);
    expect(ids.map((id) => ids.indexOf(id))).toEqual([0, 0, 0, 3]);
    expect(new Set(support.received.slice(0, 3).map(({ text }) => text)).size).toBe(1);
    expect(proxy.logged('delivery_failed')).toMatchObject([
      { receiver: 'support', cause: '500', deliveries: 0, level: 40 },
      { receiver: 'support', cause: '500', deliveries: 1, level: 40 },
    ]);
  });

  it('waits until its time has come', async () => {
    const clock = stoppedClock();
    const support = await startReceiver(oneByOne(refusing, taking));
    const { proxy } = await start(() => 'reset', webhooks({ support }), clock);
    await proxy.pay();
    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(1);

    clock.advance(4000);
    await proxy.pay({ order: { sub: 'order-2' } });
    await expect.poll(() => support.received.length).toBe(2);

    const orders = support.messages().map(({ data }) => data['orderId']);
    expect(orders).toEqual(['order-1', 'order-2']);
  });

  it('is given up after 3 days, which the log says', async () => {
    const clock = stoppedClock();
    const support = await startReceiver(() => refusing);
    const { proxy } = await start(() => 'reset', webhooks({ support }), clock);
    await proxy.pay();
    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(1);

    clock.advance(3 * day);
    await expect.poll(() => proxy.logged('message_abandoned').length).toBe(1);
    await proxy.close();

    expect(proxy.logged('message_abandoned')).toMatchObject([
      { receiver: 'support', cause: '500', level: 50, support: true },
    ]);
    expect(storedRows(proxy.folder, 'SELECT id FROM messages')).toEqual([]);
  });

  it('comes when a receiver that was down is up', async () => {
    const clock = stoppedClock();
    const port = await freePort();
    const settings = { ...webhooks({}), SUPPORT_WEBHOOK_URL: `http://127.0.0.1:${port}/hook` };
    const { proxy } = await start(() => 'reset', settings, clock);
    await proxy.pay();
    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(1);

    const support = await startReceiver(undefined, port);
    clock.advance(6000);
    await expect.poll(() => support.received.length).toBe(1);

    expect(support.received[0]?.path).toBe('/hook');
    expect(support.messages()[0]?.type).toBe('alarm.outcome_unknown');
  });

  it('does not wait longer than 15 s for a receiver that hangs', async () => {
    const over = new AbortController();
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 15_000 ? over.signal : new AbortController().signal));
    onTestFinished(() => timeout.mockRestore());
    const clock = stoppedClock();
    const support = await startReceiver(oneByOne('hang', taking));
    const { proxy } = await start(() => 'reset', webhooks({ support }), clock);
    await proxy.pay();
    await expect.poll(() => support.received.length).toBe(1);
    timeout.mockRestore();
    over.abort(new DOMException('Too late', 'TimeoutError'));
    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(1);

    clock.advance(6000);
    await expect.poll(() => support.received.length).toBe(2);

    expect(proxy.logged('delivery_failed')).toMatchObject([{ cause: 'TimeoutError' }]);
  });

  it('is not sent where a redirect points', async () => {
    const clock = stoppedClock();
    const elsewhere = await startReceiver();
    const support = await startReceiver(() => ({ status: 307, location: elsewhere.url }));
    const { proxy } = await start(() => 'reset', webhooks({ support }), clock);

    await proxy.pay();
    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(1);

    expect(proxy.logged('delivery_failed')).toMatchObject([{ cause: '307' }]);
    expect(elsewhere.received).toEqual([]);
  });

  it('that was left comes after a restart', async () => {
    const clock = stoppedClock();
    const support = await startReceiver(() => refusing);
    const { env, proxy } = await start(() => 'reset', webhooks({ support }), clock);
    await proxy.pay();
    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(1);
    await proxy.close();
    support.script = () => taking;

    clock.advance(6000);
    await startProxy(env, { folder: proxy.folder, ...clock });
    await expect.poll(() => support.received.length).toBe(2);

    const [before, after] = support.messages();
    expect(after).toEqual(before);
  });

  it('that was on its way at the stop comes first thing after the start', async () => {
    const clock = stoppedClock();
    const support = await startReceiver(() => 'hang');
    const { env, proxy } = await start(() => 'reset', webhooks({ support }), clock);
    await proxy.pay();
    await expect.poll(() => support.received.length).toBe(1);
    await proxy.close();
    support.script = () => taking;

    await startProxy(env, { folder: proxy.folder, ...clock });
    await expect.poll(() => support.received.length).toBe(2);

    expect(proxy.logged('delivery_failed')).toEqual([]);
  });

  it('for one receiver is not held up by the other', async () => {
    const relay = await startReceiver(() => 'hang');
    const support = await startReceiver();
    const { service, proxy } = await start(() => 'reset', webhooks({ relay, support }));
    await proxy.pay();
    await proxy.postBack(service.received[0], { status: 'pending' });
    await expect.poll(() => [relay.received.length, support.received.length]).toEqual([1, 1]);

    await proxy.postBack(service.received[0], { status: 'paid' });
    await expect.poll(() => support.received.length).toBe(2);

    expect(support.messages().map(({ type }) => type)).toEqual([
      'alarm.outcome_unknown',
      'alarm.late_charge',
    ]);
  });

  it('replaces an earlier one about the same payment that was refused', async () => {
    const clock = stoppedClock();
    const payment = await startReceiver(oneByOne(refusing, taking));
    const { service, proxy } = await start(oneByOne('reset'), webhooks({ payment }), clock);
    await proxy.pay();
    await expect.poll(() => proxy.logged('delivery_failed').length).toBe(1);

    await proxy.postBack(service.received[0], { status: 'paid' });
    await expect.poll(() => payment.received.length).toBe(2);
    clock.advance(6000);
    await proxy.pay({ order: { sub: 'order-2' } });
    await expect.poll(() => payment.received.length).toBe(3);

    const told = payment.messages().map(({ type, data }) => `${String(data['orderId'])} ${type}`);
    expect(told).toEqual([
      'order-1 payment.unknown',
      'order-1 payment.approved',
      'order-2 payment.unknown',
    ]);
  });

  it('comes after a failure of the store', async () => {
    const support = await startReceiver();
    const { proxy } = await start(() => 'reset', webhooks({ support }));
    const broken = breakStore('takeMessages');
    await proxy.pay();
    await expect.poll(() => proxy.logged('outbox_failed').length).toBeGreaterThan(0);

    broken.mockRestore();
    await expect.poll(() => support.received.length).toBe(1);

    expect(support.messages()).toHaveLength(1);
  });

  it('is not kept where there is no webhook', async () => {
    const { service, proxy } = await start(() => 'reset', retrying);
    await proxy.pay();

    await proxy.postBack(service.received[0], { status: 'paid' });
    await proxy.close();

    expect(storedRows(proxy.folder, 'SELECT id FROM messages')).toEqual([]);
  });
});

/** Makes a signal that times out at once if it is one of 15 s, as no test has those. */
