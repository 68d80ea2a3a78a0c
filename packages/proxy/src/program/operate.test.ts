import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import {
  startReceiver,
  startScriptedService,
  temporaryFolder,
} from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';
import { oneByOne, type ScriptedAnswer } from '@card-checkout/testing/scripted-service';
import { startProxy, webhooks, type RunningProxy } from '../../testing/running-proxy.ts';
import { readCommand } from './command-line.ts';
import { operate } from './operate.ts';

const postgres = await shareDatabase();

type Overrides = Record<string, string>;

/** Gives a command as user `maria`, and returns what it prints. */
async function command(env: Overrides, ...args: string[]): Promise<string> {
  const parsed = readCommand(args, { now: new Date(), by: 'maria' });
  if (parsed.name !== 'operate') throw new Error(`${args[0]} is no command of the operator`);
  return operate(parsed.operate, environment(env));
}

/** Starts proxies on one database, with a payments service and a webhook of the shop. */
async function startProxies(places: readonly Overrides[], ...answers: ScriptedAnswer[]) {
  const service = await startScriptedService(oneByOne(...answers));
  const shop = await startReceiver();
  const shared = { API_BASE_URL: service.url, ...webhooks({ payment: shop }) };
  const proxies: RunningProxy[] = [];
  for (const place of places) proxies.push(await startProxy({ ...shared, ...place }));
  return { shared, service, shop, proxies };
}

const approval = { status: 200, json: { id: 'pay_1' } };

describe.each<[string, () => Promise<Overrides[]>]>([
  [
    'on SQLite, over the socket',
    async () => [{ DATABASE_URL: `sqlite:${join(temporaryFolder(), 'checkout.db')}` }],
  ],
  [
    'on two instances with PostgreSQL, over the socket of the first',
    async () => {
      const socket = join(temporaryFolder(), 'admin.sock');
      await postgres.clear();
      return [{ DATABASE_URL: postgres.url, ADMIN_SOCKET: socket }, { DATABASE_URL: postgres.url }];
    },
  ],
  [
    'on two instances with PostgreSQL, without a socket',
    async () => {
      await postgres.clear();
      return [{ DATABASE_URL: postgres.url }, { DATABASE_URL: postgres.url }];
    },
  ],
])('the commands of the operator %s', (_name, places) => {
  it('free an order while payments run, and tell the shop', async () => {
    const place = await places();
    const { shared, service, shop, proxies } = await startProxies(place, 'reset', approval);
    const [first, other = first] = proxies;
    const key = randomUUID();
    const env = { ...shared, ...place[0] };

    const lost = await first?.pay({ key });
    const refused = await other?.pay();
    const { promise: held, resolve: release } = Promise.withResolvers<ScriptedAnswer>();
    service.script = async (number) => (number === 2 ? held : approval);
    const running = other?.pay({ order: { sub: 'order-2' } });
    await expect.poll(() => service.received.length).toBe(2);
    const open = await command(env, 'payments', '--json');
    const said = await command(env, 'resolve', key, 'declined', '--note', 'not in the portal');
    const again = await other?.pay();
    release(approval);

    expect([lost?.status, refused?.status, again?.status]).toEqual([504, 409, 200]);
    expect((await running)?.status).toBe(200);
    expect(JSON.parse(open)).toMatchObject({ payments: [{ paymentId: key, status: 'unknown' }] });
    expect(said).toBe(`Payment ${key} of order order-1 is declined.`);
    const messages = () => shop.messages().filter(({ data }) => data['paymentId'] === key);
    await expect.poll(() => messages().length).toBe(2);
    expect(messages()).toMatchObject([
      { type: 'payment.unknown', data: { decidedBy: 'answer' } },
      { type: 'payment.declined', data: { decidedBy: 'operator', orderId: 'order-1' } },
    ]);
  });
});
