import type { CheckoutRequest, Payment } from '@card-checkout/contract';
import {
  blockingAttempt,
  paymentOf,
  type Attempt,
  type NewAttempt,
  type PostbackAddress,
} from '../attempt/attempt.ts';
import { startTryWithinMs } from '../attempt/transition.ts';
import { nothingSent } from '../attempt/outcome.ts';
import type { CardPlace, CardTesting } from '../card-testing/card-testing.ts';
import { readOrder, type OrderRules } from '../order/order-token.ts';
import { purchaseOf, type Purchase } from '../order/purchase.ts';
import { refusalOfPurchase, type ValueRules } from '../order/request-values.ts';
import { newPostbackToken, type PostbackToken } from '../payments-api/postback.ts';
import { Refusal } from '../refusal.ts';
import { named } from '../telemetry/log.ts';
import { PaymentRun, type RunParts } from './run.ts';
import { Silence } from './silence.ts';

export interface CheckoutParts extends Omit<RunParts, 'silence'> {
  rules: ValueRules & RunParts['rules'];
  /** Separate from the other rules, because they hold a secret. */
  orderRules: OrderRules;
  cardTesting: CardTesting;
}

/** Checks, one second apart, for a failed `begin` that was committed after all. */
const maxChecksForLostBegin = 30;

/** Accepts payments, and runs each to its end even if the browser leaves. */
export class Checkout {
  readonly #parts: CheckoutParts & RunParts;
  readonly #running = new Set<PaymentRun>();

  constructor(parts: CheckoutParts) {
    this.#parts = { ...parts, silence: new Silence(parts) };
  }

  get running(): number {
    return this.#running.size;
  }

  /**
   * Starts an attempt, or returns the one stored under the same key. Throws a `Refusal` if it can't do
   * either; then nothing was recorded or sent.
   */
  async accept(key: string, request: CheckoutRequest): Promise<Attempt> {
    const { rules, orderRules, cardTesting, shutdown, now } = this.#parts;
    const purchase = purchaseOf(readOrder(request.order, orderRules), request);
    const attempt = newAttempt(key, purchase);
    const threeDS = cardTesting.isSuspected() ? 'required' : rules.threeDS;
    const admitted =
      refusalOfPurchase(purchase, { threeDS }, now()) ??
      cardTesting.admit(request.card.number, attempt.orderId);
    if (admitted instanceof Refusal) return this.#replay(attempt, admitted);
    const run = new PaymentRun(attempt, purchase, this.#parts);
    return shutdown.track(this.#start(run, admitted));
  }

  /**
   * Finds an attempt, and waits up to `seconds` while it's processing. The wait ends early if the proxy
   * shuts down or the browser leaves (`left`). `known` is the attempt if it was just read. Throws a
   * `Refusal` if the store can't be read.
   */
  async follow(
    id: string,
    seconds: number,
    left: AbortSignal,
    known?: Attempt,
  ): Promise<Attempt | undefined> {
    const options = { timeoutMs: seconds * 1000, signal: left, known };
    return this.#reading(id, this.#parts.waiters.wait(id, options));
  }

  /**
   * Finds the attempt that blocks another one for an order. Throws a `Refusal` if the merchant
   * didn't sign the token, or the store can't be read.
   */
  async findBlocking(orderToken: string): Promise<Attempt | undefined> {
    const { id } = readOrder(orderToken, this.#parts.orderRules);
    return blockingAttempt(await this.#reading(id, this.#parts.store.findOrder(id)));
  }

  /**
   * Returns an attempt as the browser sees it. Whether it's retryable also depends on the order's other
   * attempts. Throws a `Refusal` if the store can't be read.
   */
  async show(attempt: Attempt): Promise<Payment> {
    const alone = paymentOf(attempt, [attempt]);
    if (!alone.retryable) return alone;
    const { orderId } = attempt;
    return paymentOf(attempt, await this.#reading(orderId, this.#parts.store.findOrder(orderId)));
  }

  /** Stops further tries of a payment that runs here and whose postback may not be stored yet. */
  noteEvidence({ attemptId, tokenHash }: PostbackAddress): void {
    for (const run of this.#running) {
      if (run.attempt.id === attemptId) run.noteEvidence(tokenHash);
    }
  }

  async interruptRunning(): Promise<void> {
    const runs = [...this.#running];
    await Promise.all(runs.map(async (run) => run.record({ kind: 'interrupted' })));
  }

  async #reading<Result>(id: string, read: Promise<Result>): Promise<Result> {
    return read.catch((error: unknown) => {
      this.#parts.log.emit('read_failed', { payment: id, error });
      throw new Refusal('overloaded');
    });
  }

  /** Answers a repeated key from the store, even if the request would now be refused. */
  async #replay(attempt: NewAttempt, refusal: Refusal): Promise<Attempt> {
    const earlier = await this.#reading(attempt.id, this.#parts.store.find(attempt.id));
    if (!earlier) throw refusal;
    return sameAttempt(earlier, attempt);
  }

  /** Stores the attempt with its first try. Once they're on disk, runs the payment. */
  async #start(run: PaymentRun, place: CardPlace): Promise<Attempt> {
    const { store, shutdown, brake, log } = this.#parts;
    const { attempt } = run;
    if (shutdown.draining) {
      place(false);
      throw new Refusal('draining');
    }
    const passage = brake.admit();
    if (!passage) {
      place(false);
      return this.#replay(attempt, new Refusal('overloaded', { reason: 'api_down' }));
    }
    const settle = (hasBegun: boolean) => {
      place(hasBegun);
      passage(hasBegun);
    };

    const token = newPostbackToken(attempt.id);
    const askedAtMs = performance.now();
    const reservation = await store.begin(attempt, token.hash).catch((error: unknown) => {
      settle(false);
      void shutdown.track(this.#disown(run, token));
      log.emit('store_failed', { ...named(attempt), operation: 'begin', error });
      throw new Refusal('overloaded');
    });
    settle(reservation.kind === 'created');
    if (reservation.kind === 'refused') throw new Refusal(reservation.code);
    if (reservation.kind === 'existing') return sameAttempt(reservation.attempt, attempt);

    // While this process was frozen, another one may have taken over the attempt.
    if (performance.now() - askedAtMs > startTryWithinMs) {
      void shutdown.track(this.#disown(run, token));
      return reservation.attempt;
    }
    this.#running.add(run);
    void shutdown.track(run.run(token).finally(() => this.#running.delete(run)));
    return reservation.attempt;
  }

  /**
   * Ends an attempt for which nothing was sent: `begin` stored it too late, or failed after the commit.
   * The commit may become visible late, so this checks repeatedly. A newer attempt under the same key
   * has another token.
   */
  async #disown(run: PaymentRun, token: PostbackToken): Promise<void> {
    const { store, shutdown } = this.#parts;
    let stored: Attempt | undefined;
    for (let checks = 0; !stored && checks < maxChecksForLostBegin; checks++) {
      stored = await store.find(run.attempt.id).catch(() => undefined);
      if (!stored && !(await shutdown.pause(1000))) return;
    }
    if (stored?.tries[0]?.tokenHash !== token.hash) return;
    await run.record({ kind: 'try_ended', number: 1, outcome: nothingSent, retries: false });
  }
}

function newAttempt(id: string, purchase: Purchase): NewAttempt {
  const { order, request, amountCentavos, card, proofHash, fingerprint } = purchase;
  return {
    id,
    orderId: order.id,
    amountCentavos,
    installments: request.installments,
    orderSignedAt: order.signedAt,
    card,
    proofHash,
    fingerprint,
  };
}

function sameAttempt(stored: Attempt, wanted: NewAttempt): Attempt {
  if (stored.fingerprint === wanted.fingerprint) return stored;
  throw new Refusal('idempotency_key_reused');
}
