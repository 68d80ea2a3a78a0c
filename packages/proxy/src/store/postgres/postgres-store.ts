import { setTimeout as pauseFor } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Attempt, NewAttempt, PostbackAddress, PostbackBody } from '../../attempt/attempt.ts';
import type { Receiver } from '../../attempt/messages.ts';
import type { AttemptEvent } from '../../attempt/state-machine.ts';
import type { AttemptStatus } from '../../attempt/statuses.ts';
import {
  latestMessage,
  postbackEvent,
  reserve,
  transition,
  type Recorded,
  type Reservation,
} from '../../attempt/transition.ts';
import type { Secret } from '../../sensitive/secret.ts';
import { alarmsOf, eventsOf, listedAttemptsOf, outcomeCountsOf } from '../operator-rows.ts';
import * as operator from '../operator-statements.ts';
import { attemptsOf, backlogOf, changedOrdersOf, delaysOf, messagesOf } from '../rows.ts';
import { deletionOf, ruledOut, ruledOutBy, ruledOutValues } from '../deletion.ts';
import * as sql from '../statements.ts';
import {
  StoreError,
  type AlarmQuery,
  type Backlog,
  type ChangePosition,
  type Deletion,
  type DueMessage,
  type Store,
  type StoreRules,
} from '../store.ts';
import { PostgresDatabase, type Decision, type Row } from './database.ts';
import { FirstAttempts } from './first-attempts.ts';
import { Lease } from './lease.ts';
import { openingError } from './opening-error.ts';
import * as postgres from './statements.ts';

/** How long an instance counts as alive after it last renewed its lease. */
const defaultLeaseMs = 15_000;

/** How long closing the store may take. */
const closeTimeoutMs = 5000;

/**
 * Keeps attempts in PostgreSQL, for several instances at once. Every change locks the order first and
 * then reads all its attempts, so decisions are made on current data; but for first attempts, which
 * are locked, and checked as they are written.
 *
 * The instance that starts an attempt runs it while it holds its lease; afterwards another instance
 * interrupts the attempt. Then no further try starts, but the answer to one that was sent still counts
 * as evidence.
 */
export class PostgresStore implements Store {
  readonly #database: PostgresDatabase;
  readonly #lease: Lease;
  readonly #rules: StoreRules;
  readonly #leaseMs: number;
  readonly #firstAttempts: FirstAttempts;
  #closed: Promise<void> | undefined;

  /**
   * Connects to a database, and creates or migrates its tables. Throws a `StoreError` when that is
   * not possible, or not safe.
   */
  static async open(
    url: Secret,
    rules: StoreRules,
    { leaseMs = defaultLeaseMs } = {},
  ): Promise<PostgresStore> {
    const store = new PostgresStore(url, rules, leaseMs);
    try {
      await store.#lease.start();
      return store;
    } catch (error) {
      await store.close();
      throw openingError(error);
    }
  }

  private constructor(url: Secret, rules: StoreRules, leaseMs: number) {
    this.#database = new PostgresDatabase(url, rules.onCommit);
    this.#lease = new Lease(url, leaseMs);
    this.#rules = rules;
    this.#leaseMs = leaseMs;
    this.#firstAttempts = new FirstAttempts(this.#database, rules);
  }

  async begin(attempt: NewAttempt, tokenHash: string): Promise<Reservation> {
    const { number: lease } = this.#lease;
    const reservation =
      (await this.#firstAttempts.begin(attempt, tokenHash, lease, this.#leaseMs / 3)) ??
      (await this.#begin(attempt, tokenHash));
    if (reservation) return reservation;
    await this.#lease.renew();
    const retried = await this.#begin(attempt, tokenHash);
    if (!retried) throw new Error('The new lease has expired already');
    return retried;
  }

  /** Returns `undefined` when the lease may expire before the attempt is stored. */
  async #begin(attempt: NewAttempt, tokenHash: string): Promise<Reservation | undefined> {
    const { id, orderId, proofHash = null } = attempt;
    const { number: lease } = this.#lease;
    const reads = [
      [postgres.lockToReserve, [id, orderId, proofHash]],
      [postgres.validLease, [lease, this.#leaseMs / 3]],
      [sql.attemptsToReserve, [orderId, id, proofHash]],
      [ruledOut, ruledOutValues(attempt)],
    ] as const;
    return this.#database.change(reads, (_, validLeases = [], known = [], deleted = []) => {
      const refused = ruledOutBy(deleted);
      if (refused) return { result: refused, writes: [] };
      const { reservation, change } = reserve(attemptsOf(known), attempt, tokenHash, this.#rules);
      if (!change) return { result: reservation, writes: [] };
      if (validLeases.length === 0) return { result: undefined, writes: [] };
      return { result: reservation, writes: [postgres.insertAttempt(change, lease)] };
    });
  }

  async record(id: string, event: AttemptEvent): Promise<Recorded | undefined> {
    return this.#record(id, event);
  }

  async recordPostback({ attemptId, tokenHash }: PostbackAddress, posted: PostbackBody) {
    const attempt = await this.find(attemptId);
    const event = attempt && postbackEvent(attempt, tokenHash, posted);
    return event && this.#record(attempt.id, event, posted);
  }

  async find(id: string): Promise<Attempt | undefined> {
    return attemptsOf(await this.#database.all(sql.attemptById, id))[0];
  }

  async findOrder(orderId: string): Promise<Attempt[]> {
    return attemptsOf(await this.#database.all(sql.attemptsOfOrder, orderId));
  }

  async listChanged({ changedAt, attemptId }: ChangePosition, limit: number) {
    const values = [changedAt, attemptId, limit];
    return changedOrdersOf(await this.#database.all(sql.changedOrders, ...values));
  }

  async postbackDelays(atLeastMs: number): Promise<(number | undefined)[]> {
    const times = sql.recentTimes(this.#rules.now(), atLeastMs);
    return delaysOf(await this.#database.all(sql.acceptedIn('tries'), ...times));
  }

  async interruptAbandoned(): Promise<Recorded[]> {
    await this.#database.all(postgres.endLeases, this.#lease.number, this.#leaseMs);
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

  async postpone(messageId: string, until: Date | undefined): Promise<void> {
    if (until) await this.#database.all(sql.postponeMessage, until.toISOString(), messageId);
    else await this.#database.all(sql.removeMessage, messageId);
  }

  async countBacklog(): Promise<Backlog> {
    return backlogOf(await this.#database.all(sql.backlog));
  }

  async listEvents(orderId: string) {
    return eventsOf(await this.#database.all(postgres.eventsOfOrder, orderId));
  }

  async listByStatus(statuses: readonly AttemptStatus[], since: string, limit: number) {
    const statement = operator.attemptsByStatus(statuses);
    return listedAttemptsOf(await this.#database.all(statement, since, limit));
  }

  async listAlarms(query: AlarmQuery) {
    const [statement, values] = operator.alarms(query);
    return alarmsOf(await this.#database.all(statement, ...values));
  }

  async acknowledgeAlarm(id: number, by: string): Promise<boolean> {
    const found = await this.#database.all(operator.acknowledgeAlarm, this.#now(), by, id);
    return found.length > 0;
  }

  async resend(attemptId: string): Promise<boolean> {
    const reads = [
      [postgres.lockOrderOfAttempt, [attemptId]],
      [sql.attemptById, [attemptId]],
    ] as const;
    return this.#database.change(reads, (_, rows = []) => {
      const message = latestMessage(attemptsOf(rows)[0], this.#rules);
      const writes = message ? [operator.resendMessage(message, this.#now())] : [];
      return { result: message !== undefined, writes };
    });
  }

  async countOutcomes(since: string) {
    return outcomeCountsOf(await this.#database.all(operator.outcomesByHour, since, '9', since));
  }

  async deleteOver(orderIds: readonly string[], before: string): Promise<Deletion> {
    // In the same order on every instance, so that two of them cannot wait for each other.
    const ids = orderIds.toSorted();
    const locks = ids.map((id) => [postgres.lockOrder, [id]] as const);
    const reads = ids.map((id) => [sql.attemptsOfOldOrder, [id, before]] as const);
    return this.#database.change([...locks, ...reads], (...rows) =>
      deletionOf(rows.slice(ids.length).map(attemptsOf)),
    );
  }

  async backup(): Promise<void> {
    throw new StoreError(
      'PostgreSQL makes its own backups: pg_dump --format=custom --schema=card_checkout',
    );
  }

  async check(): Promise<void> {
    await this.#database.all(sql.writeCheck, this.#now());
  }

  onChange(listener: (attemptId: string) => void): void {
    this.#lease.onChange(listener);
  }

  async close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const limit = new AbortController();
    const closed = Promise.all([this.#lease.stop(), this.#database.close()]);
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
    const first = await this.#firstAttempts.step(id, event, posted);
    if (first?.isStored) return first.recorded;
    let decided = first?.recorded;
    let before = first?.before;
    const decide = (_: Row[], rows: Row[] = []): Decision<Recorded | undefined> => {
      const order = attemptsOf(rows);
      const stored = order.find((attempt) => attempt.id === id);
      // Our own write, before the connection broke. A step that changes nothing may be written twice.
      const isDone = decided && isSame(stored, decided.attempt);
      if (isDone && !isSame(stored, before)) return { result: decided, writes: [] };
      before = stored;
      const change = transition(order, id, event, this.#rules, posted);
      decided = change?.recorded;
      if (!change) return { result: undefined, writes: [] };
      return { result: decided, writes: [postgres.updateAttempt(change)] };
    };
    const reads = [
      [postgres.lockOrderOfAttempt, [id]],
      [sql.attemptsBesideAttempt, [id]],
    ] as const;
    return this.#database.change(reads, decide);
  }

  /** Records an event for each attempt. Those that fail are found again by the next round. */
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

/** Compares what is stored with what was decided, which may hold members that are `undefined`. */
function isSame(stored: Attempt | undefined, decided: Attempt | undefined): boolean {
  return isDeepStrictEqual(stored, decided && JSON.parse(JSON.stringify(decided)));
}
