import type { OutcomeStatus } from '@card-checkout/contract/shop-server';
import type { AlarmCode } from '../attempt/alarms.ts';
import type { Attempt, NewAttempt, PostbackAddress, PostbackBody } from '../attempt/attempt.ts';
import type { Message, Receiver } from '../attempt/messages.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import type { AttemptStatus } from '../attempt/statuses.ts';
import type { EventRow, Recorded, Reservation, TransitionRules } from '../attempt/transition.ts';

/** Explains in one sentence why the store cannot be opened; never holds a password. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** A message that is due. */
export interface DueMessage extends Message {
  /** How many deliveries were started before. */
  deliveries: number;
}

/** What every store is opened with. */
export interface StoreRules extends TransitionRules {
  /** Called with the time that each commit took, from its first statement until it was on disk. */
  onCommit?: (durationMs: number) => void;
}

/** The place of an order in the list of changes: its latest change. */
export interface ChangePosition {
  /** ISO 8601, UTC. */
  changedAt: string;
  attemptId: string;
}

/** An order in the list of changes. */
export interface ChangedOrder {
  position: ChangePosition;
  /** All its attempts, oldest first. */
  attempts: Attempt[];
}

/** How much is, or would be, deleted. */
export interface Deletion {
  orders: number;
  payments: number;
}

/** How much is waiting in the store; counted up to `maxCounted`. */
export interface Backlog {
  /** Attempts that only evidence can resolve. */
  unresolved: Record<'pending' | 'unknown', number>;
  /** Messages that are not delivered yet. */
  messages: Record<Receiver, number>;
}

/** An attempt in a list. */
export interface ListedAttempt {
  attempt: Attempt;
  /** When its latest step was stored; ISO 8601, UTC. */
  changedAt: string;
}

/** An alarm, with what support did about it. Times are ISO 8601, UTC. */
export interface StoredAlarm {
  id: number;
  code: AlarmCode;
  paymentId: string;
  orderId: string;
  at: string;
  acknowledgedAt?: string;
  acknowledgedBy?: string;
}

/** Which alarms to list. */
export interface AlarmQuery {
  /** Leaves out what support has acknowledged. */
  onlyOpen: boolean;
  orderId?: string | undefined;
  limit: number;
}

/** How many payments got an outcome in an hour. */
export interface OutcomeCount {
  /** The beginning of the hour; ISO 8601, UTC. */
  hour: string;
  status: OutcomeStatus;
  count: number;
}

/**
 * Keeps attempts, their steps, and the messages that these cause. A write is durable once its promise
 * resolves; if it rejects, it changed nothing, unless the connection to a database server broke: then
 * record the step again. A step and its messages are one write.
 */
export interface Store {
  /** Stores an attempt with its first try, if `reserve` allows it. */
  begin(attempt: NewAttempt, tokenHash: string): Promise<Reservation>;
  /** Applies an event to an attempt; `undefined` when that changes nothing. */
  record(id: string, event: AttemptEvent): Promise<Recorded | undefined>;
  /** Records a postback; `undefined` when its address is that of no try. */
  recordPostback(address: PostbackAddress, posted: PostbackBody): Promise<Recorded | undefined>;
  find(id: string): Promise<Attempt | undefined>;
  /** Returns the attempts of an order, oldest first. */
  findOrder(orderId: string): Promise<Attempt[]>;
  /** Returns the orders whose latest change comes after a position, oldest change first. */
  listChanged(after: ChangePosition, limit: number): Promise<ChangedOrder[]>;
  /**
   * Returns how long the first postbacks of the latest accepted tries took after the answer, and
   * `undefined` for each that had none; of tries that ended `atLeastMs` ago or more.
   */
  postbackDelays(atLeastMs: number): Promise<(number | undefined)[]>;
  /** Records `interrupted` for every running attempt whose process is gone. */
  interruptAbandoned(): Promise<Recorded[]>;
  /** Records `overdue` for every attempt whose `alarmAt` has passed. */
  raiseOverdue(): Promise<Recorded[]>;
  /**
   * Returns messages that are due, oldest first, and hides them until `until`. A message of an attempt
   * is not due before the attempt's earlier ones are deleted.
   */
  takeMessages(receiver: Receiver, limit: number, until: Date): Promise<DueMessage[]>;
  /** Postpones a message until a time; `undefined` deletes it. */
  postpone(messageId: string, until: Date | undefined): Promise<void>;
  /** Counts what is waiting; cheap, by an index. */
  countBacklog(): Promise<Backlog>;
  /** Returns the steps of an order's attempts, oldest first. */
  listEvents(orderId: string): Promise<EventRow[]>;
  /**
   * Returns attempts that changed after a time, latest change first. Looks through all attempts
   * since then, but for `pending` and `unknown` ones.
   */
  listByStatus(
    statuses: readonly AttemptStatus[],
    since: string,
    limit: number,
  ): Promise<ListedAttempt[]>;
  /** Returns alarms, newest first. */
  listAlarms(query: AlarmQuery): Promise<StoredAlarm[]>;
  /** Notes who acted on an alarm, unless that is noted already; `false` if there is no such alarm. */
  acknowledgeAlarm(id: number, by: string): Promise<boolean>;
  /**
   * Stores the message about an attempt's latest outcome once more, under its id; `false` if it has
   * none, or if no message goes to the shop's server.
   */
  resend(attemptId: string): Promise<boolean>;
  /** Counts payments by their latest outcome and its hour; an hour without any is left out. */
  countOutcomes(since: string): Promise<OutcomeCount[]>;
  /**
   * Deletes orders that are over and have not changed since `before`, with their attempts, tries and
   * events. A hash of a paid order's id stays, so that `begin` still refuses the order as paid.
   */
  deleteOver(orderIds: readonly string[], before: string): Promise<Deletion>;
  /** Writes a consistent copy to a new file, while payments go on. Rejects with a `StoreError`. */
  backup(path: string): Promise<void>;
  /** Rejects when the store cannot write, such as on a full disk. */
  check(): Promise<void>;
  /** Calls `listener` with the id of an attempt that another process has changed. */
  onChange(listener: (attemptId: string) => void): void;
  close(): Promise<void>;
}
