import type { CheckoutRequest } from '@card-checkout/contract';
import { isProcessing, type Attempt, type NewAttempt } from '../attempt/attempt.ts';
import type { Outcome } from '../attempt/outcome.ts';
import {
  decideRetry,
  isUnproven,
  retryReasonOf,
  unprovenEnd,
  type RetryDecision,
  type RetryRules,
} from '../attempt/retry.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { statuses } from '../attempt/statuses.ts';
import type { Recorded } from '../attempt/transition.ts';
import type { Order } from '../order/order.ts';
import { outcomeOf, type AnswerRules } from '../payments-api/answer.ts';
import { loggableRequest, requestOf, type RequestRules } from '../payments-api/payment-request.ts';
import { newPostbackToken, type PostbackToken } from '../payments-api/postback.ts';
import { inTrySpan } from '../payments-api/try-span.ts';
import { isServerError, type Upstream, type UpstreamResult } from '../payments-api/upstream.ts';
import { truncatedNumber } from '../sensitive/card-data.ts';
import type { Store } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { Announce } from './announce.ts';
import type { Shutdown } from './shutdown.ts';
import type { Waiters } from './waiters.ts';

/** Collaborators of a payment run. */
export interface RunParts {
  rules: RequestRules & AnswerRules & RetryRules;
  store: Store;
  upstream: Upstream;
  waiters: Waiters;
  shutdown: Shutdown;
  announce: Announce;
  log: EventLog;
  now: () => Date;
}

/** How long to wait before a step that could not be stored is stored again. */
const storeAgainAfterMs = 1000;

/** A payment in flight: sends it, waits, sends it again, and records each step. The only object that holds the card. */
export class PaymentRun {
  readonly attempt: NewAttempt;
  readonly #order: Order;
  readonly #request: CheckoutRequest;
  readonly #parts: RunParts;

  constructor(attempt: NewAttempt, order: Order, request: CheckoutRequest, parts: RunParts) {
    this.attempt = attempt;
    this.#order = order;
    this.#request = request;
    this.#parts = parts;
  }

  /** Runs the payment, whose first try is stored already, to its end. Never rejects. */
  async run(firstToken: PostbackToken): Promise<void> {
    const { log } = this.#parts;
    log.attemptStarted(this.attempt, truncatedNumber(this.#request.card.number));
    try {
      await this.#sendUntilResolved(firstToken);
    } catch (error) {
      log.unexpected(error);
      await this.record({ kind: 'interrupted' });
    }
  }

  /** Records an event, again and again while the store fails: what is known must not be lost. */
  async record(event: AttemptEvent): Promise<Attempt | undefined> {
    const { store, shutdown, log } = this.#parts;
    for (;;) {
      const recorded = await store.record(this.attempt.id, event).catch((error: unknown) => {
        log.storeFailed(this.attempt, event.kind, error, event);
        return 'failed' as const;
      });
      if (recorded !== 'failed') return this.#announce(recorded, event.kind);
      if (!(await shutdown.pauseUntilEnd(storeAgainAfterMs))) return undefined;
    }
  }

  async #sendUntilResolved(firstToken: PostbackToken): Promise<void> {
    const { rules, store, log } = this.#parts;
    let token = firstToken;
    for (let number = 1; ; number++) {
      const outcome = await this.#send(number, token);
      const decision = decideRetry(outcome, number, rules, Math.random);
      const retries = decision.waitMs !== undefined;
      // `recorded` is undefined if an earlier write, reported as failed, had stored the step.
      const recorded = await this.record({ kind: 'try_ended', number, outcome, retries });
      const latest = recorded ?? (await store.find(this.attempt.id));
      if (!latest || !statuses[latest.status].mayRetry) return;
      if (!(await this.#waitToRetry(decision))) return;

      token = newPostbackToken();
      if (!(await this.#startTry(number + 1, token))) return;
      log.retryStarted(retryReasonOf(outcome));
    }
  }

  /** Sends one request, and returns its outcome without any secrets. */
  async #send(number: number, token: PostbackToken): Promise<Outcome> {
    const { rules, log, now } = this.#parts;
    const startedAt = now().getTime();
    const body = requestOf(rules, this.#order, this.#request, token);
    const send = async () => this.#sendUnlessProved(number, body, token);
    const result = await inTrySpan(this.attempt.id, number, send);
    const outcome = outcomeOf(result, rules, this.#request.card);
    const durationMs = now().getTime() - startedAt;
    log.tryEnded(this.attempt, { number, result, reason: outcome.reason, durationMs });
    if (isServerError(result)) {
      log.tryFailed(this.attempt, number, loggableRequest(rules, this.#order, this.#request));
    }
    const isFinal = isUnproven(outcome) && rules.publicUrl === undefined;
    return isFinal ? { ...outcome, ...unprovenEnd(rules) } : outcome;
  }

  /**
   * Sends a request. A retry that is still waiting for a connection is dropped when the attempt changes
   * (a postback may prove that an earlier try was charged) or the proxy shuts down.
   */
  async #sendUnlessProved(
    number: number,
    body: object,
    { secret }: PostbackToken,
  ): Promise<UpstreamResult> {
    const { upstream, waiters, shutdown } = this.#parts;
    if (number === 1) return upstream.send(body, { postbackToken: secret });

    const watch = waiters.watch(this.attempt.id);
    const mayLeave = () => !watch.hasChanged && !shutdown.draining;
    try {
      return await upstream.send(body, { postbackToken: secret, mayLeave });
    } finally {
      watch.stop();
    }
  }

  /**
   * Waits for proof of what the try did, or gives the service a rest. Returns whether to send again;
   * if not, the attempt is resolved.
   */
  async #waitToRetry({ waitMs = 0, triesAgain }: RetryDecision): Promise<boolean> {
    const { rules, waiters, shutdown } = this.#parts;
    const latest = await waiters.wait(this.attempt.id, { timeoutMs: waitMs });
    if (latest && !isProcessing(latest)) return false;
    if (shutdown.draining) await this.record({ kind: 'interrupted' });
    else if (triesAgain) return true;
    else await this.record({ kind: 'given_up', outcome: unprovenEnd(rules) });
    return false;
  }

  /** Stores the next try. Returns `false` when that fails or is refused: then nothing more is sent. */
  async #startTry(number: number, { hash }: PostbackToken): Promise<boolean> {
    const { store, log } = this.#parts;
    const event = { kind: 'try_started', number, tokenHash: hash } as const;
    try {
      if (await store.record(this.attempt.id, event)) return true;
    } catch (error) {
      log.storeFailed(this.attempt, event.kind, error);
    }
    await this.record({ kind: 'interrupted' });
    return false;
  }

  #announce(recorded: Recorded | undefined, kind: AttemptEvent['kind']): Attempt | undefined {
    if (recorded) this.#parts.announce(recorded, kind);
    return recorded?.attempt;
  }
}
