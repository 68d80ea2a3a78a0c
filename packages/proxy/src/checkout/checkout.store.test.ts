import { randomUUID } from 'node:crypto';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { oneByOne, type ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { breakStore, retrying, startProxyWith as start } from '../../testing/running-proxy.ts';
import { posted } from '../../testing/payments.ts';
import { SqliteDatabase } from '../store/sqlite/sqlite-database.ts';
import { Store } from '../store/store.ts';

const limitedOnce = (number: number) => ({ status: number === 1 ? 429 : 200 });
const approving = { status: 200, json: { id: 'pay_1' } };

const rules = {
  attemptsPerOrder: 5,
  unresolvedAlarmMs: 900_000,
  mayLeaveMs: 0,
  receivers: new Set<never>(),
  now: () => new Date(),
};

/** A store that fails once, before the work of that kind or after it. */
class FaultyStore extends Store {
  readonly #fault: string;
  #hasFailed = false;

  constructor(
    fault: `after ${'begin' | 'try_started' | 'try_ended'}` | `before ${'find' | 'try_started'}`,
  ) {
    super(new SqliteDatabase(':memory:'), rules);
    this.#fault = fault;
  }

  override async begin(...written: Parameters<Store['begin']>) {
    const kept = await super.begin(...written);
    this.#failAt('after begin');
    return kept;
  }

  override async find(id: string) {
    this.#failAt('before find');
    return super.find(id);
  }

  override async record(...written: Parameters<Store['record']>) {
    const { kind } = written[1];
    this.#failAt(`before ${kind}`);
    const kept = await super.record(...written);
    this.#failAt(`after ${kind}`);
    return kept;
  }

  #failAt(moment: string): void {
    if (this.#hasFailed || moment !== this.#fault) return;
    this.#hasFailed = true;
    throw new Error('connection lost');
  }
}

/** A store where a postback about the first try arrives right after the second try is stored. */
class OvertakenStore extends Store {
  readonly #losesAnswer: boolean;
  #tell: (id: string) => void = () => undefined;

  constructor(losesAnswer: boolean) {
    super(new SqliteDatabase(':memory:'), rules);
    this.#losesAnswer = losesAnswer;
  }

  override onChange(listener: (id: string) => void): void {
    this.#tell = listener;
  }

  override async record(...written: Parameters<Store['record']>) {
    const [id, { kind }] = written;
    const kept = await super.record(...written);
    if (kind !== 'try_started' || !kept) return kept;
    await super.record(id, posted(1, 'charged'));
    this.#tell(id);
    if (this.#losesAnswer) throw new Error('connection lost');
    return kept;
  }
}

describe('a store that fails', () => {
  it('before the payment is stored: nothing is sent, until it works again', async () => {
    const { service, proxy } = await start();
    const broken = breakStore('begin');
    const key = randomUUID();

    const refused = await proxy.pay({ key });
    broken.mockRestore();
    const taken = await proxy.pay({ key });

    expect([refused.status, refused.body['code']]).toEqual([503, 'overloaded']);
    expect(proxy.logged('store_failed')).toMatchObject([{ operation: 'begin', level: 50 }]);
    expect(taken.status).toBe(200);
    expect(service.received).toHaveLength(1);
  });

  it('after the answer: it is stored and announced once the store works again, and nothing is sent twice', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy } = await start(() => gate.promise);
    const waiting = proxy.pay();
    await expect.poll(() => service.received.length).toBe(1);
    const record = vi.spyOn(Store.prototype, 'record');
    onTestFinished(() => record.mockRestore());
    record.mockRejectedValueOnce(new Error('disk full'));

    gate.resolve(approving);
    const answer = await waiting;

    expect([answer.status, answer.body['payment']]).toEqual([200, approving.json]);
    expect(proxy.logged('store_failed')).toMatchObject([
      { operation: 'try_ended', status: 'approved', level: 50, support: true },
    ]);
    expect(service.received).toHaveLength(1);
  });

  it('after the answer, and until the buyer is tired of it: the answer is 202', async () => {
    const { service, proxy } = await start();
    breakStore('record');
    const key = randomUUID();

    const answer = await proxy.pay({ key, headers: { Prefer: 'wait=1' } });
    const again = await proxy.pay({ key, headers: { Prefer: 'wait=0' } });

    expect([answer.status, answer.body['status']]).toEqual([202, 'processing']);
    expect([again.status, again.body['status']]).toEqual([202, 'processing']);
    expect(service.received).toHaveLength(1);
  });

  it.each([
    ['before a second try is stored, after a 429', 'before try_started', 429, 'store_failed'],
    ['before a second try is stored, after a 5xx', 'before try_started', 500, 'store_failed'],
    ['while it waits to send again, after a 429', 'before find', 429, 'read_failed'],
    ['while it waits to send again, after a 5xx', 'before find', 500, 'read_failed'],
  ] as const)('%s: it is sent again when the store works', async (_words, fault, status, event) => {
    const store = new FaultyStore(fault);
    const script = oneByOne({ status }, approving);
    const { service, proxy } = await start(script, retrying, { store });

    const answer = await proxy.pay();

    expect(answer.body).toMatchObject({ status: 'approved', tries: 2 });
    expect(proxy.logged(event)).toHaveLength(1);
    expect(service.received).toHaveLength(2);
  });
});

describe('a SQLite file', () => {
  it.each<[string, (file: string) => void]>([
    ['moved', (file) => renameSync(file, `${file}.old`)],
    ['deleted', (file) => rmSync(file)],
    ['parted from its -wal', (file) => rmSync(`${file}-wal`)],
    [
      'replaced',
      (file) => {
        copyFileSync(file, `${file}.new`);
        renameSync(`${file}.new`, file);
      },
    ],
  ])('that is %s while the proxy runs takes no payment, and the log says why', async (_, act) => {
    const { service, proxy } = await start();
    await proxy.pay();

    act(join(proxy.folder, 'checkout.db'));
    const ready = await proxy.call('/readyz');
    const refused = await proxy.pay();

    expect(ready.status).toBe(503);
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } });
    expect(service.received).toHaveLength(1);
    const reason = 'The file in DATABASE_URL was moved, replaced or deleted';
    await expect
      .poll(() => proxy.logged('round_failed'))
      .toContainEqual(expect.objectContaining({ reason }));
  });

  it('that is moved away and back keeps what happened meanwhile', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy } = await start(() => gate.promise);
    const paying = proxy.pay();
    await expect.poll(() => service.received.length).toBe(1);
    const file = join(proxy.folder, 'checkout.db');

    renameSync(file, `${file}.old`);
    gate.resolve(approving);
    await expect.poll(() => proxy.logged('store_failed')).not.toEqual([]);
    renameSync(`${file}.old`, file);

    expect((await paying).body).toMatchObject({ status: 'approved' });
  });
});

describe('a store whose answer is lost', () => {
  it('as it takes a payment: nothing is sent, and the order can be paid', async () => {
    const store = new FaultyStore('after begin');
    const { service, proxy } = await start(undefined, {}, { store });
    const key = randomUUID();

    const refused = await proxy.pay({ key });
    await expect.poll(() => proxy.logged('payment_resolved').length).toBe(1);
    const same = await proxy.pay({ key });
    const other = await proxy.pay();

    expect(refused.status).toBe(503);
    expect(same.body).toMatchObject({ status: 'failed', code: 'unavailable', retryable: true });
    expect(other.status).toBe(200);
    expect(service.received).toHaveLength(1);
  });

  it('as it takes a payment: a later one under the same key is not ended for it', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy } = await start(() => gate.promise);
    const broken = breakStore('begin');
    const find = vi.spyOn(Store.prototype, 'find');
    onTestFinished(() => find.mockRestore());
    find.mockRejectedValueOnce(new Error('connection lost'));
    const key = randomUUID();
    await proxy.pay({ key });
    broken.mockRestore();

    const second = proxy.pay({ key });
    await expect.poll(() => service.received.length).toBe(1);
    const { length } = find.mock.calls;
    await expect.poll(() => find.mock.calls.length).toBeGreaterThan(length + 1);
    gate.resolve(approving);

    expect((await second).body).toMatchObject({ status: 'approved', tries: 1 });
  });

  it('as it takes a second try: that is sent once', async () => {
    const store = new FaultyStore('after try_started');
    const { service, proxy } = await start(limitedOnce, {}, { store });

    const answer = await proxy.pay();

    expect(answer.body).toMatchObject({ status: 'approved', tries: 2 });
    expect(service.received).toHaveLength(2);
  });

  it('as a try ends that is repeated: the payment goes on', async () => {
    const store = new FaultyStore('after try_ended');
    const { service, proxy } = await start(limitedOnce, {}, { store });

    const answer = await proxy.pay();

    expect(answer.body).toMatchObject({ status: 'approved', tries: 2 });
    expect(service.received).toHaveLength(2);
  });
});

describe('a second try that a postback overtakes as it is stored', () => {
  it.each([
    ['and whose commit is known', false],
    ['and whose commit is lost', true],
  ])('%s, is not sent', async (_words, losesAnswer) => {
    const store = new OvertakenStore(losesAnswer);
    const { service, proxy } = await start(oneByOne({ status: 500 }), retrying, { store });

    const answer = await proxy.pay();

    expect(answer.body).toMatchObject({ status: 'approved' });
    expect(service.received).toHaveLength(1);
  });
});
