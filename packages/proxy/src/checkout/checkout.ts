import type { CheckoutRequest, Payment } from '@card-checkout/contract';
import {
  blockingAttempt,
  isClosing,
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
import { newPostbackToken, type PostbackToken } from '../sensitive/postback-token.ts';
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
   * Starts a payment for a buyer's network, or returns the one stored under the same key. Throws a
   * `Refusal` if it can't do either; then nothing was recorded or sent.
   */
  async accept(key: string, request: CheckoutRequest, network: string): Promise<Attempt> {
    const { rules, orderRules, cardTesting, shutdown, now } = this.#parts;
    const purchase = purchaseOf(readOrder(request.order, orderRules), request, rules.proof);
    const payment = newPayment(key, purchase);
    const threeDS = cardTesting.isSuspected() ? 'required' : rules.threeDS;
    const admitted =
      refusalOfPurchase(purchase, { ...rules, threeDS }, now()) ??
      cardTesting.admit(request.card.number, payment.orderId);
    if (admitted instanceof Refusal) return this.#replay(payment, admitted);
    const {
      shownNumber: card,
      card: { brand },
    } = purchase;
    const press = { paymentId: key, network, brand, card };
    const run = new PaymentRun(payment, purchase, press, this.#parts);
    return shutdown.track(this.#start(run, admitted));
  }

  /**
   * Finds a payment, and waits up to `seconds` while it's processing. The wait ends early if the proxy
   * shuts down or the browser leaves (`left`). `known` is the payment if it was just read. Throws a
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
   * Finds the payment that blocks another one for an order. Throws a `Refusal` if the merchant didn't
   * sign the token, the order is closed, the store can't be read, or the brake would refuse a payment
   * from this network: then the buyer needn't confirm at the bank first.
   */
  async findBlocking(orderToken: string, network: string): Promise<Attempt | undefined> {
    const { store, brake, orderRules } = this.#parts;
    const { id } = readOrder(orderToken, orderRules);
    const payments = await this.#reading(id, store.findOrder(id));
    const blocking = blockingAttempt(payments);
    if (blocking) return blocking;
    if (payments.some(isClosing)) throw new Refusal('order_closed');
    if (!brake.refuses({ network })) return undefined;
    throw new Refusal('overloaded', { reason: 'api_down' });
  }

  /**
   * Returns a payment as the browser sees it. Whether it's retryable also depends on the order's other
   * payments. Throws a `Refusal` if the store can't be read.
   */
  async show(attempt: Attempt): Promise<Payment> {
    const alone = paymentOf(attempt, [attempt]);
    if (!alone.retryable) return alone;
    const { orderId } = attempt;
    return paymentOf(attempt, await this.#reading(orderId, this.#parts.store.findOrder(orderId)));
  }

  /** Stops further tries of a payment that runs here and whose postback may not be stored yet. */
  noteEvidence({ paymentId, tokenHash }: PostbackAddress): void {
    for (const run of this.#running) {
      if (run.payment.id === paymentId) run.noteEvidence(tokenHash);
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
  async #replay(payment: NewAttempt, refusal: Refusal): Promise<Attempt> {
    const earlier = await this.#reading(payment.id, this.#parts.store.find(payment.id));
    if (!earlier) throw refusal;
    return samePayment(earlier, payment);
  }

  /** Stores the payment with its first try. Once they're on disk, runs the payment. */
  async #start(run: PaymentRun, place: CardPlace): Promise<Attempt> {
    const { store, shutdown, brake, log } = this.#parts;
    const { payment } = run;
    if (shutdown.draining) {
      place(false);
      throw new Refusal('draining');
    }
    const turn = brake.holds(run.press) ? this.#turnOf(run) : undefined;
    const passage = await turn?.catch((error: unknown) => {
      place(false);
      throw error;
    });
    const settle = (hasBegun: boolean) => {
      place(hasBegun);
      passage?.(hasBegun);
    };

    const token = newPostbackToken(payment.id);
    const askedAtMs = performance.now();
    const reservation = await store.begin(payment, token.hash).catch((error: unknown) => {
      settle(false);
      void shutdown.track(this.#disown(run, token));
      log.emit('store_failed', { ...named(payment), operation: 'begin', error });
      throw new Refusal('overloaded');
    });
    settle(reservation.kind === 'created');
    if (reservation.kind === 'refused') throw new Refusal(reservation.code);
    if (reservation.kind === 'existing') return samePayment(reservation.attempt, payment);

    // While this process was frozen, another one may have taken over the payment.
    if (performance.now() - askedAtMs > startTryWithinMs) {
      void shutdown.track(this.#disown(run, token));
      return reservation.attempt;
    }
    this.#running.add(run);
    void shutdown.track(run.run(token).finally(() => this.#running.delete(run)));
    return reservation.attempt;
  }

  /** Waits for a turn at the brake. A payment that the store won't begin needs none. */
  async #turnOf({ payment, press }: PaymentRun): Promise<(hasBegun: boolean) => void> {
    const { store, shutdown, brake } = this.#parts;
    const begins = await this.#reading(payment.id, store.wouldBegin(payment));
    const passage = begins ? await brake.admit(press) : () => undefined;
    if (shutdown.draining) throw new Refusal('draining');
    if (!passage) throw new Refusal('overloaded', { reason: brake.isOn ? 'api_down' : 'in_doubt' });
    return passage;
  }

  /**
   * Ends a payment for which nothing was sent: `begin` stored it too late, or failed after the commit.
   * The commit may become visible late, so this checks repeatedly. A newer payment under the same key
   * has another token.
   */
  async #disown(run: PaymentRun, token: PostbackToken): Promise<void> {
    const { store, shutdown } = this.#parts;
    let stored: Attempt | undefined;
    for (let checks = 0; !stored && checks < maxChecksForLostBegin; checks++) {
      stored = await store.find(run.payment.id).catch(() => undefined);
      if (!stored && !(await shutdown.pause(1000))) return;
    }
    if (stored?.tries[0]?.tokenHash !== token.hash) return;
    await run.record({ kind: 'try_ended', number: 1, outcome: nothingSent, retries: false });
  }
}

function newPayment(id: string, purchase: Purchase): NewAttempt {
  const { order, request, amountCentavos, card, proofHash, fingerprint } = purchase;
  return {
    id,
    orderId: order.id,
    amountCentavos,
    orderAmountCentavos: order.amountCentavos,
    installments: request.installments,
    orderSignedAt: order.signedAt,
    ...(order.metadata && { metadata: order.metadata }),
    card,
    proofHash,
    fingerprint,
  };
}

function samePayment(stored: Attempt, wanted: NewAttempt): Attempt {
  if (stored.fingerprint === wanted.fingerprint) return stored;
  throw new Refusal('idempotency_key_reused');
}
