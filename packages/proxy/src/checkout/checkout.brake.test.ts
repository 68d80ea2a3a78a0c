import { randomUUID } from 'node:crypto';
import { startReceiver } from '@card-checkout/testing/during-test';
import type { ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { freePort } from '@card-checkout/testing/free-port';
import { webhookSecret } from '@card-checkout/testing/webhook-receiver';
import { describe, expect, it } from 'vitest';
import {
  retrying,
  startProxy,
  startProxyWith,
  stoppedClock,
  stopsAtOnce,
  storedRows,
  waits,
  type RunningProxy,
} from '../../testing/running-proxy.ts';
import { noAnswer, nothingSent, rateLimited } from '../attempt/outcome.ts';
import { Brake } from './brake.ts';

const down: ScriptedAnswer = { status: 500 };
const paid: ScriptedAnswer = { status: 201, json: { id: 'pay_1', status: 'paid' } };
const overloaded = { status: 503, body: { code: 'overloaded' } };

/** Starts a proxy whose payments API answers as the test says, which may change. */
async function start(answer: ScriptedAnswer, env: Record<string, string> = {}) {
  const api = { answer: async (): Promise<ScriptedAnswer> => answer };
  const clock = stoppedClock();
  const options = { now: clock.now, config: waits() };
  const { service, proxy } = await startProxyWith(async () => api.answer(), env, options);
  let orders = 0;
  const press = async (payment?: Parameters<RunningProxy['pay']>[0]) =>
    proxy.pay({ order: { sub: `order-${(orders += 1)}` }, ...payment });
  const says = (next: ScriptedAnswer) => void (api.answer = async () => next);
  const sent = () => service.received.length;
  return { api, clock, service, proxy, press, says, sent };
}

/** Starts a proxy after five payments in a row that got no proof. */
async function startBraked(answer = down, env: Record<string, string> = {}) {
  const started = await start(answer, env);
  for (let number = 1; number <= 5; number += 1) await started.press();
  return started;
}

const nowhere = { headers: { Prefer: 'wait=0' } };

describe('after five payments in a row without proof', () => {
  it.each<[string, ScriptedAnswer]>([
    ['a 5xx', down],
    ['a broken connection', 'reset'],
    ["a 2xx that can't be read", { status: 200, text: '<html>OK</html>' }],
  ])('(%s) a new one is refused: nothing is sent or stored', async (_words, answer) => {
    const { proxy, press, sent } = await startBraked(answer);

    const held = await press();
    const ready = await proxy.call('/readyz');
    await proxy.close();

    expect(held).toMatchObject(overloaded);
    expect(held.headers.get('retry-after')).toBe('5');
    expect(sent()).toBe(5);
    expect(storedRows(proxy.folder, 'SELECT id FROM payments')).toHaveLength(5);
    expect(ready.status).toBe(200);
  });

  it('a payment that has begun is shown to whoever repeats its key', async () => {
    const { press, sent } = await start(down);
    const known = { key: randomUUID(), order: { sub: 'known' } };
    await press(known);
    for (let number = 1; number < 5; number += 1) await press();

    const again = await press(known);

    expect(again.body).toMatchObject({ id: known.key, status: 'unknown' });
    expect(sent()).toBe(5);
  });

  it('one passes every ten seconds, even while the one before hangs', async () => {
    const { clock, press, says, sent } = await startBraked(down, stopsAtOnce);
    says('hang');
    const pressThree = async () =>
      Promise.all([press(nowhere), press(nowhere), press(nowhere)]).then((answers) =>
        answers.map(({ status }) => status).toSorted((one, other) => one - other),
      );

    const early = await pressThree();
    clock.advance(10_000);
    const [first, between] = [await pressThree(), await pressThree()];
    clock.advance(10_000);
    const second = await pressThree();

    expect([early, between]).toEqual([
      [503, 503, 503],
      [503, 503, 503],
    ]);
    expect([first, second]).toEqual([
      [202, 503, 503],
      [202, 503, 503],
    ]);
    await expect.poll(sent).toBe(7);
  });

  it('one passes although the clock was set back', async () => {
    const { clock, press } = await startBraked();

    clock.advance(-3_600_000);

    expect((await press()).status).toBe(504);
  });

  it('a payment that its order refuses does not use up the turn', async () => {
    const { clock, press, says } = await startBraked();
    clock.advance(10_000);

    const refused = await press({ order: { sub: 'order-1' } });
    says(paid);
    const next = await press();

    expect(refused.body['code']).toBe('order_in_progress');
    expect(next.status).toBe(200);
  });

  it.each<[string, ScriptedAnswer, status: number]>([
    ['an approval', paid, 200],
    ['a decline', { status: 402 }, 402],
    ['a wrong field', { status: 400, json: { errors: { document: ['inválido'] } } }, 422],
    ['a wrong token', { status: 401 }, 502],
  ])('all pass once one is answered by %s', async (_words, answer, status) => {
    const { clock, press, says } = await startBraked();
    clock.advance(10_000);
    says(answer);

    const probe = await press();
    const others = await Promise.all([press(), press()]);

    expect([probe, ...others].map((each) => each.status)).toEqual([status, status, status]);
  });

  it('five more are needed after an answer', async () => {
    const { clock, press, says, sent } = await startBraked();
    clock.advance(10_000);
    says(paid);
    await press();
    says(down);

    for (let number = 1; number <= 5; number += 1) await press();

    expect(await press()).toMatchObject(overloaded);
    expect(sent()).toBe(11);
  });

  it('a postback that proves one of them lets all pass', async () => {
    const { service, proxy, press } = await start(down, { ...retrying, ...stopsAtOnce });
    for (let number = 1; number <= 5; number += 1) await press(nowhere);
    await expect.poll(() => proxy.logged('payment_moved')).toHaveLength(5);

    const held = await press(nowhere);
    await proxy.postBack(service.received[0], { status: 'paid' });
    const next = await press(nowhere);

    expect(held).toMatchObject(overloaded);
    expect(next.status).toBe(202);
  });

  it('running payments are still sent again, and an answer to one lets all pass', async () => {
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { service, proxy } = await startProxyWith(async (number) => {
      if (number < 18) return down;
      asked.resolve();
      await gate.promise;
      return paid;
    }, retrying);
    const press = async (sub: string) => proxy.pay({ order: { sub } });
    for (const number of [1, 2, 3, 4]) await press(`order-${number}`);
    const fifth = press('order-5');
    await asked.promise;

    const held = await press('order-6');
    gate.resolve();
    const [retried, next] = [await fifth, await press('order-7')];

    expect(held).toMatchObject(overloaded);
    expect(retried.body).toMatchObject({ status: 'approved', tries: 2 });
    expect(next.status).toBe(200);
    expect(service.received).toHaveLength(19);
  });

  it('support hears once that the payments API is down, and once that it is back', async () => {
    const support = await startReceiver();
    const env = { WEBHOOK_SECRET: webhookSecret, SUPPORT_WEBHOOK_URL: support.url };
    const { clock, proxy, press, says } = await startBraked(down, env);
    const downAt = clock.now().toISOString();
    await press();
    for (const answer of [down, paid]) {
      clock.advance(10_000);
      says(answer);
      await press();
    }
    await press();

    const told = () => support.received.map(({ text }): unknown => JSON.parse(text));
    const ofApi = () => told().filter((message) => JSON.stringify(message).includes('alarm.api_'));
    await expect.poll(ofApi).toMatchObject([
      { type: 'alarm.api_down', timestamp: downAt },
      { type: 'alarm.api_up', timestamp: clock.now().toISOString() },
    ]);
    expect(proxy.alarms().filter((alarm) => String(alarm).startsWith('api_'))).toHaveLength(2);
  });
});

describe("a payments API that can't be reached", () => {
  it('holds no payment back, since no order is locked', async () => {
    const API_BASE_URL = `http://127.0.0.1:${await freePort()}`;
    const proxy = await startProxy({ API_BASE_URL });

    const statuses: unknown[] = [];
    for (let number = 1; number <= 6; number += 1) {
      statuses.push((await proxy.pay({ order: { sub: `order-${number}` } })).body['code']);
    }

    expect(statuses).toEqual(Array.from({ length: 6 }, () => 'unavailable'));
  });

  it('is no sign of life', () => {
    const brake = new Brake(10_000, () => new Date(0));
    for (let number = 1; number <= 5; number += 1) brake.tryEnded(1, noAnswer);

    expect(brake.tryEnded(1, nothingSent)).toBeUndefined();
    expect(brake.isOn).toBe(true);
    expect(brake.tryEnded(1, rateLimited)).toBe('api_up');
    expect(brake.isOn).toBe(false);
  });
});
