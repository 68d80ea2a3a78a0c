import type { Attempt, NewAttempt } from '../packages/proxy/src/attempt/attempt.ts';
import type { AttemptEvent } from '../packages/proxy/src/attempt/state-machine.ts';
import { reserve, transition } from '../packages/proxy/src/attempt/transition.ts';
import type { Store } from '../packages/proxy/src/store/store.ts';

/** How many attempts are remembered, so that a long load does not measure the memory. */
const maxAttempts = 10_000;

/** Moves attempts as the other stores do, and writes nothing. */
class ForgetfulStore implements Store {
  readonly #attempts = new Map<string, Attempt>();
  readonly #rules = {
    attemptsPerOrder: 5,
    unresolvedAlarmMs: undefined,
    receivers: new Set<never>(),
    now: () => new Date(),
  };

  async begin(wanted: NewAttempt, tokenHash: string) {
    const { reservation, change } = reserve([], wanted, tokenHash, this.#rules);
    if (change) this.#keep(change.attempt);
    return reservation;
  }

  async record(id: string, event: AttemptEvent) {
    const before = this.#attempts.get(id);
    const change = before && transition([before], id, event, this.#rules);
    if (change) this.#keep(change.attempt);
    return change?.recorded;
  }

  #keep(attempt: Attempt): void {
    this.#attempts.set(attempt.id, attempt);
    const [oldest] = this.#attempts.keys();
    if (this.#attempts.size > maxAttempts && oldest) this.#attempts.delete(oldest);
  }

  find = async (id: string) => this.#attempts.get(id);
  findOrder = async () => [];
  listChanged = async () => [];
  postbackDelays = async () => [];
  recordPostback = async () => undefined;
  interruptAbandoned = async () => [];
  raiseOverdue = async () => [];
  takeMessages = async () => [];
  postpone = async () => undefined;
  check = async () => undefined;
  onChange = () => undefined;
  close = async () => undefined;
  countBacklog = async () => ({
    unresolved: { pending: 0, unknown: 0 },
    messages: { relay: 0, support: 0, payment: 0 },
  });
}

type Proxy = typeof import('../packages/proxy/src/index.ts');

/** The built proxy, with a store that forgets. */
const built = '../packages/proxy/dist/index.js';
const { createProxy, readConfig }: Proxy = await import(built);
const config = readConfig(process.env);
await createProxy(config, { store: new ForgetfulStore() }).listen(config);
