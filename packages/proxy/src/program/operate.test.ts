import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import {
  startReceiver,
  startScriptedServer,
  temporaryFolder,
} from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';
import { oneByOne, type ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import {
  breakStore,
  retrying,
  startProxy,
  stoppedClock,
  webhooks,
  type RunningProxy,
} from '../../testing/running-proxy.ts';
import { program } from '../../testing/proxy-process.ts';
import { usingFile } from '../../testing/stores.ts';
import type { Command } from '../terminal/arguments.ts';
import { readCommand } from './command-line.ts';
import { OperatorError } from './operate.ts';

const postgres = await shareDatabase();

type Overrides = Record<string, string>;

/** Gives a command as user `maria`, and returns what it prints. */
async function command(env: Overrides, ...args: string[]): Promise<string> {
  return parsed(args)(environment(env));
}

function parsed(args: string[]): Command {
  const read = readCommand(args, { now: new Date(), by: 'maria' });
  return read === 'serve' ? expect.fail(`${args[0]} is no such command`) : read;
}

/** Starts a proxy on a file of SQLite, and lets it answer a payment like this. */
async function startOne(answer: ScriptedAnswer, options: { now?: () => Date } = {}) {
  const service = await startScriptedServer(() => answer);
  const shop = await startReceiver();
  const env = { API_BASE_URL: service.url, ...webhooks({ payment: shop }) };
  const proxy = await startProxy(env, options);
  const key = randomUUID();
  await proxy.pay({ key });
  // This is all that the commands need.
  const socket = { ADMIN_SOCKET: join(proxy.folder, 'admin.sock') };
  const say = async (...args: string[]) => parsed(args)(socket);
  return { proxy, shop, key, say };
}

async function runWithInput(args: string[], env: Overrides, input: string) {
  const child = spawn(process.execPath, [program, ...args], { env });
  child.stdin.end(input);
  const [stdout, [code]] = await Promise.all([textOf(child.stdout), once(child, 'exit')]);
  return { stdout, code };
}

/** Starts proxies on one database, with a payments API and a webhook of the shop. */
async function startProxies(places: readonly Overrides[], ...answers: ScriptedAnswer[]) {
  const service = await startScriptedServer(oneByOne(...answers));
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
    'on two instances with PostgreSQL, over the folder that they share',
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
    const messages = () => shop.messages().filter(({ data }) => data['paymentId'] === key);
    await expect.poll(() => messages().length).toBe(1);
    const refused = await other?.pay();
    const { promise: held, resolve: release } = Promise.withResolvers<ScriptedAnswer>();
    service.script = async (number) => (number === 2 ? held : approval);
    const running = other?.pay({ order: { sub: 'order-2' } });
    await expect.poll(() => service.received.length).toBe(2);
    const open = await command(env, 'payments', '--status', 'unknown', '--json');
    const said = await command(env, 'resolve', key, 'declined', '--note', 'not in the portal');
    const again = await other?.pay();
    release(approval);

    expect([lost?.status, refused?.status, again?.status]).toEqual([504, 409, 200]);
    expect((await running)?.status).toBe(200);
    expect(JSON.parse(open)).toMatchObject({ payments: [{ paymentId: key, status: 'unknown' }] });
    expect(said).toBe(`Payment ${key} of order order-1 is declined.`);
    await expect.poll(() => messages().length).toBe(2);
    expect(messages()).toMatchObject([
      { type: 'payment.unknown', data: { decidedBy: 'answer' } },
      { type: 'payment.declined', data: { decidedBy: 'operator', orderId: 'order-1' } },
    ]);
  });
});

describe('the commands of the operator', () => {
  it('show what happened to an order', async () => {
    const { key, say } = await startOne('reset');
    await say('resolve', key, 'declined', '--note', 'not in the portal; card 4000 0000 0000 2701');

    const said = await say('order', 'order-1');

    const text = said
      .replaceAll(key, 'KEY')
      .replaceAll(key.slice(0, 8), 'KEY')
      .replaceAll(/\d{4}(-\d\d){2} \d\d:\d\d(:\d\d\.\d{3})?/g, 'TIME')
      .replaceAll(/ {2,}/g, ' | ');
    expect(text.split('\n')).toEqual([
      'Order order-1 is unpaid.',
      '',
      'PAYMENT | STATUS | CODE | AMOUNT | CARD | CHANGED (UTC)',
      'KEY | declined | declined | R$ 129,90 | visa 2701 credit | TIME',
      '',
      'TIME (UTC) | PAYMENT | EVENT | STATUS | DETAILS',
      'TIME | KEY | started, try 1 sent | sending',
      'TIME | KEY | try 1 ended | unknown | no answer, proves nothing',
      'TIME | KEY | alarm outcome_unknown | acknowledged by maria, TIME',
      'TIME | KEY | resolved by maria | declined | not in the portal; card 400000…2701',
    ]);
  });

  it('say what blocks an order', async () => {
    const { key, say } = await startOne('reset');

    expect(await say('order', 'order-1')).toContain(
      `Order order-1 is unknown. It can't be paid again until ${key} is resolved.`,
    );
  });

  it('list payments and alarms, and acknowledge these', async () => {
    const { key, say } = await startOne('reset');

    const locking = await say('payments', '--locking');
    const later = await say('payments', '--until', '1h');
    const open = await say('payments', '--since', '2000-01-01 00:00');
    const declined = await say('payments', '--status', 'declined', '--since', '1h');
    const alarms = await say('alarms');
    const acknowledged = await say('alarms', '--acknowledge', 'all');
    const [left, all] = [await say('alarms'), await say('alarms', '--all')];

    expect(open).toMatch(new RegExp(`^${key} +unknown +no_answer +R\\$ 129,90 .+ order-1$`, 'm'));
    expect([declined, later, locking]).toEqual(['No payments.', 'No payments.', open]);
    expect(alarms).toMatch(new RegExp(`^1 +outcome_unknown .+ ${key} +order-1$`, 'm'));
    expect(alarms).toMatch(
      /^outcome_unknown: .+ Find the payment in the acquirer's portal and resolve it\. See docs/m,
    );
    expect([acknowledged, left]).toEqual(['Acknowledged: 1', 'No alarms.']);
    expect(all).toMatch(/ by maria$/m);
  });

  it('resolve several payments, also from the list, and close their alarms', async () => {
    const { proxy, key, say } = await startOne('reset');
    const [second, third] = [randomUUID(), randomUUID()];
    await proxy.pay({ key: second, order: { sub: 'order-2' } });
    await proxy.pay({ key: third, order: { sub: 'order-3' } });
    const list = await say('payments', '--locking');
    const rows = list.split('\n').filter((row) => !row.includes(third));

    const { stdout, code } = await runWithInput(
      ['resolve', '-', 'declined', '--note', 'not in the portal'],
      { ADMIN_SOCKET: join(proxy.folder, 'admin.sock') },
      rows.join('\n'),
    );
    const again = say('resolve', key, third, 'declined', '--note', 'not in the portal');

    expect(code).toBe(0);
    expect(stdout.trim().split('\n').toSorted()).toEqual(
      [
        `Payment ${key} of order order-1 is declined.`,
        `Payment ${second} of order order-2 is declined.`,
      ].toSorted(),
    );
    expect(await again).toContain(`Payment ${key} of order order-1 is declined.`);
    expect(await say('payments', '--status', 'unknown')).toBe('No payments.');
    expect(await say('alarms')).toBe('No alarms.');
  });

  it('close the alarms of a resolution that was cut off, when it is repeated', async () => {
    const { proxy, key, say } = await startOne('reset');
    const resolve = async (status: string) => say('resolve', key, status, '--note', 'seen');
    const broken = breakStore('acknowledgeAlarm');
    await expect(resolve('declined')).rejects.toThrow(OperatorError);
    broken.mockRestore();

    await expect(resolve('approved')).rejects.toThrow('already_resolved');
    await resolve('declined');

    expect(await say('alarms')).toBe('No alarms.');
    expect(proxy.logged('payment_resolved').filter(({ by }) => by === 'operator')).toHaveLength(1);
  });

  it('leave an alarm open that a resolution raises', async () => {
    const place = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'checkout.db')}`, ...retrying };
    const wrongNumber = { status: 400, json: { errors: { card: { number: ['x'] } } } };
    const { service, proxies } = await startProxies([place], wrongNumber, approval);
    const key = randomUUID();
    await proxies[0]?.pay({ key });
    await proxies[0]?.pay();
    await proxies[0]?.postBack(service.received[0], { status: 'processing' });

    const before = await command(place, 'alarms');
    await command(place, 'resolve', key, 'approved', '--note', 'in the portal');
    const after = await command(place, 'alarms');

    expect(before).toMatch(/^1 +possible_duplicate_charge/m);
    expect(after).toMatch(/^2 +duplicate_charge/m);
    expect(after).not.toContain('possible_duplicate_charge');
  });

  it('send an outcome again, under the same id', async () => {
    const { shop, key, say } = await startOne({ status: 200, json: { id: 'pay_1' } });
    await expect.poll(() => shop.messages()).toHaveLength(1);

    await say('resend', key);

    await expect.poll(() => shop.messages()).toHaveLength(2);
    const [first, second] = shop.messages();
    expect(second).toEqual(first);
  });

  it('count orders that are over, and delete them only with --yes', async () => {
    const clock = stoppedClock();
    const { say } = await startOne({ status: 400, json: { error: 'no' } }, clock);
    clock.advance(40 * 86_400_000);

    const counted = await say('purge', '--older-than', '39d');
    const kept = await say('purge', '--older-than', '41d', '--yes');
    const deleted = await say('purge', '--older-than', '39d', '--yes', '--json');

    expect(counted).toBe('1 order with 1 payment would be deleted. Add --yes to delete.');
    expect(kept).toBe('0 orders with 0 payments would be deleted.');
    expect(JSON.parse(deleted)).toEqual({ orders: 1, payments: 1, deleted: 1 });
    await expect(say('order', 'order-1')).rejects.toThrow('(order_not_found)');
  });

  it('close an order, unless a payment may be charged', async () => {
    const { key, say } = await startOne('reset');

    await expect(say('close', 'order-1')).rejects.toThrow(
      `Payment ${key} runs, or may have been charged (order_in_progress)`,
    );
    await say('resolve', key, 'declined', '--note', 'not in the portal');
    expect(await say('close', 'order-1')).toBe('Order order-1 is closed.');
    expect(await say('close', 'never tried')).toBe('Order never tried is closed.');

    const order = await say('order', 'order-1');
    expect(order).toMatch(/^Order order-1 is closed\.$/m);
    expect(order).toMatch(/order closed by \S+/);
    expect(await say('payments')).not.toContain('closed');
  });

  it('copy the file, and never over another', async () => {
    const { proxy, key, say } = await startOne('reset');
    const copy = join(proxy.folder, 'copy.db');

    const said = await say('backup', copy);

    expect(said).toBe(`The copy is ${copy}`);
    expect(
      usingFile(copy, (database) => database.prepare('SELECT id FROM payments').all()),
    ).toEqual([{ id: key }]);
    const again = `The copy could not be made: ${copy} exists already (backup_failed)`;
    await expect(say('backup', copy)).rejects.toThrow(new OperatorError(again));
  });

  it('say that the proxy is of another version', async () => {
    const ADMIN_SOCKET = join(temporaryFolder(), 'admin.sock');
    const other = Fastify();
    onTestFinished(() => other.close());
    await other.listen({ path: ADMIN_SOCKET });

    await expect(parsed(['alarms'])({ ADMIN_SOCKET })).rejects.toThrow(
      new OperatorError('The proxy runs another version than this program: restart it'),
    );
  });

  it('are refused with a code', async () => {
    const { key, say } = await startOne({ status: 200, json: { id: 'pay_1' } });
    const note = ['--note', 'x'];
    const nobody = randomUUID();
    const refused: [line: string, args: string[]][] = [
      ["No payment has been attempted for order 'none' (order_not_found)", ['order', 'none']],
      [
        `There is no payment '${nobody}' (payment_not_found)`,
        ['resolve', nobody, 'approved', ...note],
      ],
      [`There is no payment '${nobody}' (payment_not_found)`, ['resend', nobody]],
      ["There is no alarm '99' (alarm_not_found)", ['alarms', '--acknowledge', '99']],
      ['(already_resolved)', ['resolve', key, 'approved', ...note]],
      ['(evidence_contradicts)', ['resolve', key, 'declined', ...note]],
      ['(note_missing)', ['resolve', key, 'declined', '--note', 'x'.repeat(501)]],
      ['the id is missing or wrong (bad_request)', ['order', 'x'.repeat(129)]],
      [
        "No payment has been attempted for order 'no 400000…2701' ",
        ['order', 'no 4000000000002701'],
      ],
    ];

    for (const [line, args] of refused) {
      await expect(say(...args)).rejects.toThrow(OperatorError);
      await expect(say(...args)).rejects.toThrow(line);
    }
  });
});

describe('without a proxy that answers', () => {
  it('the commands say so, and how to start one', async () => {
    const DATABASE_URL = `sqlite:${join(temporaryFolder(), 'checkout.db')}`;
    const elsewhere = { DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' };

    await expect(command({ DATABASE_URL }, 'alarms')).rejects.toThrow(
      /^No proxy answers at ADMIN_SOCKET \/.+\/admin\.sock\. Start it: /,
    );
    await expect(command(elsewhere, 'alarms')).rejects.toThrow(
      /^No proxy answers at ADMIN_SOCKET \/tmp\/card-checkout-\d+-[\da-f]{12}\/\. Start it: /,
    );
    await expect(command({ ADMIN_SOCKET: 'off' }, 'alarms')).rejects.toThrow(
      new OperatorError('ADMIN_SOCKET is off, so no command reaches the proxy'),
    );
  });

  it('the commands find the socket of a file whose path is too long for one', async () => {
    const folder = join(temporaryFolder(), 'x'.repeat(100));
    mkdirSync(folder);
    const place = { DATABASE_URL: `sqlite:${join(folder, 'checkout.db')}` };
    await startProxy(place);

    expect(await command(place, 'alarms')).toBe('No alarms.');
  });
});
