import type { AlarmCode } from '../attempt/alarms.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import type { Attempt, AttemptStatus, NewAttempt } from '../attempt/attempt.ts';
import type { Message, Receiver } from '../attempt/messages.ts';
import type { PostbackBody } from '../payments-api/postback.ts';

/** Why an order takes no other attempt; a problem code of contract section 3. */
export type OrderRefusal = 'order_in_progress' | 'order_already_paid' | 'too_many_attempts';

/** What `begin` did: stored the attempt, found one under its key, or refused. */
export type Reservation =
  | { kind: 'created'; attempt: Attempt }
  | { kind: 'existing'; attempt: Attempt }
  | { kind: 'refused'; code: OrderRefusal };

/** What a step left behind. */
export interface Recorded {
  attempt: Attempt;
  statusBefore: AttemptStatus;
  alarms: readonly AlarmCode[];
}

/** A message whose time has come. */
export interface DueMessage extends Message {
  createdAt: string;
  /** How often its delivery was begun before. */
  deliveries: number;
}

/** Says what the stores hold attempts to. */
export interface StoreRules {
  attemptsPerOrder: number;
  /** How long support waits to hear of an open end; `undefined` where no postback can come. */
  unsettledAlarmMs: number | undefined;
  /** For whom messages are kept. */
  receivers: ReadonlySet<Receiver>;
  now: () => Date;
  /** Hears how long each commit took, from its first statement until it was on disk. */
  onCommit?: (durationMs: number) => void;
}

/** How much waits in the store; nothing is counted further than `maxCounted`. */
export interface Backlog {
  /** Attempts whose end only evidence can tell. */
  unsettled: Record<'pending' | 'unknown', number>;
  /** Messages that are not delivered yet. */
  messages: Record<Receiver, number>;
}

/**
 * Keeps attempts, every step of theirs, and the messages that they cause. A write is durable when
 * its promise resolves, or it rejects and changed nothing; only where the connection to a server
 * broke is that not known, and a step may be recorded again. A step and its messages are one write.
 */
export interface Store {
  /** Stores an attempt with its first try, unless its order has a live, paid or one too many. */
  begin(attempt: NewAttempt, tokenHash: string): Promise<Reservation>;
  /** Moves an attempt by an event; `undefined` when that changes nothing (`attempt-state.ts`). */
  record(id: string, event: AttemptEvent): Promise<Recorded | undefined>;
  /** Records what came to the postback address of a try; `undefined` for a token of no try. */
  recordPostback(tokenHash: string, posted: PostbackBody): Promise<Recorded | undefined>;
  find(id: string): Promise<Attempt | undefined>;
  /** Interrupts every running attempt whose process is gone. */
  takeOver(): Promise<Recorded[]>;
  /** Tells support of the attempts whose time to be told has come. */
  raiseOverdue(): Promise<Recorded[]>;
  /** Takes messages that are due, oldest first, and hides them until `until`. */
  takeMessages(receiver: Receiver, limit: number, until: Date): Promise<DueMessage[]>;
  /** Puts a message off until a time; `undefined` takes it out for good. */
  putOff(messageId: string, until: Date | undefined): Promise<void>;
  /** Counts what waits, by an index of what does. */
  countBacklog(): Promise<Backlog>;
  /** Writes, so that a full or read-only disk shows; rejects when it can't. */
  check(): Promise<void>;
  /** Calls back with the id of an attempt that another process has moved. */
  onNews(listener: (attemptId: string) => void): void;
  close(): Promise<void>;
}
