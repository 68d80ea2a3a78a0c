import type { CheckoutRequest } from '@card-checkout/contract';
import { maskedText, truncatedNumber, withoutCardData } from './card-data.ts';
import type { Config } from './config.ts';
import { fingerprintOf } from './fingerprint.ts';
import { refuseWrongValues } from './input.ts';
import type { EventLog } from './log.ts';
import { readOrder, type Order } from './order.ts';
import { interrupted, nothingSent, outcomeOf, type Outcome } from './outcome.ts';
import { Refusal } from './refusal.ts';
import type { Settlements } from './settlements.ts';
import { isProcessing, type Attempt, type NewAttempt, type Store } from './store/store.ts';
import { templateValues } from './template-values.ts';
import type { Upstream } from './upstream.ts';

/** Is what a checkout works with. */
export interface CheckoutParts {
  config: Config;
  store: Store;
  upstream: Upstream;
  settlements: Settlements;
  log: EventLog;
  now: () => Date;
}

const maxTriesWhenRateLimited = 4;

/** Takes attempts to pay orders and carries each one out, whether or not the browser waits. */
export class Checkout {
  readonly #parts: CheckoutParts;

  constructor(parts: CheckoutParts) {
    this.#parts = parts;
  }

  /**
   * Starts an attempt, or joins or replays the one that is stored under the same key. Throws a
   * `Refusal` (contract section 3), and then nothing was recorded and nothing is sent.
   */
  async begin(key: string, request: CheckoutRequest): Promise<Attempt> {
    const { config, store, settlements, now } = this.#parts;
    const order = await readOrder(request.order, config, now());
    const wanted: NewAttempt = {
      id: key,
      orderId: order.id,
      amountCentavos: order.amountCentavos,
      fingerprint: fingerprintOf(order, request),
    };

    const earlier = await this.#orOverloaded(wanted, 'find', store.find(key));
    if (earlier) return sameAttempt(earlier, wanted);
    if (order.expired) throw new Refusal('order_expired');
    refuseWrongValues(request, order, now());
    return settlements.track(this.#start(wanted, order, request));
  }

  /** Reserves the order for the attempt; once that is on disk, lets the attempt run. */
  async #start(wanted: NewAttempt, order: Order, request: CheckoutRequest): Promise<Attempt> {
    const { store, settlements } = this.#parts;
    if (settlements.draining) throw new Refusal('draining');

    const reservation = await this.#orOverloaded(wanted, 'reserve', store.reserve(wanted));
    if (reservation.kind === 'refused') throw new Refusal(reservation.code);
    if (reservation.kind === 'existing') return sameAttempt(reservation.attempt, wanted);

    void settlements.track(this.#carryOut(wanted, order, request));
    return reservation.attempt;
  }

  /**
   * Finds an attempt; while it is processing, waits up to `seconds` for its end. The wait is over
   * early when the proxy drains, or when `left` says that the browser has gone.
   */
  async follow(id: string, seconds: number, left: AbortSignal): Promise<Attempt | undefined> {
    const { store, settlements } = this.#parts;
    const isOver = async () => {
      const attempt = await store.find(id);
      return !attempt || !isProcessing(attempt);
    };
    if (seconds > 0) await settlements.wait(id, isOver, seconds * 1000, left);
    return store.find(id);
  }

  /** Runs a reserved attempt to its end; the card lives in this call and nowhere else. */
  async #carryOut(attempt: NewAttempt, order: Order, request: CheckoutRequest): Promise<void> {
    const { store, settlements, log } = this.#parts;
    log.attemptStarted(attempt, truncatedNumber(request.card.number));
    const outcome = await this.#charge(attempt, order, request).catch((error: unknown) => {
      log.unexpected(error);
      return interrupted;
    });
    try {
      await store.settle(attempt.id, outcome);
      log.attemptSettled(attempt, outcome);
    } catch (error) {
      log.storeFailed(attempt, 'settle', error, outcome);
    }
    settlements.announce(attempt.id);
  }

  /** Sends the attempt, again after a 429, until its outcome is known. */
  async #charge(attempt: NewAttempt, order: Order, request: CheckoutRequest): Promise<Outcome> {
    const { config, store, upstream, settlements, log, now } = this.#parts;
    const values = templateValues(config.merchantId, order, request);
    const body = config.template.fill(values, order.fields);

    for (let number = 1; ; number++) {
      try {
        await store.startTry(attempt.id, number);
      } catch (error) {
        log.storeFailed(attempt, 'start_try', error);
        return nothingSent;
      }
      const startedAt = now().getTime();
      const result = await upstream.send(body);
      log.tryEnded(attempt, number, result, now().getTime() - startedAt);

      const outcome = withoutSecrets(outcomeOf(result, config), config, request);
      const waitMs = this.#waitBeforeNextTry(outcome, number);
      if (waitMs === undefined || !(await settlements.pause(waitMs))) return outcome;
    }
  }

  /**
   * Says how long to wait before the next try, or `undefined` for none. A 429 was not processed:
   * 1, 2 and 4 s (payments-api.md section 7). A 5xx may have charged the card, and without proof
   * that it did not there is no next try; this is where such proof is asked for.
   */
  #waitBeforeNextTry(outcome: Outcome, number: number): number | undefined {
    if (outcome.code !== 'rate_limited' || number >= maxTriesWhenRateLimited) return undefined;
    return this.#parts.config.rateLimitWaitMs * 2 ** (number - 1);
  }

  async #orOverloaded<Result>(
    attempt: NewAttempt,
    operation: string,
    work: Promise<Result>,
  ): Promise<Result> {
    return work.catch((error: unknown) => {
      this.#parts.log.storeFailed(attempt, operation, error);
      throw new Refusal('overloaded');
    });
  }
}

function sameAttempt(stored: Attempt, wanted: NewAttempt): Attempt {
  if (stored.fingerprint === wanted.fingerprint) return stored;
  throw new Refusal('idempotency_key_reused');
}

/** Takes the card's data, and what the merchant wants hidden, out of what the API answered. */
function withoutSecrets(outcome: Outcome, config: Config, { card }: CheckoutRequest): Outcome {
  const { payment, reason, ...rest } = outcome;
  const shown = Object.entries(payment ?? {}).filter(
    ([name]) => !config.responseFields || config.responseFields.has(name),
  );
  return {
    ...rest,
    ...(reason && { reason: maskedText(reason, card) }),
    ...(payment && { payment: withoutCardData(Object.fromEntries(shown), card) }),
  };
}
