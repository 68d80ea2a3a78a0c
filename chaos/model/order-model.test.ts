import {
  type AsyncCommand,
  asyncModelRun,
  asyncProperty,
  boolean,
  commands,
  constant,
  constantFrom,
  integer,
  nat,
  tuple,
  assert as assertProperty,
} from 'fast-check';
import { expect, it } from 'vitest';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';
import { ModelProxy } from './model-proxy.ts';
import { OrderModel, plans } from './order-model.ts';

type Command = AsyncCommand<OrderModel, ModelProxy>;

const anyPlan = constantFrom(...plans);

const claims = constantFrom<Claim[]>('charged', 'refused', 'exists');

/** How long the proxy may take to do what it need not be waited for, on a busy machine. */
const timeout = 20_000;

/** Makes a command that may always run; afterwards, model and proxy must say the same. */
function command(name: string, run: Command['run']): Command {
  return {
    check: () => true,
    run: async (model, proxy) => {
      await run(model, proxy);
      await compare(model, proxy);
    },
    toString: () => name,
  };
}

async function compare(model: OrderModel, proxy: ModelProxy): Promise<void> {
  const requests = async () => proxy.received.length;
  await expect.poll(requests, { timeout, message: 'requests at the service' }).toBe(model.requests);
  if (model.storeFails) return;
  for (const { key, status } of model.attempts) {
    await expect.poll(async () => proxy.look(key), { timeout, message: `key ${key}` }).toBe(status);
  }
  const isDoubleTold = proxy.alarms().includes('duplicate_charge');
  expect(isDoubleTold, 'the alarm of a duplicate').toBe(model.charges > 1);
}

const press = tuple(nat(2), anyPlan).map(([key, plan]) =>
  command(`press(${key}, ${plan})`, async (model, proxy) => {
    const expected = model.press(key, plan);
    const said = await proxy.press(key, plan);
    if (said !== 'processing') expect(said).toBe(expected);
  }),
);

const pressInTwoTabs = anyPlan.map((plan) =>
  command(`pressInTwoTabs(${plan})`, async (model, proxy) => {
    const before = model.requests;
    await Promise.all([proxy.press(0, plan), proxy.press(1, plan)]);
    const isFirst = (await proxy.look(0)) !== 'not_found';
    model.press(isFirst ? 0 : 1, plan);
    if (model.requests === before) model.press(isFirst ? 1 : 0, plan);
  }),
);

const postback = tuple(nat(8), claims, integer({ min: 1, max: 2 })).map(([number, claim, times]) =>
  command(`postback(${number}, ${claim}, ${times} times)`, async (model, proxy) => {
    for (let time = 1; time <= times; time += 1) {
      const isKnown = number < model.requests;
      model.postback(number, claim);
      const status = await proxy.postback(number, claim);
      expect(status).toBe(model.storeFails && isKnown ? 503 : 200);
    }
  }),
);

const unreadable = nat(8).map((number) =>
  command(`unreadablePostback(${number})`, async (model, proxy) => {
    model.postback(number, 'exists');
    await proxy.postback(number, 'exists', false);
  }),
);

const forged = constant(
  command('forgedPostback', async (model, proxy) => {
    expect(await proxy.forge()).toBe(model.storeFails ? 503 : 200);
  }),
);

const restart = constant(
  command('restart', async (model, proxy) => {
    model.storeFails = false;
    await proxy.restart();
  }),
);

const storeFails = boolean().map((fails) =>
  command(`storeFails(${fails})`, async (model, proxy) => {
    model.storeFails = fails;
    proxy.breakStore(fails);
  }),
);

it('does with an order what the contract says, whatever happens in which order', async () => {
  const orders = commands(
    [press, press, pressInTwoTabs, postback, postback, unreadable, forged, restart, storeFails],
    { maxCommands: 14 },
  );
  await assertProperty(
    asyncProperty(orders, async (run) => {
      const proxy = new ModelProxy();
      await proxy.open();
      try {
        await asyncModelRun(() => ({ model: new OrderModel(), real: proxy }), run);
      } finally {
        await proxy.close();
      }
    }),
    { numRuns: 60, interruptAfterTimeLimit: 20_000, seed: 20_261_121 },
  );
});
