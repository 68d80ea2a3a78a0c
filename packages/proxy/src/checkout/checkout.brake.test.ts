import { randomUUID } from 'node:crypto';
import { asking } from '@card-checkout/testing/checkout-request';
import { startReceiver } from '@card-checkout/testing/during-test';
import type { ScriptedAnswer, ScriptedServer } from '@card-checkout/testing/scripted-server';
import { freePort } from '@card-checkout/testing/free-port';
import { webhookSecret } from '@card-checkout/testing/webhook-receiver';
import { describe, expect, it, vi } from 'vitest';
import { buyer, trusting } from '../../testing/buyers.ts';
import {
  retrying,
  startProxy,
  skipTime,
  startProxyWith,
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
async function startWith(answer: ScriptedAnswer, env: Record<string, string> = {}) {
  const api: { answer: ScriptedServer['script'] } = { answer: () => answer };
  const options = { config: waits() };
  const script: ScriptedServer['script'] = async (...asked) => api.answer(...asked);
  const { service, proxy } = await startProxyWith(script, { ...trusting, ...env }, options);
  let orders = 0;
  /** Another buyer each time, unless the test says who. */
  const press = async ({ headers, body, ...payment }: Payment = {}) => {
    orders += 1;
    const own = buyer(orders);
    const given = { headers: { ...own.headers, ...headers }, body: { ...own.body, ...body } };
    return proxy.pay({ order: { sub: `order-${orders}` }, ...payment, ...given });
  };
  const says = (next: ScriptedAnswer) => void (api.answer = () => next);
  const sent = () => service.received.length;
  return { api, service, proxy, press, says, sent };
}

type Payment = NonNullable<Parameters<RunningProxy['pay']>[0]>;

/** Starts a proxy after five payments in a row that got no proof. */
async function startBraked(answer = down, env: Record<string, string> = {}) {
  const started = await startWith(answer, env);
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
    const { press, sent } = await startWith(down);
    const known = { key: randomUUID(), order: { sub: 'known' }, ...buyer(99) };
    await press(known);
    for (let number = 1; number < 5; number += 1) await press();

    const again = await press(known);

    expect(again.body).toMatchObject({ id: known.key, status: 'unknown' });
    expect(sent()).toBe(5);
  });

  it('one passes every ten seconds, even while the one before hangs', async () => {
    const { press, says, sent } = await startBraked(down, stopsAtOnce);
    says('hang');
    const pressThree = async () =>
      Promise.all([press(nowhere), press(nowhere), press(nowhere)]).then((answers) =>
        answers.map(({ status }) => status).toSorted((one, other) => one - other),
      );

    const early = await pressThree();
    skipTime(10_000);
    const [first, between] = [await pressThree(), await pressThree()];
    skipTime(10_000);
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

  it('a payment that its order refuses does not use up the turn', async () => {
    const { press, says } = await startBraked();
    skipTime(10_000);

    const refused = await press({ order: { sub: 'order-1' } });
    says(paid);
    const next = await press();

    expect(refused.body['code']).toBe('order_in_progress');
    expect(next.status).toBe(200);
  });

  it('a paid or locked order gets its own answer', async () => {
    const { press, says } = await startWith(paid);
    await press({ order: { sub: 'paid' } });
    says(down);
    for (let number = 1; number <= 5; number += 1) await press();

    const codes = [];
    for (const sub of ['paid', 'order-2', 'new']) {
      codes.push((await press({ order: { sub } })).body['code']);
    }

    expect(codes).toEqual(['order_already_paid', 'order_in_progress', 'overloaded']);
  });

  it('a page hears so before its buyer confirms at the bank, until a turn is due', async () => {
    const { proxy } = await startBraked();
    const ask = async (sub: string) =>
      proxy.call('/api/order', asking({ order: { sub }, headers: buyer(50).headers }));

    const [held, locked] = [await ask('new'), await ask('order-1')];
    skipTime(10_000);
    const due = await ask('new');

    expect(held).toMatchObject(overloaded);
    expect(locked.body).toMatchObject({ payment: { status: 'unknown' } });
    expect(due.status).toBe(200);
  });

  it('nobody whose payment failed tests the API, unless nobody else has pressed for three turns', async () => {
    const { press, says } = await startBraked();
    says(paid);
    const sameCard = { ...buyer(60), body: buyer(1).body };
    const sameNetwork = { ...buyer(60), headers: buyer(1).headers };

    skipTime(10_000);
    const held = [await press(sameCard), await press(sameNetwork), await press(buyer(1))];
    skipTime(20_000);
    const last = await press(buyer(1));

    expect(held.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(last.status).toBe(200);
  });

  it('a restarted proxy knows it, and says when the API is back', async () => {
    const { service, proxy } = await startBraked();
    await proxy.close();
    service.script = () => paid;
    const env = { ...trusting, API_BASE_URL: service.url };
    const again = await startProxy(env, { folder: proxy.folder, config: { probeWithinMs: 50 } });
    const pay = async (number: number) =>
      again.pay({ order: { sub: `n-${number}` }, ...buyer(number) });

    const answers = await Promise.all([pay(10), pay(11), pay(12)]);

    expect(answers.map(({ status }) => status)).toContain(200);
    expect(again.alarms()).toContain('api_up');
  });

  it.each<[string, ScriptedAnswer, status: number]>([
    ['an approval', paid, 200],
    ['a decline', { status: 402 }, 402],
    ['a wrong field', { status: 400, json: { errors: { document: ['inválido'] } } }, 422],
    ['a wrong token', { status: 401 }, 502],
  ])('all pass once one is answered by %s', async (_words, answer, status) => {
    const { press, says } = await startBraked();
    skipTime(10_000);
    says(answer);

    const probe = await press();
    const others = await Promise.all([press(), press()]);

    expect([probe, ...others].map((each) => each.status)).toEqual([status, status, status]);
  });

  it('five more are needed after an answer', async () => {
    const { press, says, sent } = await startBraked();
    skipTime(10_000);
    says(paid);
    await press();
    says(down);

    for (let number = 1; number <= 5; number += 1) await press();

    expect(await press()).toMatchObject(overloaded);
    expect(sent()).toBe(11);
  });

  it('a postback that proves one of them lets all pass', async () => {
    const { service, proxy, press } = await startWith(down, { ...retrying, ...stopsAtOnce });
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
    const { proxy, press, says } = await startBraked(down, env);
    await press();
    for (const answer of [down, paid]) {
      skipTime(10_000);
      says(answer);
      await press();
    }
    await press();

    const told = () => support.received.map(({ text }): unknown => JSON.parse(text));
    const ofApi = () => told().filter((message) => JSON.stringify(message).includes('alarm.api_'));
    await expect.poll(ofApi).toMatchObject([{ type: 'alarm.api_down' }, { type: 'alarm.api_up' }]);
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
    const brake = new Brake({ probeEveryMs: 10_000, probeWithinMs: 0 });
    const presses = [1, 2, 3, 4, 5].map((n) => ({ network: `n${n}`, card: `c${n}` }));
    const other = { network: 'n6', card: 'c6' };
    for (const press of presses) brake.tryEnded(press, 1, noAnswer);

    expect(brake.tryEnded(other, 1, nothingSent)).toBeUndefined();
    expect(brake.isOn).toBe(true);
    expect(brake.tryEnded(other, 1, rateLimited)).toBe('api_up');
    expect(brake.isOn).toBe(false);
  });
});

describe('the probe', () => {
  it.each([0, 0.99])('is one of the presses of its second (%d)', async (random) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const brake = new Brake({ probeEveryMs: 10_000, probeWithinMs: 0 });
    brake.hold();
    const presses = ['n1', 'n2', 'n2', 'n3'].map((network) => ({ network, card: '4' }));

    const passed = await Promise.all(presses.map(async (press) => brake.admit(press)));

    expect(passed.findIndex(Boolean)).toBe(random === 0 ? 0 : 3);
    expect(passed.filter(Boolean)).toHaveLength(1);
  });
});

/** A card that only this number has, in a network that all share. */
const nearby = (number: number) => ({ ...buyer(number), headers: buyer(7).headers });

describe('what fails for one buyer', () => {
  it.each([
    ['card and network', () => buyer(7)],
    ['card', (number: number) => ({ ...buyer(number), body: buyer(7).body })],
    ['network', nearby],
    ['pair of networks', (number: number) => (number % 2 ? nearby(number) : buyer(8))],
  ])('(one %s) holds nobody else back', async (_words, who) => {
    const { proxy, press, says } = await startWith(down);
    for (let number = 11; number <= 20; number += 1) await press(who(number));
    says(paid);

    const [own, other] = [await press(who(21)), await press(buyer(30))];

    expect(own).toMatchObject(overloaded);
    expect(other.status).toBe(200);
    expect(proxy.alarms()).not.toContain('api_down');
  });

  it('(one brand) holds other brands back not at all', async () => {
    const { api, press } = await startWith(paid);
    api.answer = (_number, { text }) => (text.includes('555555') ? down : paid);
    const pressMaster = async (number: number) => press(buyer(number, '555555'));
    const statuses = [];
    for (let number = 1; number <= 6; number += 1) {
      statuses.push((await pressMaster(number)).status, (await press()).status);
    }

    expect(statuses.filter((_, index) => index % 2 === 1)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(statuses.filter((_, index) => index % 2 === 0)).toEqual([504, 504, 504, 504, 504, 503]);
  });
});

describe('tries in flight', () => {
  it('are in doubt after ten seconds without any answer', async () => {
    const { press } = await startWith('hang', stopsAtOnce);
    for (let number = 1; number <= 5; number += 1) await press(nowhere);
    const early = await press(nowhere);
    skipTime(10_001);

    const late = await press(nowhere);

    expect(early.status).toBe(202);
    expect(late).toMatchObject(overloaded);
  });

  it('are not while others are answered', async () => {
    const { press, says } = await startWith('hang', stopsAtOnce);
    for (let number = 1; number <= 5; number += 1) await press(nowhere);
    says(paid);
    await press();
    skipTime(10_001);

    expect((await press()).status).toBe(200);
  });
});
