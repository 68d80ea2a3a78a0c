import type { NewAttempt } from '../attempt/attempt.ts';
import { promptnessOf } from '../attempt/retry.ts';
import type { Store } from '../store/store.ts';
import { named, type EventLog } from '../telemetry/log.ts';

interface SilenceParts {
  store: Pick<Store, 'postbackDelays'>;
  log: EventLog;
  now: () => Date;
}

export interface Judgement {
  mayRetry: boolean;
  alarmsSupport: boolean;
}

/**
 * Decides whether a missing postback after a 5xx means no charge: yes if the latest payments' postbacks
 * came within the wait, no if they came later or never. Without evidence, the payment is sent again.
 */
export class Silence {
  readonly #parts: SilenceParts;
  #warnedOn = '';

  constructor(parts: SilenceParts) {
    this.#parts = parts;
  }

  /** Judges the silence of a wait. Warns of weak proof once a day. Rejects when the store fails. */
  async judge(payment: NewAttempt, waitMs: number): Promise<Judgement> {
    const { store, log, now } = this.#parts;
    const promptness = promptnessOf(await store.postbackDelays(waitMs), waitMs);
    if (promptness === 'in_time') return { mayRetry: true, alarmsSupport: false };

    const today = now().toISOString().slice(0, 10);
    const isFirst = today !== this.#warnedOn;
    this.#warnedOn = today;
    const mayRetry = promptness === 'unknown';
    if (isFirst) {
      const text = mayRetry
        ? 'no postback of an earlier payment to judge by'
        : 'postbacks come later than the wait, or never';
      const silence = { ...named(payment), postbacks: promptness, waitMs };
      log.emit('silence_is_weak_proof', silence, text);
    }
    return { mayRetry, alarmsSupport: mayRetry && isFirst };
  }
}
