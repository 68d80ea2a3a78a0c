import type { ProblemCode } from '@card-checkout/contract';
import type { FastifyBaseLogger } from 'fastify';
import { alarmEntryOf } from '../attempt/alarm-guide.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { isProcessing, type NewAttempt } from '../attempt/attempt.ts';
import { Metrics } from './metrics.ts';
import type { Promptness, RetryReason } from '../attempt/retry.ts';
import type { Recorded } from '../attempt/transition.ts';
import { StoreError } from '../store/database.ts';
import type { Deletion, DueMessage } from '../store/store.ts';
import type { UpstreamResult } from '../payments-api/upstream.ts';

type LoggedAttempt = Pick<NewAttempt, 'id' | 'orderId' | 'amountCentavos'>;

interface EndedTry {
  number: number;
  result: UpstreamResult;
  /** Must not contain card data. */
  reason: string | undefined;
  durationMs: number;
}

interface RefusedRequest {
  code: ProblemCode;
  /** The route's pattern, not the requested URL. */
  route: string | undefined;
  /** The idempotency key, if any; pages call it `paymentId`. */
  attempt: string | undefined;
  /** May contain what the client sent. */
  reason: string | undefined;
}

interface SecretsReloaded {
  changed: readonly string[];
  kept: readonly { name: string; fault: string }[];
}

const maxBodyLength = 16_000;

const maxLinesASecond = 10;

/** Writes one log line per event, with only the members chosen here, and counts it in the metrics. */
export class EventLog {
  readonly #log: FastifyBaseLogger;
  readonly #metrics: Metrics;
  readonly #refusals = new LineLimit(maxLinesASecond);
  readonly #unknownPostbacks = new LineLimit(maxLinesASecond);
  readonly #delayedPostbacks = new LineLimit(maxLinesASecond);

  constructor(log: FastifyBaseLogger, metrics = new Metrics()) {
    this.#log = log;
    this.#metrics = metrics;
  }

  starting(risks: readonly { event: string; text: string }[]): void {
    for (const { event, text } of risks) this.#log.warn({ event }, text);
  }

  /** `peer` is the web server's private address. */
  clientsNotTold(peer: string | undefined): void {
    this.#log.warn(
      { event: 'web_server_not_trusted', peer },
      'all clients behind a web server count as one: list its address in TRUST_PROXY, ' +
        'and let it set X-Forwarded-For',
    );
  }

  bodyWasRead(): void {
    const event = 'body_was_read';
    this.#log.error({ event }, 'Mount the proxy before any body parser, e.g. express.json()');
  }

  memoryExposedBy(flags: readonly string[]): void {
    if (flags.length === 0) return;
    this.#log.warn(
      { event: 'memory_open', flags },
      'These flags expose the memory of Node, which contains cards',
    );
  }

  attemptsRecovered(count: number): void {
    if (count > 0) this.#log.error({ event: 'attempts_interrupted', count });
  }

  attemptStarted(attempt: LoggedAttempt, card: string): void {
    this.#metrics.attemptStarted();
    this.#log.debug({ event: 'attempt_started', ...named(attempt), card });
  }

  tryEnded(attempt: LoggedAttempt, { number, result, reason, durationMs }: EndedTry): void {
    this.#metrics.tryEnded(result, durationMs);
    const answer =
      result.kind === 'answer' ? { upstreamStatus: result.status } : { cause: result.cause };
    const ended = { event: 'try_ended', ...named(attempt), try: number, ...answer };
    this.#log.info({ ...ended, reason, durationMs });
  }

  retryStarted(reason: RetryReason): void {
    this.#metrics.retryStarted(reason);
  }

  silenceIsWeak(
    attempt: LoggedAttempt,
    { promptness, waitMs }: { promptness: Promptness; waitMs: number },
  ): void {
    const silence = { event: 'silence_is_weak_proof', ...named(attempt), postbacks: promptness };
    this.#log.warn(
      { ...silence, waitMs },
      promptness === 'unknown'
        ? 'no postback of an earlier payment to judge by'
        : 'postbacks come later than the wait, or never',
    );
  }

  /** `request` and `answer` must not contain card data or secrets. */
  tryFailed(attempt: LoggedAttempt, number: number, request: unknown, answer: string): void {
    const body = answer.slice(0, maxBodyLength);
    this.#log.error({ event: 'try_failed', ...named(attempt), try: number, request, body });
  }

  stepRecorded(recorded: Recorded): void {
    this.#metrics.stepRecorded(recorded);
    const { attempt, event: by, alarms, reason, operator } = recorded;
    const { status, code } = attempt;
    const event = isProcessing(attempt) ? 'attempt_moved' : 'attempt_resolved';
    this.#log.info({ event, ...named(attempt), by: by.kind, operator, status, code, reason });
    for (const alarm of alarms) {
      const line = { event: 'alarm', alarm, ...named(attempt), status, code, reason };
      const { title, nextStep, link } = alarmEntryOf(alarm);
      this.#log.error({ ...line, support: true }, `${title}. ${nextStep} See ${link}`);
    }
  }

  /** `details` must not contain card data. */
  operatorActed(command: string, by: string, details: Record<string, unknown>): void {
    this.#log.warn({ event: 'operator_acted', command, by, ...details });
  }

  /** Counts every refused request, and logs some. */
  requestRefused({ code, route, attempt, reason }: RefusedRequest): void {
    this.#metrics.refused(code);
    if (!this.#refusals.allowsOne()) return;
    this.#log.info({ event: 'request_refused', attempt, code, reason, route });
  }

  operatorRefused(address: string): void {
    this.#log.warn({ event: 'operator_refused', address });
  }

  /** Counts every unknown postback, and logs some. */
  postbackUnknown(): void {
    this.#metrics.postbackTaken('unknown');
    if (this.#unknownPostbacks.allowsOne()) this.#log.warn({ event: 'postback_unknown' });
  }

  /** Counts every failure to store a postback, and logs some. */
  postbackDelayed(attempt: string, error: unknown): void {
    this.#metrics.storeFailed();
    if (!this.#delayedPostbacks.allowsOne()) return;
    this.#log.error({ event: 'store_failed', attempt, operation: 'postback', ...described(error) });
  }

  postbackLost(attempt: string): void {
    this.#metrics.postbackTaken('lost');
    this.#log.error({ event: 'postback_lost', attempt });
  }

  deliveryFailed({ id, receiver, deliveries }: DueMessage, cause: string, isLast: boolean): void {
    this.#metrics.deliveryFailed(receiver, isLast);
    const failure = { event: 'delivery_failed', message: id, receiver, deliveries, cause };
    if (isLast) this.#log.error({ ...failure, event: 'message_abandoned', support: true });
    else this.#log.warn(failure);
  }

  outboxFailed(error: unknown): void {
    this.#metrics.storeFailed();
    this.#log.error({ event: 'outbox_failed', ...described(error) });
  }

  ordersDeleted({ orders, payments }: Deletion, before: Date): void {
    if (orders === 0) return;
    this.#log.info({ event: 'orders_deleted', orders, payments, before: before.toISOString() });
  }

  roundFailed(error: unknown): void {
    this.#metrics.storeFailed();
    this.#log.error({ event: 'round_failed', ...described(error) });
  }

  /** `step` isn't stored yet. */
  storeFailed(attempt: LoggedAttempt, work: string, error: unknown, step?: AttemptEvent): void {
    this.#metrics.storeFailed();
    const waiting = step && 'outcome' in step ? { status: step.outcome.status } : {};
    const failure = { event: 'store_failed', ...named(attempt), operation: work, ...waiting };
    this.#log.error({ ...failure, ...described(error), support: true }, 'support must act');
  }

  readFailed(id: string | undefined, error: unknown): void {
    this.#metrics.storeFailed();
    this.#log.error({ event: 'store_failed', attempt: id, operation: 'find', ...described(error) });
  }

  breakerChanged(isOpen: boolean): void {
    if (isOpen)
      this.#log.warn({ event: 'card_testing_suspected' }, 'payments now need authentication');
    else this.#log.info({ event: 'card_testing_over' });
  }

  unexpected(error: unknown): void {
    this.#metrics.unexpected();
    this.#log.error({ event: 'unexpected_error', ...described(error) });
  }

  secretsReloaded({ changed, kept }: SecretsReloaded): void {
    this.#log.info({ event: 'secrets_reloaded', changed });
    for (const { name, fault } of kept) this.#log.error({ event: 'secret_kept', name, fault });
  }

  crashed(error: unknown): void {
    this.#log.fatal({ event: 'crashed', ...described(error), support: true }, 'support must act');
  }

  draining(): void {
    this.#log.info({ event: 'draining' });
  }
}

function named({ id, orderId, amountCentavos }: LoggedAttempt) {
  return { attempt: id, order: orderId, amountCentavos };
}

/**
 * Describes an error without its message, where V8 may quote unparsable text such as a request's body;
 * only a `StoreError` has a sentence of ours. Keeps the stack's frames after the message, or none if the stack doesn't contain the message.
 */
function described(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const { stack = '', message } = error;
  const start = stack.indexOf(message);
  const traced = start < 0 ? '' : stack.slice(start + message.length);
  const frames = traced.split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const reason = error instanceof StoreError ? message : undefined;
  return { error: error.name, code, reason, frames: frames.slice(0, 8).map((line) => line.trim()) };
}

/** Keeps a flood of requests from flooding the log. */
export class LineLimit {
  readonly #linesASecond: number;
  #second = 0;
  #lines = 0;

  constructor(linesASecond: number) {
    this.#linesASecond = linesASecond;
  }

  allowsOne(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) this.#lines = 0;
    this.#second = second;
    this.#lines += 1;
    return this.#lines <= this.#linesASecond;
  }
}
