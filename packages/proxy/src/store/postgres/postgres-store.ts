import { setTimeout as pauseFor } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AttemptEvent } from '../../attempt/state-machine.ts';
import type { Attempt, NewAttempt } from '../../attempt/attempt.ts';
import type { Receiver } from '../../attempt/messages.ts';
import type { PostbackBody } from '../../payments-api/postback.ts';
import type { Secret } from '../../sensitive/secret.ts';
import { beginning, changeBy } from '../../attempt/transition.ts';
import { PostgresDatabase, type Decision, type Row } from './database.ts';
import { postgresFault } from './fault.ts';
import { PostgresInstance } from './lease.ts';
import * as postgres from './statements.ts';
import { attemptsOf, backlogOf, messagesOf } from '../rows.ts';
import * as sql from '../statements.ts';
import type { Backlog, DueMessage, Recorded, Reservation, Store, StoreRules } from '../store.ts';

/** How long an instance that is not heard of counts as alive. */
const defaultLeaseMs = 15_000;

/** How long the last answers of the database may take when the store closes. */
const closeTimeoutMs = 5000;

/**
 * Keeps attempts in PostgreSQL, for several instances at once. Whoever changes an order locks it
 * first, then reads all its attempts, so that `change.ts` decides on the truth. The instance that
 * begins an attempt carries it out for as long as it holds its lease; when that is over another
 * one interrupts the attempt. From then on the attempt takes no new try from anybody, while the
 * end of one that was sent still counts as evidence (`attempt-state.ts`).
 */
export class PostgresStore implements Store {
  readonly #database: PostgresDatabase;
  readonly #instance: PostgresInstance;
  readonly #rules: StoreRules;
  readonly #leaseMs: number;
  #closed: Promise<void> | undefined;

  /**
   * Connects to a database and brings its tables to this version. Throws a `StoreFault` when that
   * is not possible, or not safe.
   */
  static async open(
    url: Secret,
    rules: StoreRules,
    { leaseMs = defaultLeaseMs } = {},
  ): Promise<PostgresStore> {
    const store = new PostgresStore(url, rules, leaseMs);
    try {
      await store.#instance.start();
      return store;
    } catch (error) {
      await store.close();
      throw postgresFault(error);
    }
  }

  private constructor(url: Secret, rules: StoreRules, leaseMs: number) {
    this.#database = new PostgresDatabase(url, rules.onCommit);
    this.#instance = new PostgresInstance(url, leaseMs);
    this.#rules = rules;
    this.#leaseMs = leaseMs;
  }

  async begin(attempt: NewAttempt, tokenHash: string): Promise<Reservation> {
    const begun = await this.#begin(attempt, tokenHash);
    if (begun) return begun;
    await this.#instance.renew();
    const begunAnew = await this.#begin(attempt, tokenHash);
    if (!begunAnew) throw new Error('The lease ended as soon as it was taken');
    return begunAnew;
  }

  /** Returns `undefined` when the lease may be over before the attempt is stored. */
  async #begin(attempt: NewAttempt, tokenHash: string): Promise<Reservation | undefined> {
    const { id, orderId } = attempt;
    const { number: lease } = this.#instance;
    const reads = [
      [postgres.lockKeyAndOrder, [id, orderId]],
      [postgres.validLease, [lease, this.#leaseMs / 3]],
      [sql.attemptById, [id]],
      [sql.attemptsByOrder, [orderId]],
    ] as const;
    return this.#database.change(reads, (_, validLeases = [], existing = [], order = []) => {
      const [stored] = attemptsOf(existing);
      if (stored) return { result: reservationOf(stored, tokenHash), writes: [] };
      const change = beginning(attemptsOf(order), attempt, tokenHash, this.#rules);
      const isRefused = typeof change === 'string';
      if (isRefused) return { result: { kind: 'refused', code: change }, writes: [] };
      if (validLeases.length === 0) return { result: undefined, writes: [] };
      return {
        result: { kind: 'created', attempt: change.attempt },
        writes: [...sql.statementsOf(change), [postgres.carryOut, [lease, id]]],
      };
    });
  }

  async record(id: string, event: AttemptEvent): Promise<Recorded | undefined> {
    return this.#record(id, event);
  }

  async recordPostback(tokenHash: string, posted: PostbackBody): Promise<Recorded | undefined> {
    const [found] = await this.#database.all(sql.tryOfToken, tokenHash);
    if (!found) return undefined;
    const { claim, transactionId } = posted;
    const number = Number(found['number']);
    const event = { kind: 'postback', number, claim, transactionId } as const;
    return this.#record(String(found['id']), event, posted);
  }

  async find(id: string): Promise<Attempt | undefined> {
    return attemptsOf(await this.#database.all(sql.attemptById, id))[0];
  }

  async takeOver(): Promise<Recorded[]> {
    await this.#database.all(postgres.endLeases, this.#instance.number, this.#leaseMs);
    const lost = await this.#database.all(postgres.lostAttempts);
    return this.#recordAll(lost, { kind: 'interrupted' });
  }

  async raiseOverdue(): Promise<Recorded[]> {
    const overdue = await this.#database.all(postgres.someOverdueAttempts, this.#now());
    return this.#recordAll(overdue, { kind: 'overdue' });
  }

  async takeMessages(receiver: Receiver, limit: number, until: Date): Promise<DueMessage[]> {
    const values = [receiver, this.#now(), limit, until.toISOString()];
    return messagesOf(await this.#database.all(postgres.takeMessages, ...values));
  }

  async putOff(messageId: string, until: Date | undefined): Promise<void> {
    if (until) await this.#database.all(sql.putOffMessage, until.toISOString(), messageId);
    else await this.#database.all(sql.removeMessage, messageId);
  }

  async countBacklog(): Promise<Backlog> {
    return backlogOf(await this.#database.all(sql.backlog));
  }

  async check(): Promise<void> {
    await this.#database.all(sql.writeCheck, this.#now());
  }

  onNews(listener: (attemptId: string) => void): void {
    this.#instance.onNews(listener);
  }

  /** Returns the lease, so that no other instance waits for its end. */
  async close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const limit = new AbortController();
    const closed = Promise.all([this.#instance.stop(), this.#database.close()]);
    const isLate = pauseFor(closeTimeoutMs, undefined, { signal: limit.signal }).catch(
      () => undefined,
    );
    await Promise.race([closed, isLate]);
    limit.abort();
  }

  async #record(
    id: string,
    event: AttemptEvent,
    posted?: PostbackBody,
  ): Promise<Recorded | undefined> {
    let decided: Recorded | undefined;
    let before: Attempt | undefined;
    const decide = (_: Row[], rows: Row[] = []): Decision<Recorded | undefined> => {
      const order = attemptsOf(rows);
      const stored = order.find((attempt) => attempt.id === id);
      // A step that moves nothing, like a second postback, may be written twice but never lost.
      const isDone = decided && isDeepStrictEqual(stored, decided.attempt);
      if (isDone && !isDeepStrictEqual(stored, before)) return { result: decided, writes: [] };
      before = stored;
      const change = changeBy(order, id, event, this.#rules, posted);
      decided = change?.recorded;
      if (!change) return { result: undefined, writes: [] };
      const news = event.kind === 'try_started' ? [] : [[postgres.tellOthers, [id]] as const];
      return { result: decided, writes: [...sql.statementsOf(change), ...news] };
    };
    const reads = [
      [postgres.lockOrderOfAttempt, [id]],
      [sql.attemptsBesideAttempt, [id]],
    ] as const;
    return this.#database.change(reads, decide);
  }

  /** Records an event of each attempt; those that fail have their turn at the next look. */
  async #recordAll(found: readonly Row[], event: AttemptEvent): Promise<Recorded[]> {
    const ids = found.map(({ id }) => String(id));
    const steps = await Promise.allSettled(ids.map(async (id) => this.#record(id, event)));
    const recorded = steps.flatMap((step) =>
      step.status === 'fulfilled' && step.value ? [step.value] : [],
    );
    const failed = steps.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected' && recorded.length === 0) throw failed.reason;
    return recorded;
  }

  #now(): string {
    return this.#rules.now().toISOString();
  }
}

/** Tells an attempt that this very call has stored, on a connection that broke, from others. */
function reservationOf(attempt: Attempt, tokenHash: string): Reservation {
  const isOwn = attempt.tries[0]?.tokenHash === tokenHash && attempt.status === 'sending';
  return { kind: isOwn ? 'created' : 'existing', attempt };
}
