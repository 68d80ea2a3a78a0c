import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
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
import { alarmsOf, eventsOf, listedAttemptsOf, outcomeCountsOf } from '../operator-rows.ts';
import * as operator from '../operator-statements.ts';
import { attemptsOf, backlogOf, changedOrdersOf, delaysOf, messagesOf } from '../rows.ts';
import { anyRuledOut, deletionOf, ruledOut, ruledOutBy, ruledOutValues } from '../deletion.ts';
import * as sql from '../statements.ts';
import type {
  AlarmQuery,
  Backlog,
  ChangePosition,
  Deletion,
  DueMessage,
  Store,
  StoreRules,
} from '../store.ts';
import { copyTo } from './backup.ts';
import { GroupCommit } from './group-commit.ts';
import { RunningOrders } from './running-orders.ts';
import { openingError, prepareSqlite } from './schema.ts';
import * as sqlite from './statements.ts';

/**
 * Keeps attempts in one SQLite file that only its owner may read. A commit is on disk before its
 * promise resolves (WAL with `synchronous=FULL`). One process locks the file: a second one would
 * take the attempts of the first for abandoned.
 */
export class SqliteStore implements Store {
  readonly #database: DatabaseSync;
  readonly #commits: GroupCommit;
  readonly #rules: StoreRules;
  readonly #prepared = new Map<string, StatementSync>();
  readonly #running = new RunningOrders();
  #hasDeleted: boolean;
  /** The attempts that the previous process left running. */
  #lost: string[];

  /**
   * Opens a file, or `:memory:`. Throws a `StoreError` when the file can't be opened, is in use,
   * has another version, or does not accept the settings.
   */
  constructor(path: string, rules: StoreRules) {
    this.#rules = rules;
    this.#database = opened(path);
    this.#commits = new GroupCommit(this.#database, {
      onCommit: rules.onCommit,
      onRollback: () => this.#running.clear(),
    });
    this.#hasDeleted = this.#all(anyRuledOut).length > 0;
    this.#lost = this.#all(sql.runningAttempts).map(({ id }) => String(id));
  }

  async begin(attempt: NewAttempt, tokenHash: string): Promise<Reservation> {
    return this.#commits.run(() => {
      const refused = this.#ruledOut(attempt);
      if (refused) return refused;
      const { id, orderId, proofHash = null } = attempt;
      const known = attemptsOf(this.#all(sql.attemptsToReserve, orderId, id, proofHash));
      const { reservation, change } = reserve(known, attempt, tokenHash, this.#rules);
      if (change) {
        this.#write(sqlite.statementsOf(change, true));
        this.#running.keep(known, change.attempt);
      }
      return reservation;
    });
  }

  async record(id: string, event: AttemptEvent): Promise<Recorded | undefined> {
    return this.#commits.run(() => this.#record(id, event));
  }

  async recordPostback({ attemptId, tokenHash }: PostbackAddress, posted: PostbackBody) {
    const attempt = this.#find(attemptId);
    const event = attempt && postbackEvent(attempt, tokenHash, posted);
    return event && this.#commits.run(() => this.#record(attempt.id, event, posted));
  }

  async find(id: string): Promise<Attempt | undefined> {
    return this.#find(id);
  }

  async findOrder(orderId: string): Promise<Attempt[]> {
    return attemptsOf(this.#all(sql.attemptsOfOrder, orderId));
  }

  async listChanged({ changedAt, attemptId }: ChangePosition, limit: number) {
    return changedOrdersOf(this.#all(sql.changedOrders, changedAt, attemptId, limit));
  }

  async postbackDelays(atLeastMs: number): Promise<(number | undefined)[]> {
    const times = sql.recentTimes(this.#rules.now(), atLeastMs);
    return delaysOf(this.#all(sqlite.acceptedTries, ...times, ...times));
  }

  async interruptAbandoned(): Promise<Recorded[]> {
    const lost = this.#lost;
    if (lost.length === 0) return [];
    const recorded = await this.#recordAll(lost, { kind: 'interrupted' });
    this.#lost = [];
    return recorded;
  }

  async raiseOverdue(): Promise<Recorded[]> {
    const overdue = this.#all(sql.overdueAttempts, this.#now()).map(({ id }) => String(id));
    return overdue.length === 0 ? [] : this.#recordAll(overdue, { kind: 'overdue' });
  }

  async takeMessages(receiver: Receiver, limit: number, until: Date): Promise<DueMessage[]> {
    const due = messagesOf(this.#all(sql.dueMessages, receiver, this.#now(), limit));
    if (due.length === 0) return [];
    return this.#commits.run(() => {
      for (const { id } of due) this.#run(sql.hideMessage, [until.toISOString(), id]);
      return due;
    });
  }

  async postpone(messageId: string, until: Date | undefined): Promise<void> {
    await this.#commits.run(() =>
      until
        ? this.#run(sql.postponeMessage, [until.toISOString(), messageId])
        : this.#run(sql.removeMessage, [messageId]),
    );
  }

  async countBacklog(): Promise<Backlog> {
    return backlogOf(this.#all(sql.backlog));
  }

  async listEvents(orderId: string) {
    return eventsOf(this.#all(sqlite.eventsOfOrder, orderId));
  }

  async listByStatus(statuses: readonly AttemptStatus[], since: string, limit: number) {
    return listedAttemptsOf(this.#all(operator.attemptsByStatus(statuses), since, limit));
  }

  async listAlarms(query: AlarmQuery) {
    const [statement, values] = operator.alarms(query);
    return alarmsOf(this.#all(statement, ...values));
  }

  async acknowledgeAlarm(id: number, by: string): Promise<boolean> {
    return this.#commits.run(
      () => this.#all(operator.acknowledgeAlarm, this.#now(), by, id).length > 0,
    );
  }

  async resend(attemptId: string): Promise<boolean> {
    return this.#commits.run(() => {
      const message = latestMessage(this.#find(attemptId), this.#rules);
      if (!message) return false;
      const [statement, values] = operator.resendMessage(message, this.#now());
      this.#run(statement, values);
      return true;
    });
  }

  async countOutcomes(since: string) {
    const counts = [];
    for (const hour of operator.hoursSince(since, this.#rules.now())) {
      counts.push(...this.#all(operator.outcomesByHour, ...hour, since));
      // Payments go on in between: SQLite runs in this thread.
      await setImmediate();
    }
    return outcomeCountsOf(counts);
  }

  async deleteOver(orderIds: readonly string[], before: string): Promise<Deletion> {
    const deleted = await this.#commits.run(() => {
      const rows = orderIds.map((id) => this.#all(sql.attemptsOfOldOrder, id, before));
      const { result, writes } = deletionOf(rows.map(attemptsOf));
      this.#write(writes);
      this.#hasDeleted ||= result.payments > 0;
      return result;
    });
    // A deletion changes many pages. Left together, payments would wait for all of them at once.
    this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    return deleted;
  }

  async backup(path: string): Promise<void> {
    await copyTo(path, this.#database);
  }

  async check(): Promise<void> {
    await this.#commits.run(() => this.#run(sql.writeCheck, [this.#now()]));
  }

  /** Never calls the listener: no other process changes this file. */
  onChange(): void {}

  async close(): Promise<void> {
    this.#database.close();
  }

  #ruledOut(attempt: NewAttempt): Reservation | undefined {
    if (!this.#hasDeleted) return undefined;
    return ruledOutBy(this.#all(ruledOut, ...ruledOutValues(attempt)));
  }

  #record(id: string, event: AttemptEvent, posted?: PostbackBody): Recorded | undefined {
    const running = this.#running.find(id);
    const order = running ?? attemptsOf(this.#all(sql.attemptsBesideAttempt, id));
    const change = transition(order, id, event, this.#rules, posted);
    if (!change) return undefined;
    const { attempt, recorded } = change;
    // What this process has begun has no other row before its second try.
    this.#write(sqlite.statementsOf(change, running !== undefined && attempt.tries.length === 1));
    if (running) this.#running.keep(order, attempt);
    else this.#running.forget(order);
    return recorded;
  }

  async #recordAll(ids: readonly string[], event: AttemptEvent): Promise<Recorded[]> {
    return this.#commits.run(() =>
      ids.map((id) => this.#record(id, event)).filter((recorded) => recorded !== undefined),
    );
  }

  #write(statements: readonly sql.Statement[]): void {
    for (const [statement, values] of statements) this.#run(statement, values);
  }

  #find(id: string): Attempt | undefined {
    return attemptsOf(this.#all(sql.attemptById, id))[0];
  }

  #all(statement: string, ...values: sql.Value[]) {
    return this.#prepare(statement).all(...values);
  }

  #run(statement: string, values: readonly sql.Value[]): void {
    this.#prepare(statement).run(...values);
  }

  #prepare(statement: string): StatementSync {
    const prepared = this.#prepared.get(statement) ?? this.#database.prepare(statement);
    this.#prepared.set(statement, prepared);
    return prepared;
  }

  #now(): string {
    return this.#rules.now().toISOString();
  }
}

function opened(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ':memory:') restrictToOwner(path);
    database = new DatabaseSync(path, { timeout: 2000 });
    prepareSqlite(database, path);
    return database;
  } catch (error) {
    database?.close();
    throw openingError(error);
  }
}

/** Creates the file if needed, and lets only its owner read it; SQLite copies the mode. */
function restrictToOwner(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}
