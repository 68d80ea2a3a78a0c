import type { Attempt, NewAttempt, PostbackBody } from '../../attempt/attempt.ts';
import type { AttemptEvent } from '../../attempt/state-machine.ts';
import {
  reserve,
  transition,
  type Recorded,
  type Reservation,
  type TransitionRules,
} from '../../attempt/transition.ts';
import type { PostgresDatabase } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import { insertIntoNewOrder, updateUnchanged } from './statements.ts';

/** What was decided about a first step. */
interface FirstStep {
  /** The attempt as it was begun. */
  before: Attempt;
  recorded: Recorded;
  /** Whether it is on disk; otherwise it may be, if a connection broke. */
  isStored: boolean;
}

/**
 * Writes what most payments consist of, the first attempt of an order and its first step. Both are
 * decided without a read, and written together with others if the order is still new, or the
 * attempt's row still as this process has inserted it. As long as that attempt runs, its order takes
 * no other.
 */
export class FirstAttempts {
  readonly #rules: TransitionRules;
  readonly #group: GroupCommit;
  /** Attempts before their first step, each with the version of its row. */
  readonly #begun = new Map<string, { attempt: Attempt; version: string }>();

  constructor(database: PostgresDatabase, rules: TransitionRules) {
    this.#rules = rules;
    this.#group = new GroupCommit(database);
  }

  /**
   * Stores an attempt if it is the first of its order, and the lease is valid for some milliseconds
   * more; otherwise, or if that is not known, it returns `undefined`.
   */
  async begin(
    wanted: NewAttempt,
    tokenHash: string,
    lease: string | null,
    validMs: number,
  ): Promise<Reservation | undefined> {
    const { reservation, change } = reserve([], wanted, tokenHash, this.#rules);
    if (!change) return undefined;
    const { attempt } = change;
    const row = await this.#group.run(attempt, insertIntoNewOrder(change, lease, validMs));
    if (!row) return undefined;
    this.#begun.set(attempt.id, { attempt, version: String(row['version']) });
    return reservation;
  }

  /** Records an event of an attempt that has had none yet; `undefined` if there is none such. */
  async step(
    id: string,
    event: AttemptEvent,
    posted?: PostbackBody,
  ): Promise<FirstStep | undefined> {
    const begun = this.#begun.get(id);
    this.#begun.delete(id);
    const change = begun && transition([begun.attempt], id, event, this.#rules, posted);
    if (!change) return undefined;
    const { attempt: before, version } = begun;
    const row = await this.#group.run(before, updateUnchanged(change, version));
    return { before, recorded: change.recorded, isStored: row !== undefined };
  }
}
