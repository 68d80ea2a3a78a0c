import type { AttemptEvent } from '../packages/proxy/src/attempt/state-machine.ts';
import type { Attempt, NewAttempt } from '../packages/proxy/src/attempt/attempt.ts';
import { beginning, changeBy, type Change } from '../packages/proxy/src/attempt/transition.ts';
import type {
  Backlog,
  Recorded,
  Reservation,
  Store,
  StoreRules,
} from '../packages/proxy/src/store/store.ts';

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
      unsettledAlarmMs: undefined,
      receivers,
      now: () => new Date(),
    };
  }

  async begin(wanted: NewAttempt, tokenHash: string): Promise<Reservation> {
    const change = beginning([], wanted, tokenHash, this.#rules);
    if (typeof change === 'string') return { kind: 'refused', code: change };
    this.#keep(change);
    return { kind: 'created', attempt: change.attempt };
  }

  async record(id: string, event: AttemptEvent): Promise<Recorded | undefined> {
    const before = this.#attempts.get(id);
    const change = before && changeBy([before], id, event, this.#rules);
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

  async takeOver(): Promise<[]> {
    return [];
  }

  async countBacklog(): Promise<Backlog> {
    return { unsettled: { pending: 0, unknown: 0 }, messages: { relay: 0, support: 0 } };
  }

  async raiseOverdue(): Promise<[]> {
    return [];
  }

  async takeMessages(): Promise<[]> {
    return [];
  }

  async putOff(): Promise<void> {}

  async check(): Promise<void> {}

  onNews(): void {}

  async close(): Promise<void> {}
}
