import type { Attempt, NewAttempt } from '../packages/proxy/src/attempt/attempt.ts';
import type { AttemptEvent } from '../packages/proxy/src/attempt/state-machine.ts';
import {
  reserve,
  transition,
  type Change,
  type Recorded,
  type Reservation,
} from '../packages/proxy/src/attempt/transition.ts';
import type { Backlog, Store, StoreRules } from '../packages/proxy/src/store/store.ts';

/** How many attempts are kept, so that a long load does not measure the memory. */
const maxAttempts = 10_000;

/** Takes attempts through all their steps as the other stores do, and writes none of them down. */
export class ForgetfulStore implements Store {
  readonly #attempts = new Map<string, Attempt>();
  readonly #rules: StoreRules;

  constructor(attemptsPerOrder: number) {
    const receivers = new Set<never>();
    this.#rules = {
      attemptsPerOrder,
      unresolvedAlarmMs: undefined,
      receivers,
      now: () => new Date(),
    };
  }

  async begin(wanted: NewAttempt, tokenHash: string): Promise<Reservation> {
    const { reservation, change } = reserve([], wanted, tokenHash, this.#rules);
    if (change) this.#keep(change);
    return reservation;
  }

  async record(id: string, event: AttemptEvent): Promise<Recorded | undefined> {
    const before = this.#attempts.get(id);
    const change = before && transition([before], id, event, this.#rules);
    if (change) this.#keep(change);
    return change?.recorded;
  }

  async find(id: string): Promise<Attempt | undefined> {
    return this.#attempts.get(id);
  }

  #keep({ attempt }: Change): void {
    this.#attempts.set(attempt.id, attempt);
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > maxAttempts && oldest) this.#attempts.delete(oldest);
  }

  async recordPostback(): Promise<undefined> {}

  async interruptAbandoned(): Promise<[]> {
    return [];
  }

  async countBacklog(): Promise<Backlog> {
    return { unresolved: { pending: 0, unknown: 0 }, messages: { relay: 0, support: 0 } };
  }

  async raiseOverdue(): Promise<[]> {
    return [];
  }

  async takeMessages(): Promise<[]> {
    return [];
  }

  async postpone(): Promise<void> {}

  async check(): Promise<void> {}

  onChange(): void {}

  async close(): Promise<void> {}
}
