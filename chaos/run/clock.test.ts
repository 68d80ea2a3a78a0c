import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startSingleProxy } from './single-proxy.ts';

const hourMs = 3_600_000;

it.each([
  ['forwards', 3 * hourMs],
  ['backwards', -3 * hourMs],
])('keeps every outcome when the clock jumps %s', async (_direction, byMs) => {
  const { service, running, startAgain, pay, get } = await startSingleProxy(async (number) =>
    number === 2 ? 'reset' : { status: 200, json: { id: 'pay_1' } },
  );
  const [paid, lost] = [randomUUID(), randomUUID()];
  const before = [await pay('order-1', paid), await pay('order-2', lost)];

  await running.shiftClock(byMs);
  const jumped = [await pay('order-1', paid), await pay('order-2', lost)];
  await running.kill('SIGKILL');
  const next = await startAgain();
  const restarted = [await get(`/api/checkout/${paid}`), await get(`/api/checkout/${lost}`)];

  const outcomes = ['approved', 'unknown'];
  for (const answers of [before, jumped, restarted]) {
    expect(answers.map(({ shown }) => shown)).toEqual(outcomes);
  }
  expect(service.received).toHaveLength(2);
  expect(await next.kill('SIGTERM')).toMatchObject({ code: 0 });
});

it('retries within its window although the clock jumps during the wait', async () => {
  const answered = Promise.withResolvers<void>();
  const { service, running, pay } = await startSingleProxy((number) => {
    answered.resolve();
    return number === 1 ? { status: 500 } : { status: 200, json: { id: 'pay_1' } };
  });
  const payment = pay('order-1');
  await answered.promise;

  await running.shiftClock(-3 * hourMs);

  expect(await payment).toEqual({ httpStatus: 200, shown: 'approved' });
  expect(service.received).toHaveLength(2);
});
