import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  afterNoon,
  begin as begun,
  ended,
  newTokenHash,
  posted,
  rules,
  wanted,
} from '../../testing/payments.ts';
import type { NewAttempt } from '../attempt/attempt.ts';
import { approved, declined, noAnswer } from '../attempt/outcome.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { reserve, transition } from '../attempt/transition.ts';
import { CommitLost } from './database.ts';
import { Ledger, newOrder, type KnownOrder } from './ledger.ts';
import { SqliteDatabase } from './sqlite/sqlite-database.ts';

/** How a commit ends, instead of being written. */
type End = (write: () => Promise<boolean>) => Promise<boolean>;

const lostBefore: End = async () => {
  throw new CommitLost();
};

const lostAfter: End = async (write) => {
  await write();
  throw new CommitLost();
};

const overtaken: End = async () => false;

/** More often than the ledger tries, but not forever. */
const often = 150;

function open() {
  const database = new SqliteDatabase(':memory:');
  onTestFinished(async () => database.close());
  const ends: End[] = [];
  const commit = database.commit.bind(database);
  const commits = vi.spyOn(database, 'commit').mockImplementation(async (change) => {
    const end = ends.shift();
    return end ? end(async () => commit(change)) : commit(change);
  });
  const reads = vi.spyOn(database, 'read');
  const transacts = vi.spyOn(database, 'transact');
  let decisions = 0;

  /** Counts what `work` reads, commits and decides. */
  const counting = async <Result>(work: () => Promise<Result>) => {
    decisions = 0;
    reads.mockClear();
    commits.mockClear();
    const result = await work();
    return {
      result,
      reads: reads.mock.calls.length,
      commits: commits.mock.calls.length,
      decisions,
    };
  };

  const newLedger = (ledger = new Ledger(database)) => ({
    ledger,
    begin: async (payment: NewAttempt, tokenHash = newTokenHash()) => {
      const decide = ({ payments, elsewhere }: KnownOrder) => {
        decisions += 1;
        return reserve(payments, payment, tokenHash, rules, elsewhere);
      };
      return ledger.change(payment, decide, newOrder);
    },
    record: async (id: string, event: AttemptEvent) =>
      ledger.change({ id }, ({ payments }) => {
        decisions += 1;
        const change = transition(payments, id, event, rules);
        return { result: change?.attempt.status, change };
      }),
  });

  const stored = async (orderId: string) =>
    (await new Ledger(database).read({ id: '', orderId })).payments.map(({ id, status }) => {
      return { id, status };
    });
  return {
    ...newLedger(),
    /** Another process with the same database. */
    other: newLedger(),
    commits,
    transacts,
    counting,
    stored,
    /** Says how the next commits end. */
    nextEnd: (...next: End[]) => void ends.push(...next),
  };
}

describe('a new payment', () => {
  it.each([
    ['before', lostBefore, { commits: 2, decisions: 2 }],
    ['after', lostAfter, { commits: 1, decisions: 1 }],
  ])('is stored once if the connection breaks %s its commit', async (_words, end, work) => {
    const { begin, counting, nextEnd, stored } = open();
    const payment = wanted();
    nextEnd(end);

    const done = await counting(async () => begin(payment));

    expect(done).toMatchObject({ result: { kind: 'created' }, ...work });
    expect(await stored(payment.orderId)).toEqual([{ id: payment.id, status: 'sending' }]);
  });

  it('is refused if another one of its order was stored while its own commit was lost', async () => {
    const { begin, other, nextEnd, stored } = open();
    const payment = wanted();
    const faster = wanted({ orderId: payment.orderId });
    nextEnd(async () => {
      await other.begin(faster);
      throw new CommitLost();
    });

    const result = await begin(payment);

    expect(result).toEqual({ kind: 'refused', code: 'order_in_progress' });
    expect(await stored(payment.orderId)).toEqual([{ id: faster.id, status: 'sending' }]);
  });

  it('fails if its commit is lost twice', async () => {
    const { begin, commits, nextEnd } = open();
    nextEnd(lostBefore, lostBefore);

    await expect(begin(wanted())).rejects.toThrow(CommitLost);
    expect(commits).toHaveBeenCalledTimes(2);
  });

  it('fails at once if its commit fails', async () => {
    const { begin, commits, nextEnd } = open();
    nextEnd(async () => Promise.reject(new Error('disk full')));

    await expect(begin(wanted())).rejects.toThrow('disk full');
    expect(commits).toHaveBeenCalledOnce();
  });

  it('fails after 100 rounds in which another write was faster', async () => {
    const { begin, commits, nextEnd } = open();
    const payment = wanted();
    nextEnd(...Array.from({ length: often }, () => overtaken));

    await expect(begin(payment)).rejects.toThrow(`The order of ${payment.id} changes all the time`);
    expect(commits).toHaveBeenCalledTimes(100);
  });

  it("can't use a proof that a second payment of another order brought", async () => {
    const { begin, record } = open();
    const first = wanted();
    const second = wanted({ orderId: first.orderId, proofHash: 'proof' });
    await begin(first);
    await record(first.id, ended(1, declined));
    await begin(second);

    expect(await begin(wanted({ proofHash: 'proof' }))).toEqual({
      kind: 'refused',
      code: 'three_ds_used',
    });
  });
});

describe('a step', () => {
  it('is decided on again if another step came while its commit was lost', async () => {
    const { begin, record, other, counting, nextEnd, stored } = open();
    const payment = wanted();
    await begin(payment);
    nextEnd(async () => {
      await other.record(payment.id, posted(1, 'charged'));
      throw new CommitLost();
    });

    const done = await counting(async () => record(payment.id, ended(1, noAnswer)));

    expect(done).toMatchObject({ result: 'approved', commits: 3, decisions: 3 });
    expect(await stored(payment.orderId)).toEqual([{ id: payment.id, status: 'approved' }]);
  });

  it('is decided on again if the order changed after its lost commit', async () => {
    const { begin, record, other, counting, nextEnd } = open();
    const first = wanted();
    const second = wanted({ orderId: first.orderId });
    await begin(first);
    await record(first.id, ended(1, declined));
    await begin(second);
    nextEnd(async (write) => {
      await write();
      await other.record(first.id, posted(1, 'charged'));
      throw new CommitLost();
    });

    const done = await counting(async () => record(second.id, ended(1, noAnswer)));

    expect(done).toMatchObject({ result: undefined, commits: 2, decisions: 3 });
  });
});

describe('the order of a running payment', () => {
  it('is kept in memory', async () => {
    const { begin, record, counting } = open();
    const payment = wanted();
    await begin(payment);

    const done = await counting(async () => record(payment.id, ended(1, approved)));

    expect(done).toMatchObject({ result: 'approved', reads: 0, commits: 1 });
  });

  it('is kept after a lost commit, too', async () => {
    const { begin, record, counting, nextEnd } = open();
    const payment = wanted();
    nextEnd(lostAfter);
    await begin(payment);

    const done = await counting(async () => record(payment.id, ended(1, approved)));

    expect(done).toMatchObject({ result: 'approved', reads: 0, commits: 1 });
  });

  it("is kept if it isn't the order's first payment", async () => {
    const { begin, record, counting } = open();
    const first = wanted();
    const second = wanted({ orderId: first.orderId });
    await begin(first);
    await record(first.id, ended(1, declined));
    await begin(second);

    const done = await counting(async () => record(second.id, ended(1, approved)));

    expect(done).toMatchObject({ result: 'approved', reads: 0, commits: 1 });
  });

  it('is read again once it has ended', async () => {
    const { begin, record, counting } = open();
    const payment = wanted();
    await begin(payment);
    await record(payment.id, ended(1, noAnswer));

    const done = await counting(async () => record(payment.id, posted(1, 'charged')));

    expect(done).toMatchObject({ result: 'approved', reads: 1, commits: 1 });
  });

  it('is read again once another process has changed it', async () => {
    const { ledger, begin, record, counting } = open();
    const payment = wanted();
    await begin(payment);
    ledger.forget(payment.id);

    const done = await counting(async () => record(payment.id, ended(1, approved)));

    expect(done).toMatchObject({ result: 'approved', reads: 1, commits: 1 });
  });

  it('is read before the ledger says that nothing changes', async () => {
    const { begin, record, counting } = open();
    const payment = wanted();
    await begin(payment);

    const done = await counting(async () => record(payment.id, ended(2, approved)));

    expect(done).toMatchObject({ result: undefined, reads: 1, commits: 0, decisions: 2 });
  });

  it('is dropped first if it is the oldest of more than 10,000', async () => {
    const { ledger, record, commits, counting } = open();
    commits.mockResolvedValue(true);
    const { event } = transition([begun()], 'a-1', ended(1, approved), rules) ?? {};
    if (!event) throw new Error('The step changes nothing');
    const keep = async (id: string) => {
      const change = { attempt: { ...begun(id), orderId: id }, event, alarms: [], messages: [] };
      return ledger.change({ id }, () => ({ result: undefined, change }), newOrder);
    };
    const readsFor = async (id: string) =>
      (await counting(async () => record(id, ended(1, noAnswer)))).reads;

    for (let number = 1; number <= 10_000; number += 1) await keep(`${number}`);
    const whenFull = await readsFor('1');
    for (let number = 10_001; number <= 10_002; number += 1) await keep(`${number}`);

    expect(whenFull).toBe(0);
    expect([await readsFor('2'), await readsFor('3')]).toEqual([1, 0]);
  });
});

describe('deleting an order', () => {
  const later = afterNoon(1).toISOString();

  it('counts no payment that an earlier deletion left blank', async () => {
    const { ledger, begin, record } = open();
    const first = wanted({ proofHash: 'proof' });
    const second = wanted({ orderId: first.orderId });
    const counts = [];
    for (const payment of [first, second]) {
      await begin(payment);
      await record(payment.id, ended(1, declined));
      counts.push(await ledger.delete(first.orderId, later));
    }

    expect(counts).toEqual([1, 1]);
  });

  it('fails after 100 rounds in which another write was faster', async () => {
    const { ledger, begin, record, transacts } = open();
    const payment = wanted();
    await begin(payment);
    await record(payment.id, ended(1, declined));
    for (let round = 0; round < often; round += 1) transacts.mockResolvedValueOnce(false);

    await expect(ledger.delete(payment.orderId, later)).rejects.toThrow(
      `The order ${payment.orderId} changes all the time`,
    );
    expect(transacts).toHaveBeenCalledTimes(100);
  });
});
