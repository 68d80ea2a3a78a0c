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
import { startPostgres } from '@card-checkout/testing/postgres';
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../packages/proxy/src/attempt/outcome.ts';
import { ModelProxy, type Plan } from './model-proxy.ts';

/** How a press with a new key ends, and what each of its tries may have charged. */
interface Ending {
  status: string;
  tries: readonly ModelTry['charge'][];
}

/** What is known about a try; `open` if it may have charged. */
interface ModelTry {
  charge: 'charged' | 'refused' | 'not_charged' | 'open';
  /** Whether its answer proves nothing. */
  isUnproved: boolean;
}

interface ModelPayment {
  key: number;
  status: string;
  tries: ModelTry[];
}

/** How a press ends, by the API's plan. */
const endings: Record<Plan, Ending> = {
  approve: { status: 'approved', tries: ['charged'] },
  decline: { status: 'declined', tries: ['refused'] },
  pending: { status: 'processing', tries: ['open'] },
  reset: { status: 'unknown', tries: ['open'] },
  rate_limit: { status: 'failed', tries: Array.from({ length: 4 }, () => 'not_charged') },
  fail: { status: 'unknown', tries: Array.from({ length: 4 }, () => 'open') },
  fail_then_approve: { status: 'approved', tries: ['open', 'charged'] },
  fail_after_postback_charged: { status: 'approved', tries: ['charged'] },
  fail_after_postback_refused: { status: 'declined', tries: ['refused'] },
  fail_after_postback_exists: { status: 'processing', tries: ['open'] },
};

/** Plans whose every answer proves nothing. */
const unproved: ReadonlySet<string> = new Set<Plan>([
  'reset',
  'fail',
  'fail_after_postback_charged',
  'fail_after_postback_refused',
  'fail_after_postback_exists',
]);

/** Payments in doubt, one after the other, after which new ones are held back. */
const maxInDoubt = 5;

/** An order as the contract describes it, independent of the implementation. */
class OrderModel {
  readonly payments: ModelPayment[] = [];
  storeFails = false;
  /** Payments in doubt since the last sign of life. */
  inDoubt = 0;
  otherRequests = 0;
  isClosed = false;

  press(key: number, plan: Plan): string {
    if (this.storeFails) return 'overloaded';
    const known = this.payments.find((payment) => payment.key === key);
    if (known) return known.status;
    if (this.inDoubt >= maxInDoubt) return 'overloaded';
    if (this.payments.some(({ status }) => status === 'approved')) return 'order_already_paid';
    if (this.payments.some(isLive)) return 'order_in_progress';
    if (this.isClosed) return 'order_closed';
    const { status, tries } = endings[plan];
    const isUnproved = (index: number) =>
      unproved.has(plan) || (plan === 'fail_then_approve' && index === 0);
    const ended = tries.map((charge, index) => ({ charge, isUnproved: isUnproved(index) }));
    this.payments.push({ key, status, tries: ended });
    const isSignOfLife = !unproved.has(plan) || plan.startsWith('fail_after_postback');
    if (isSignOfLife) this.inDoubt = 0;
    if (unproved.has(plan)) this.inDoubt += 1;
    return status;
  }

  close(): string {
    if (this.storeFails) return 'overloaded';
    if (this.payments.some(({ status }) => status === 'approved')) return 'order_already_paid';
    if (this.payments.some(isLive)) return 'order_in_progress';
    this.isClosed = true;
    return 'closed';
  }

  pressAnother(): string {
    if (this.storeFails || this.inDoubt >= maxInDoubt) return 'overloaded';
    this.otherRequests += 1;
    this.inDoubt += 1;
    return 'unknown';
  }

  postback(requestNumber: number, claim: Claim): void {
    const all = this.payments.flatMap((payment) =>
      payment.tries.map((sent) => ({ payment, sent })),
    );
    const found = all[requestNumber];
    if (!found || this.storeFails) return;
    const { payment, sent } = found;
    if (sent.isUnproved) this.inDoubt = 0;
    if (claim === 'charged') {
      sent.charge = 'charged';
      payment.status = 'approved';
    }
    if (claim === 'exists' && sent.charge === 'not_charged') {
      sent.charge = 'open';
      if (payment.status === 'failed') payment.status = 'unknown';
    }
    if (claim !== 'refused' || sent.charge === 'charged') return;
    const wasLive = isLive(payment);
    sent.charge = 'refused';
    if (wasLive && !payment.tries.some(({ charge }) => charge === 'open')) {
      payment.status = 'declined';
    }
  }

  get requests(): number {
    return this.payments.flatMap(({ tries }) => tries).length;
  }

  get charges(): number {
    const tries = this.payments.flatMap((payment) => payment.tries);
    return tries.filter(({ charge }) => charge === 'charged').length;
  }
}

function isLive({ status }: ModelPayment): boolean {
  return status === 'processing' || status === 'unknown';
}

type Command = AsyncCommand<OrderModel, ModelProxy>;

const plans = Object.keys(endings).filter((name): name is Plan => name in endings);
const anyPlan = constantFrom(...plans);

const claims = constantFrom<Claim[]>('charged', 'refused', 'exists');

/** Time for the proxy's background work on a busy machine; less than `maxMs`. */
const timeout = 10_000;

/** No further sequence begins after this time. */
const maxMs = 20_000;

/** Makes a command that can always run. Afterwards, model and proxy must agree. */
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
  await expect
    .poll(requests, { timeout, message: 'requests to the payments API' })
    .toBe(model.requests);
  expect(proxy.otherRequests).toBe(model.otherRequests);
  if (model.storeFails) return;
  for (const { key, status } of model.payments) {
    await expect.poll(async () => proxy.look(key), { timeout, message: `key ${key}` }).toBe(status);
  }
  const isDoubleTold = proxy.alarms().includes('duplicate_charge');
  expect(isDoubleTold, 'the alarm duplicate_charge').toBe(model.charges > 1);
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
    await Promise.all([proxy.press(0, plan), proxy.press(1, plan)]);
    // The later one is sent, too, if it comes a moment after the first one was declined.
    const sent = proxy.keysSince(model.requests);
    const known = (await proxy.look(0)) === 'not_found' ? [1, 0] : [0, 1];
    for (const key of sent.length > 0 ? sent : known) model.press(key, plan);
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

const closing = constant(
  command('closeOrder', async (model, proxy) => {
    expect(await proxy.closeOrder()).toBe(model.close());
  }),
);

const unreadable = nat(8).map((number) =>
  command(`unreadablePostback(${number})`, async (model, proxy) => {
    model.postback(number, 'exists');
    await proxy.postback(number, 'exists', false);
  }),
);

const forged = constant(
  command('forgedPostback', async (_model, proxy) => {
    expect(await proxy.forge()).toBe(200);
  }),
);

const outage = constant(
  command('outage', async (model, proxy) => {
    for (let times = 1; times <= maxInDoubt; times += 1) {
      expect(await proxy.pressAnother()).toBe(model.pressAnother());
    }
  }),
);

const restart = constant(
  command('restart', async (model, proxy) => {
    model.storeFails = false;
    model.inDoubt = 0;
    await proxy.restart();
  }),
);

const storeFails = boolean().map((fails) =>
  command(`storeFails(${fails})`, async (model, proxy) => {
    model.storeFails = fails;
    proxy.breakStore(fails);
  }),
);

const orders = commands(
  [
    press,
    press,
    pressInTwoTabs,
    postback,
    postback,
    unreadable,
    closing,
    forged,
    outage,
    restart,
    storeFails,
  ],
  { maxCommands: 14 },
);

/** Compares random sequences of events, each on a database of its own. */
async function compareRuns(numRuns: number, newDatabase: () => Promise<string | undefined>) {
  await assertProperty(
    asyncProperty(orders, async (run) => {
      const proxy = new ModelProxy();
      await proxy.open(await newDatabase());
      try {
        await asyncModelRun(() => ({ model: new OrderModel(), real: proxy }), run);
      } finally {
        await proxy.close();
      }
    }),
    { numRuns, interruptAfterTimeLimit: maxMs, seed: 20_261_121 },
  );
}

describe('an order follows the contract in any sequence of events', () => {
  it('on SQLite', async () => compareRuns(60, async () => undefined));

  it('on PostgreSQL', async () => {
    // It stops with this process. Waiting for that would take as long as the test.
    const { createDatabase } = await startPostgres();
    await compareRuns(6, createDatabase);
  });
});
