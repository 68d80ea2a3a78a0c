import type { CheckoutRequest } from '@card-checkout/contract';
import { isBetweenTries, isProcessing, type Attempt, type NewAttempt } from '../attempt/attempt.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { holdsCardNumber, truncatedNumber } from '../sensitive/card-data.ts';
import type { CardTesting } from '../card-testing/card-testing.ts';
import type { Config } from '../config/config.ts';
import { fingerprintOf } from '../order/fingerprint.ts';
import { refuseWrongValues } from '../order/request-values.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { News } from './announce.ts';
import { chargedCentavos, readOrder, type Order } from '../order/order.ts';
import { nothingSent, outcomeOf, type Outcome } from '../attempt/outcome.ts';
import { withoutSecrets } from '../payments-api/outcome-secrets.ts';
import { newPostbackToken, type PostbackToken } from '../payments-api/postback.ts';
import { Refusal } from '../refusal.ts';
import { isUnproven, retryReasonOf, sequelOf, unprovenEnd, type Sequel } from '../attempt/retry.ts';
import type { Settlements } from './waiters.ts';
import type { Recorded, Store } from '../store/store.ts';
import { loggableRequest, requestOf } from '../payments-api/payment-request.ts';
import { inTrySpan } from '../payments-api/try-span.ts';
import { isServerError, type Upstream, type UpstreamResult } from '../payments-api/upstream.ts';

/** What a checkout works with. */
export interface CheckoutParts {
  config: Config;
  store: Store;
  upstream: Upstream;
  cardTesting: CardTesting;
  settlements: Settlements;
  /** Hears of every step that was recorded. */
  news: News;
  log: EventLog;
  now: () => Date;
}

/** What one attempt is carried out with; the card lives here and nowhere else. */
interface Errand {
  attempt: NewAttempt;
  order: Order;
  request: CheckoutRequest;
}

/** How often the store is asked, a second apart, if it has kept an attempt that it said it had not. */
const maxLooksForLostBegin = 30;

/** How long a step that could not be stored waits until it is stored again. */
const storeAgainAfterMs = 1000;

/** Takes attempts to pay orders and carries each one out, whether or not the browser waits. */
export class Checkout {
  readonly #parts: CheckoutParts;
  readonly #running = new Set<NewAttempt>();

  constructor(parts: CheckoutParts) {
    this.#parts = parts;
  }

  /** How many attempts it is carrying out. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * Starts an attempt, or joins or replays the one that is stored under the same key. Throws a
   * `Refusal` (contract section 3), and then nothing was recorded and nothing is sent.
   */
  async begin(key: string, request: CheckoutRequest, proofOfWork?: string): Promise<Attempt> {
    const { config, cardTesting, settlements, now } = this.#parts;
    const order = await readOrder(request.order, config, now());
    // The id is stored, logged and told to everybody (PCI DSS 3.5.1).
    if (holdsCardNumber(order.id, request.card)) throw new Refusal('order_invalid');
    const attempt: NewAttempt = {
      id: key,
      orderId: order.id,
      amountCentavos: chargedCentavos(order, request),
      fingerprint: fingerprintOf(order, request),
    };

    try {
      if (order.expired) throw new Refusal('order_expired');
      refuseWrongValues(request, order, now());
      await cardTesting.refuse(attempt, request.card.number, proofOfWork);
    } catch (refusal) {
      return this.#replay(attempt, refusal);
    }
    return settlements.track(this.#start({ attempt, order, request }));
  }

  /** Answers a repeated key as ever, though its values can't be right any more; refuses a new one. */
  async #replay(attempt: NewAttempt, refusal: unknown): Promise<Attempt> {
    const earlier = await this.#parts.store
      .find(attempt.id)
      .catch((error: unknown) => this.#overloaded(attempt, 'find', error));
    if (!earlier) throw refusal;
    return sameAttempt(earlier, attempt);
  }

  /** Stores the attempt and its first try; once they are on disk, lets the attempt run. */
  async #start(errand: Errand): Promise<Attempt> {
    const { store, settlements } = this.#parts;
    const { attempt } = errand;
    if (settlements.draining) throw new Refusal('draining');

    const token = newPostbackToken();
    const reservation = await store.begin(attempt, token.hash).catch((error: unknown) => {
      void settlements.track(this.#disown(attempt, token));
      return this.#overloaded(attempt, 'begin', error);
    });
    if (reservation.kind === 'refused') throw new Refusal(reservation.code);
    if (reservation.kind === 'existing') return sameAttempt(reservation.attempt, attempt);

    void settlements.track(this.#carryOut(errand, token));
    return reservation.attempt;
  }

  /**
   * Ends the attempt if the store kept it although `begin` failed, as when a connection breaks after
   * the commit: nobody sends it. A commit may show late, so the look is repeated for a while. An
   * attempt that came later under the same key has another token.
   */
  async #disown(attempt: NewAttempt, token: PostbackToken): Promise<void> {
    const { store, settlements } = this.#parts;
    const unsent = { kind: 'try_ended', number: 1, outcome: nothingSent, retries: false } as const;
    let kept: Attempt | undefined;
    for (let looks = 0; !kept && looks < maxLooksForLostBegin; looks++) {
      kept = await store.find(attempt.id).catch(() => undefined);
      if (!kept && !(await settlements.pause(storeAgainAfterMs))) return;
    }
    if (kept?.tries[0]?.tokenHash === token.hash) await this.#recordSurely(attempt, unsent);
  }

  /**
   * Finds an attempt; while it is processing, waits up to `seconds` for its end. The wait is over
   * early when the proxy drains, or when `left` says that the browser has gone. Throws a `Refusal`
   * when the store can't be read. `known` is the attempt if `begin` has just returned it.
   */
  async follow(
    id: string,
    seconds: number,
    left: AbortSignal,
    known?: Attempt,
  ): Promise<Attempt | undefined> {
    const { store, settlements, log } = this.#parts;
    const look = async () => store.find(id);
    const found = settlements.wait(id, { look, known, timeoutMs: seconds * 1000, left });
    return found.catch((error: unknown) => {
      log.readFailed(id, error);
      throw new Refusal('overloaded');
    });
  }

  /** Gives up the attempts that still run, when the proxy can't wait for them any longer. */
  async interruptRunning(): Promise<void> {
    const interruptions = [...this.#running].map((attempt) =>
      this.#recordSurely(attempt, { kind: 'interrupted' }),
    );
    await Promise.all(interruptions);
  }

  async #carryOut(errand: Errand, firstToken: PostbackToken): Promise<void> {
    const { attempt, request } = errand;
    this.#running.add(attempt);
    this.#parts.log.attemptStarted(attempt, truncatedNumber(request.card.number));
    try {
      await this.#sendUntilSettled(errand, firstToken);
    } catch (error) {
      this.#parts.log.unexpected(error);
      await this.#recordSurely(attempt, { kind: 'interrupted' });
    } finally {
      this.#running.delete(attempt);
    }
  }

  /** Sends the attempt, and again where that is safe, until some step settles it. */
  async #sendUntilSettled(errand: Errand, firstToken: PostbackToken): Promise<void> {
    const { store } = this.#parts;
    const { attempt } = errand;
    let token = firstToken;
    for (let number = 1; ; number++) {
      const outcome = await this.#send(errand, number, token);
      const sequel = this.#sequelOf(outcome, number);
      const retries = sequel.waitMs !== undefined;
      const ended = { kind: 'try_ended', number, outcome, retries } as const;
      // A step that is stored, and then said to have failed, moves nothing the second time.
      const latest = (await this.#recordSurely(attempt, ended)) ?? (await store.find(attempt.id));
      if (!latest || !isBetweenTries(latest)) return;
      if (!(await this.#waitsInVain(attempt, sequel))) return;

      token = newPostbackToken();
      const next = { kind: 'try_started', number: number + 1, tokenHash: token.hash } as const;
      if (!(await this.#startTry(attempt, next))) return;
      this.#parts.log.retryStarted(retryReasonOf(outcome));
    }
  }

  #sequelOf(outcome: Outcome, number: number): Sequel {
    return sequelOf(outcome, number, this.#parts.config, Math.random);
  }

  /** Sends one request and says what its answer means; the answer's secrets end here. */
  async #send(errand: Errand, number: number, token: PostbackToken): Promise<Outcome> {
    const { config, log, now } = this.#parts;
    const { attempt, order, request } = errand;
    const startedAt = now().getTime();
    const body = requestOf(config, order, request, token);
    const send = async () => this.#sendUnlessProved(errand, number, body, token);
    const result = await inTrySpan(attempt.id, number, send);
    const outcome = withoutSecrets(outcomeOf(result, config), config, request);
    const durationMs = now().getTime() - startedAt;
    log.tryEnded(attempt, { number, result, reason: outcome.reason, durationMs });
    if (isServerError(result)) {
      log.tryFailed(attempt, number, loggableRequest(config, order, request));
    }
    const isOver = isUnproven(outcome) && config.publicUrl === undefined;
    return isOver ? { ...outcome, ...unprovenEnd(config) } : outcome;
  }

  /**
   * Sends a body. A retry that still waits for a connection does not leave once there is news of
   * the attempt, which may be proof that an earlier try was charged, or once the proxy stops.
   */
  async #sendUnlessProved(
    { attempt }: Errand,
    number: number,
    body: object,
    { secret }: PostbackToken,
  ): Promise<UpstreamResult> {
    const { upstream, settlements } = this.#parts;
    if (number === 1) return upstream.send(body, { postbackToken: secret });

    const notice = settlements.notice(attempt.id);
    const mayLeave = () => !notice.hasNews && !settlements.draining;
    try {
      return await upstream.send(body, { postbackToken: secret, mayLeave });
    } finally {
      notice.stop();
    }
  }

  /**
   * Looks for proof, or lets the service rest. Returns `true` when the attempt may be sent again,
   * and otherwise has settled it.
   */
  async #waitsInVain(attempt: NewAttempt, { waitMs = 0, triesAgain }: Sequel): Promise<boolean> {
    const { config, store, settlements } = this.#parts;
    const look = async () => store.find(attempt.id);
    const latest = await settlements.wait(attempt.id, { look, timeoutMs: waitMs });
    if (latest && !isProcessing(latest)) return false;
    if (settlements.draining) await this.#recordSurely(attempt, { kind: 'interrupted' });
    else if (triesAgain) return true;
    else await this.#recordSurely(attempt, { kind: 'given_up', outcome: unprovenEnd(config) });
    return false;
  }

  /** Stores the next try; without that, or once there is proof, nothing more is sent. */
  async #startTry(attempt: NewAttempt, event: AttemptEvent): Promise<boolean> {
    const { store, log } = this.#parts;
    try {
      if (await store.record(attempt.id, event)) return true;
    } catch (error) {
      log.storeFailed(attempt, event.kind, error);
    }
    await this.#recordSurely(attempt, { kind: 'interrupted' });
    return false;
  }

  /** Records a step, again and again while the store fails: what is known must not be lost. */
  async #recordSurely(attempt: NewAttempt, event: AttemptEvent): Promise<Attempt | undefined> {
    const { store, settlements, news, log } = this.#parts;
    let again = true;
    while (again) {
      const recorded = await store.record(attempt.id, event).catch((error: unknown) => {
        log.storeFailed(attempt, event.kind, error, event);
        return 'failed' as const;
      });
      if (recorded !== 'failed') return told(recorded, event.kind, news);
      again = await settlements.pauseToTheEnd(storeAgainAfterMs);
    }
    return undefined;
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

function told(recorded: Recorded | undefined, kind: AttemptEvent['kind'], news: News) {
  if (recorded) news.recorded(recorded, kind);
  return recorded?.attempt;
}
