import type { CheckoutRequest, Payment } from '@card-checkout/contract';
import { blockingAttempt, paymentOf, type Attempt, type NewAttempt } from '../attempt/attempt.ts';
import { nothingSent } from '../attempt/outcome.ts';
import type { CardTesting } from '../card-testing/card-testing.ts';
import { fingerprintOf, proofHashOf } from '../order/fingerprint.ts';
import { readOrder, type OrderRules } from '../order/order-token.ts';
import { chargedCentavos, hasExpired, isPostdated } from '../order/order.ts';
import { refuseWrongValues, type ValueRules } from '../order/request-values.ts';
import { newPostbackToken, type PostbackToken } from '../payments-api/postback.ts';
import { Refusal } from '../refusal.ts';
import { paidCardOf } from '../sensitive/card-data.ts';
import { PaymentRun, startTryWithinMs, type RunParts } from './run.ts';
import { Silence } from './silence.ts';

export interface CheckoutParts extends Omit<RunParts, 'silence'> {
  rules: ValueRules & RunParts['rules'];
  /** Apart from the other rules, because they hold a secret. */
  orderRules: OrderRules;
  cardTesting: CardTesting;
}

/** Checks, one second apart, whether a failed `begin` was committed after all. */
const maxChecksForLostBegin = 30;

const checkEveryMs = 1000;

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
   * Starts an attempt, or returns the one that is stored under the same key. Throws a `Refusal` if
   * there is none to return; then nothing was recorded or sent.
   */
  async accept(key: string, request: CheckoutRequest, proofOfWork?: string): Promise<Attempt> {
    const { rules, orderRules, cardTesting, shutdown, now } = this.#parts;
    const order = await readOrder(request.order, orderRules);
    const attempt: NewAttempt = {
      id: key,
      orderId: order.id,
      amountCentavos: chargedCentavos(order, request),
      installments: request.installments,
      orderSignedAt: order.signedAt,
      card: paidCardOf(request.card),
      proofHash: request.threeDSecure && proofHashOf(request.threeDSecure),
      fingerprint: fingerprintOf(order, request),
    };

    try {
      if (isPostdated(order, now())) {
        throw new Refusal('order_invalid', { detail: 'iat: is in the future' });
      }
      if (hasExpired(order, request, now())) {
        const reason = `exp: ${new Date(order.expiresAtMs ?? 0).toISOString()}`;
        throw new Refusal('order_expired', { reason });
      }
      refuseWrongValues(request, order, rules, now());
      await cardTesting.refuse(attempt, request.card.number, proofOfWork);
    } catch (refusal) {
      return this.#replay(attempt, refusal);
    }
    return shutdown.track(this.#start(new PaymentRun(attempt, order, request, this.#parts)));
  }

  /**
   * Finds an attempt, and waits up to `seconds` while it is processing. The wait ends early when the
   * proxy shuts down, or when `left` says that the browser is gone. `known` is the attempt if it was
   * read a moment ago. Throws a `Refusal` when the store can't be read.
   */
  async follow(
    id: string,
    seconds: number,
    left: AbortSignal,
    known?: Attempt,
  ): Promise<Attempt | undefined> {
    const { waiters, log } = this.#parts;
    const found = waiters.wait(id, { timeoutMs: seconds * 1000, signal: left, known });
    return found.catch((error: unknown) => {
      log.readFailed(id, error);
      throw new Refusal('overloaded');
    });
  }

  /**
   * Finds the attempt that rules out another one of an order. Throws a `Refusal` for a token that
   * the merchant did not sign, and when the store can't be read.
   */
  async findBlocking(orderToken: string): Promise<Attempt | undefined> {
    const { id } = await readOrder(orderToken, this.#parts.orderRules);
    return blockingAttempt(await this.#attemptsOf(id));
  }

  /**
   * Returns an attempt as the browser sees it: whether the buyer may try again follows from the
   * order's other attempts, too. Throws a `Refusal` when the store can't be read.
   */
  async show(attempt: Attempt): Promise<Payment> {
    const alone = paymentOf(attempt, [attempt]);
    return alone.retryable ? paymentOf(attempt, await this.#attemptsOf(attempt.orderId)) : alone;
  }

  async #attemptsOf(orderId: string): Promise<Attempt[]> {
    const { store, log } = this.#parts;
    return store.findOrder(orderId).catch((error: unknown) => {
      log.readFailed(orderId, error);
      throw new Refusal('overloaded');
    });
  }

  async interruptRunning(): Promise<void> {
    const runs = [...this.#running];
    await Promise.all(runs.map(async (run) => run.record({ kind: 'interrupted' })));
  }

  /** Answers a repeated key from the store, even if its request would be refused by now. */
  async #replay(attempt: NewAttempt, refusal: unknown): Promise<Attempt> {
    const earlier = await this.#parts.store
      .find(attempt.id)
      .catch((error: unknown) => this.#overloaded(attempt, 'find', error));
    if (!earlier) throw refusal;
    return sameAttempt(earlier, attempt);
  }

  /** Stores the attempt with its first try. Once they are on disk, the payment runs. */
  async #start(run: PaymentRun): Promise<Attempt> {
    const { store, shutdown } = this.#parts;
    if (shutdown.draining) throw new Refusal('draining');

    const { attempt } = run;
    const token = newPostbackToken(attempt.id);
    const askedAtMs = performance.now();
    const reservation = await store.begin(attempt, token.hash).catch((error: unknown) => {
      void shutdown.track(this.#disown(run, token));
      return this.#overloaded(attempt, 'begin', error);
    });
    if (reservation.kind === 'refused') throw new Refusal(reservation.code);
    if (reservation.kind === 'existing') return sameAttempt(reservation.attempt, attempt);

    // A process that was frozen here may have lost the attempt to another one.
    if (performance.now() - askedAtMs > startTryWithinMs) {
      void shutdown.track(this.#disown(run, token));
      return reservation.attempt;
    }
    this.#running.add(run);
    void shutdown.track(run.run(token).finally(() => this.#running.delete(run)));
    return reservation.attempt;
  }

  /**
   * Ends an attempt that was stored although `begin` failed, as when the connection breaks after the
   * commit, or too late: nothing was sent for it. The commit may become visible late, so this checks for a while.
   * A newer attempt under the same key has another token.
   */
  async #disown(run: PaymentRun, token: PostbackToken): Promise<void> {
    const { store, shutdown } = this.#parts;
    let stored: Attempt | undefined;
    for (let checks = 0; !stored && checks < maxChecksForLostBegin; checks++) {
      stored = await store.find(run.attempt.id).catch(() => undefined);
      if (!stored && !(await shutdown.pause(checkEveryMs))) return;
    }
    if (stored?.tries[0]?.tokenHash !== token.hash) return;
    await run.record({ kind: 'try_ended', number: 1, outcome: nothingSent, retries: false });
  }

  #overloaded(attempt: NewAttempt, operation: string, error: unknown): never {
    this.#parts.log.storeFailed(attempt, operation, error);
    throw new Refusal('overloaded');
  }
}

function sameAttempt(stored: Attempt, wanted: NewAttempt): Attempt {
  if (stored.fingerprint === wanted.fingerprint) return stored;
  throw new Refusal('idempotency_key_reused');
}
