import { describe, expect, it } from 'vitest';
import { oneByOne } from '@card-checkout/testing/scripted-server';
import { retrying, startProxyWith as start, stoppedClock } from '../../testing/running-proxy.ts';

const down = { status: 500, json: { error: 'down' } };
const approval = { status: 201, json: { id: 'pay_1' } };

/** Starts a proxy, and pays an order whose postback comes so long after the answer. */
async function startAfter(postbackDelayMs: number | undefined) {
  const clock = stoppedClock();
  const started = await start(undefined, retrying, { now: clock.now });
  await started.proxy.pay({ order: { sub: 'earlier' } });
  clock.advance(postbackDelayMs ?? 0);
  const [earlier] = started.service.received;
  if (postbackDelayMs !== undefined) await started.proxy.postBack(earlier, { status: 'paid' });
  clock.advance(1);
  started.service.script = (number) => (number % 2 === 0 ? down : approval);
  return { ...started, clock };
}

describe('the silence after a 5xx', () => {
  it.each([
    ['in time', 0, 'approved', []],
    ['late', 1000, 'unknown', ['late']],
    ['never', undefined, 'unknown', ['never']],
  ])('is weighed, where postbacks come %s', async (_words, delayMs, end, warned) => {
    const { service, proxy } = await startAfter(delayMs);

    const { body } = await proxy.pay();

    const isSentAgain = end === 'approved';
    expect(body).toMatchObject({ status: end, tries: isSentAgain ? 2 : 1 });
    expect(service.received).toHaveLength(isSentAgain ? 3 : 2);
    const lines = proxy.logged('silence_is_weak_proof');
    expect(lines.map(({ level, postbacks }) => [level, postbacks])).toEqual(
      warned.map((postbacks) => [40, postbacks]),
    );
    expect(proxy.alarms()).toEqual([isSentAgain ? 'possible_duplicate_charge' : 'outcome_unknown']);
  });

  it('proves nothing any more once a 5xx was followed by a late postback', async () => {
    const { service, proxy, clock } = await startAfter(0);
    expect((await proxy.pay({ order: { sub: 'order-2' } })).body).toMatchObject({ tries: 2 });
    await proxy.postBack(service.received[2], { status: 'paid' });
    clock.advance(1000);
    await proxy.postBack(service.received[1], { status: 'paid' });
    clock.advance(1);

    const { body } = await proxy.pay({ order: { sub: 'order-3' } });

    expect(body).toMatchObject({ status: 'unknown', tries: 1 });
  });

  it('sends again without any evidence, and raises one alarm a day', async () => {
    const clock = stoppedClock();
    const { proxy } = await start(oneByOne(down, approval, down, approval), retrying, {
      now: clock.now,
    });

    const first = await proxy.pay({ order: { sub: 'order-2' } });
    await proxy.pay({ order: { sub: 'order-3' } });
    const alarms = proxy.alarms().filter((alarm) => alarm === 'unproven_retry');

    expect(first.body).toMatchObject({ status: 'approved', tries: 2 });
    expect(alarms).toHaveLength(1);
    expect(proxy.logged('silence_is_weak_proof')).toMatchObject([{ postbacks: 'unknown' }]);
  });
});
