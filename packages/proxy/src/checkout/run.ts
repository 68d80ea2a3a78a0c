import { isProcessing, type Attempt, type NewAttempt } from '../attempt/attempt.ts';
import { nothingSent, type Outcome } from '../attempt/outcome.ts';
import {
  decideRetry,
  retryReasonOf,
  type RetryDecision,
  type RetryReason,
  type RetryRules,
} from '../attempt/retry.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { statuses, type AttemptStatus } from '../attempt/statuses.ts';
import { startTryWithinMs } from '../attempt/transition.ts';
import type { Purchase } from '../order/purchase.ts';
import type { AnswerRules } from '../payments-api/answer.ts';
import { sendPurchase, type RequestRules } from '../payments-api/payment-request.ts';
import { newPostbackToken, type PostbackToken } from '../sensitive/postback-token.ts';
import type { Upstream, UpstreamOptions } from '../upstream/upstream.ts';
import type { Store } from '../store/store.ts';
import { named, type EventLog } from '../telemetry/log.ts';
import { inTrySpan } from '../telemetry/try-span.ts';
import type { Announce } from './announce.ts';
import type { Brake, Press } from './brake.ts';
import { repeatWhileFailing } from './repeat-while-failing.ts';
import type { Shutdown } from './shutdown.ts';
import type { Judgement, Silence } from './silence.ts';
import type { Waiters } from './waiters.ts';

export interface RunParts {
  rules: RequestRules & AnswerRules & RetryRules & Pick<UpstreamOptions, 'upstreamTimeoutMs'>;
  store: Store;
  upstream: Upstream;
  waiters: Waiters;
  shutdown: Shutdown;
  silence: Silence;
  brake: Brake;
  announce: Announce;
  log: EventLog;
  now: () => Date;
}

interface Retry {
  reason: RetryReason;
  alarmsSupport: boolean;
}

/** Sends a payment, waits, sends it again, and records each step. Only this object holds the card. */
export class PaymentRun {
  readonly payment: NewAttempt;
  readonly press: Press;
  readonly #purchase: Purchase;
  readonly #parts: RunParts;
  readonly #tokenHashes = new Set<string>();
  #hasEvidence = false;

  constructor(payment: NewAttempt, purchase: Purchase, press: Press, parts: RunParts) {
    this.payment = payment;
    this.press = press;
    this.#purchase = purchase;
    this.#parts = parts;
  }

  /** Runs the payment to its end, once its first try is stored. Never rejects. */
  async run(firstToken: PostbackToken): Promise<void> {
    const { log, brake } = this.#parts;
    const card = this.#purchase.shownNumber;
    log.emit('payment_started', { ...named(this.payment), card });
    brake.tryStarts(this.press);
    try {
      await this.#sendUntilResolved(firstToken);
    } catch (error) {
      log.emit('unexpected_error', { error });
      await this.record({ kind: 'interrupted' });
    } finally {
      brake.runEnded(this.press);
    }
  }

  /** Takes note of a postback that may not be stored yet: no other try starts. */
  noteEvidence(tokenHash: string): void {
    this.#hasEvidence ||= this.#tokenHashes.has(tokenHash);
  }

  /**
   * Records an event, and repeats this while the store fails, so that no evidence is lost. Returns the
   * payment, or `undefined` if the event changes nothing, or `forMs` or the shutdown ends first.
   */
  async record(event: AttemptEvent, forMs = Infinity): Promise<Attempt | undefined> {
    const { store, announce, log } = this.#parts;
    const recorded = await this.#repeatWhileFailing(
      async () => store.record(this.payment.id, event),
      (error) => log.emit('store_failed', { ...named(this.payment), ...unstored(event), error }),
      forMs,
    );
    if (recorded) announce(recorded);
    return recorded?.attempt;
  }

  async #read(): Promise<Attempt | undefined> {
    return this.#readWhileFailing(async () => this.#parts.store.find(this.payment.id));
  }

  async #readWhileFailing<Result>(
    read: () => Promise<Result>,
    forMs = Infinity,
  ): Promise<Result | undefined> {
    const { log } = this.#parts;
    const onError = (error: unknown) =>
      log.emit('read_failed', { payment: this.payment.id, error });
    return this.#repeatWhileFailing(read, onError, forMs);
  }

  async #repeatWhileFailing<Result>(
    work: () => Promise<Result>,
    onError: (error: unknown) => void,
    forMs: number,
  ): Promise<Result | undefined> {
    return repeatWhileFailing(work, { onError, forMs, shutdown: this.#parts.shutdown });
  }

  async #sendUntilResolved(firstToken: PostbackToken): Promise<void> {
    const { rules, brake } = this.#parts;
    let token = firstToken;
    let retry: Retry | undefined;
    for (let number = 1; ; number++) {
      const outcome = await this.#send(number, token, retry);
      if (!outcome) return;
      const decision = decideRetry(outcome, number, rules, Math.random);
      const retries = decision.waitMs !== undefined;
      const alarm = brake.tryEnded(this.press, number, outcome);
      const ended = {
        kind: 'try_ended',
        number,
        outcome,
        retries,
        ...(alarm && { alarm }),
      } as const;
      // `recorded` is undefined if an earlier write stored the step but was reported as failed.
      const recorded = await this.record(ended);
      const latest = recorded ?? (await this.#read());
      if (!latest || !statuses[latest.status].mayRetry) return;
      const judged = await this.#waitToRetry(decision, latest.status);
      if (!judged) return;

      token = newPostbackToken(this.payment.id);
      retry = { ...judged, reason: retryReasonOf(outcome) };
    }
  }

  /** Sends a try. Returns `undefined` if it's a retry that isn't allowed any more. */
  async #send(
    number: number,
    token: PostbackToken,
    retry: Retry | undefined,
  ): Promise<Outcome | undefined> {
    const { log, now } = this.#parts;
    this.#tokenHashes.add(token.hash);
    const startedAt = now().getTime();
    // A retry that waits for a connection isn't stored yet, so evidence that comes meanwhile stops it.
    let starting: Promise<boolean> | undefined;
    const start = retry && (async () => (starting ??= this.#startTry(number, token, retry)));
    const send = async () => sendPurchase(this.#parts, this.#purchase, token, start);
    const { result, outcome, odd } = await inTrySpan(this.payment.id, number, send);
    if (start && !(await start())) return undefined;
    const durationMs = now().getTime() - startedAt;
    log.tryEnded(this.payment, { number, result, reason: outcome.reason, durationMs });
    if (odd) log.emit('try_failed', { ...named(this.payment), try: number, ...odd });
    return outcome;
  }

  /**
   * Waits for proof of what the try did, or lets the API recover. Returns how to retry;
   * `undefined` if there's no retry.
   */
  async #waitToRetry(
    { waitMs = 0, triesAgain }: RetryDecision,
    status: AttemptStatus,
  ): Promise<Judgement | undefined> {
    const endsAtMs = performance.now() + waitMs;
    const hasTime = () => this.#hasTimeToRetry(status, Math.max(0, endsAtMs - performance.now()));
    const latest = await this.#waitUntil(endsAtMs, () => !hasTime());
    if (latest && !isProcessing(latest)) return undefined;

    const retry = triesAgain && hasTime() ? await this.#judgeSilence(status, waitMs) : undefined;
    if (retry?.mayRetry) return retry;
    // A late postback may still tell.
    await this.record({ kind: hasTime() ? 'given_up' : 'interrupted' });
    return undefined;
  }

  /** Decides whether a missing postback means no charge, if an earlier try may have charged. */
  async #judgeSilence(status: AttemptStatus, waitMs: number): Promise<Judgement | undefined> {
    const { silence } = this.#parts;
    if (status !== 'waiting') return { mayRetry: true, alarmsSupport: false };
    return this.#readWhileFailing(
      async () => silence.judge(this.payment, waitMs),
      startTryWithinMs,
    );
  }

  /**
   * Whether a shutdown leaves time for another try after a wait. If nothing can have been charged yet,
   * a try that doesn't end in time would lock an order that is still free.
   */
  #hasTimeToRetry(status: AttemptStatus, waitMs: number): boolean {
    const { shutdown, rules } = this.#parts;
    if (status === 'reserved') return shutdown.leftMs - waitMs >= rules.upstreamTimeoutMs;
    return shutdown.leftMs > 0;
  }

  /** Waits for the payment's end. If it can't be read, just waits: `#startTry` decides. */
  async #waitUntil(endsAtMs: number, isOver: () => boolean): Promise<Attempt | undefined> {
    const { waiters, shutdown } = this.#parts;
    const timeLeftMs = () => endsAtMs - performance.now();
    const options = () => ({ timeoutMs: timeLeftMs(), isOver, signal: shutdown.ended });
    return this.#readWhileFailing(
      async () => waiters.wait(this.payment.id, options()),
      timeLeftMs(),
    );
  }

  /** Records the next try. Returns `false` if that fails or is refused; then nothing more is sent. */
  async #startTry(
    number: number,
    { hash }: PostbackToken,
    { alarmsSupport, reason }: Retry,
  ): Promise<boolean> {
    const { shutdown, log } = this.#parts;
    const endsAtMs = performance.now() + startTryWithinMs;
    const event = { kind: 'try_started', number, tokenHash: hash, alarmsSupport } as const;
    await this.record(event, startTryWithinMs);
    // A write that was reported as failed may have stored it, and a postback may have followed.
    const started = await this.#read();
    const isStarted = started?.status === 'sending' && started.tries.at(-1)?.tokenHash === hash;
    const hasPostback = started?.tries.some(({ postback }) => postback);
    const hasEvidence = this.#hasEvidence || hasPostback;
    const isInTime = performance.now() < endsAtMs && shutdown.leftMs > 0;
    if (isStarted && !hasEvidence && isInTime) {
      log.metrics.count('retries_total', reason);
      return true;
    }

    await this.record({ kind: 'try_ended', number, outcome: nothingSent, retries: false });
    await this.record({ kind: 'interrupted' });
    return false;
  }
}

/** Names an event that isn't stored yet, and the status that it would bring. */
function unstored(event: AttemptEvent) {
  return { operation: event.kind, status: 'outcome' in event ? event.outcome.status : undefined };
}
