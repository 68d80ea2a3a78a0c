import type { ProblemCode } from '@card-checkout/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { AlarmCode } from '../attempt/alarms.ts';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { isProcessing, type NewAttempt } from '../attempt/attempt.ts';
import { Metrics } from './metrics.ts';
import type { Promptness } from '../attempt/promptness.ts';
import type { RetryReason } from '../attempt/retry.ts';
import type { Recorded } from '../attempt/transition.ts';
import type { Deletion, DueMessage } from '../store/store.ts';
import type { UpstreamResult } from '../payments-api/upstream.ts';

/** The members that identify an attempt in the log. */
type LoggedAttempt = Pick<NewAttempt, 'id' | 'orderId' | 'amountCentavos'>;

/** The result of one request to the payments API. `reason` must not contain card data. */
export interface EndedTry {
  number: number;
  result: UpstreamResult;
  reason: string | undefined;
  durationMs: number;
}

/** An answer that the operator must see whole. Neither member may contain card data or secrets. */
interface FailedTry {
  number: number;
  /** What was sent, after a 5xx (docs/payments-api.md). */
  request: unknown;
  body: string;
}

/** What a wait without a postback was worth. */
interface WeakSilence {
  promptness: Promptness;
  waitMs: number;
}

/** A request that was answered with a problem and started no attempt. */
export interface RefusedRequest {
  code: ProblemCode;
  /** The route's pattern, never the requested address. */
  route: string | undefined;
  /** The idempotency key, if any; pages call it `paymentId`. */
  attempt: string | undefined;
  /** Why; it may hold what the client sent. */
  reason: string | undefined;
}

/** A setting that works and may do harm. */
interface Risk {
  event: string;
  text: string;
}

/** The result of reading the secrets again, without their values. */
interface SecretsReloaded {
  changed: readonly string[];
  kept: readonly { name: string; fault: string }[];
}

/** The longest body of an answer in a log line; more is cut off. */
const maxBodyLength = 16_000;

/** The maximum number of lines per second about refused requests. */
const maxLinesASecond = 10;

const lookUp = 'look up every try that `card-checkout-proxy order ORDER_ID` shows';
const resolve = 'then `card-checkout-proxy resolve PAYMENT_ID approved|declined --note TEXT`';

/** What support does about each alarm. */
const nextSteps: Readonly<Record<AlarmCode, string>> = {
  configuration: 'correct the settings, run `card-checkout-proxy check` and restart',
  unavailable: 'check the network between the proxy and API_BASE_URL',
  outcome_unknown: `${lookUp}, ${resolve}`,
  possible_charge: `${lookUp}, ${resolve}`,
  late_charge: 'the buyer was told otherwise: deliver the order or refund it',
  duplicate_charge: `the order was charged twice: ${lookUp}, and refund one`,
  possible_duplicate_charge: `the order is paid: ${lookUp}, and refund a second charge`,
  approval_contradicted: `${lookUp} before you deliver`,
  unknown_status: `${lookUp}, ${resolve}; add the word to PAID_WORDS, DECLINED_WORDS or PENDING_WORDS`,
  amount_mismatch: `${lookUp} before you deliver; compare the amount in CHECKOUT_TEMPLATE_FILE`,
  risk_refused: 'nothing was charged; reason says why, if the buyer asks',
  unproven_retry: `${lookUp}; make postbacks arrive at PUBLIC_URL, or set RETRY_POLICY=strict`,
};

/**
 * Writes one log line per event, and counts it in the metrics. Lines consist of members chosen here.
 */
export class EventLog {
  readonly #log: FastifyBaseLogger;
  readonly #metrics: Metrics;
  readonly #refusals = new LineLimit(maxLinesASecond);
  readonly #unknownPostbacks = new LineLimit(maxLinesASecond);

  constructor(log: FastifyBaseLogger, metrics = new Metrics()) {
    this.#log = log;
    this.#metrics = metrics;
  }

  /** Warns about risky settings. */
  starting(risks: readonly Risk[]): void {
    for (const { event, text } of risks) this.#log.warn({ event }, text);
  }

  /** A web server names its clients, and is not believed. `peer` is its address in a private network. */
  clientsNotTold(peer: string | undefined): void {
    this.#log.warn(
      { event: 'web_server_not_trusted', peer },
      'all clients behind a web server count as one: list its address in TRUST_PROXY, ' +
        'and let it set X-Forwarded-For',
    );
  }

  /** The surrounding application has already read a request's body. */
  bodyWasRead(): void {
    const event = 'body_was_read';
    this.#log.error({ event }, 'Mount the proxy before any body parser, e.g. express.json()');
  }

  /** Warns about Node flags that expose its memory. */
  memoryExposedBy(flags: readonly string[]): void {
    if (flags.length === 0) return;
    this.#log.warn(
      { event: 'memory_open', flags },
      'These flags expose the memory of Node, which contains cards',
    );
  }

  /** Attempts that were running when their process stopped were given a final status. */
  attemptsRecovered(count: number): void {
    if (count > 0) this.#log.error({ event: 'attempts_interrupted', count });
  }

  /** An attempt was stored and is about to be sent. */
  attemptStarted(attempt: LoggedAttempt, card: string): void {
    this.#metrics.attemptStarted();
    this.#log.info({ event: 'attempt_started', ...named(attempt), card });
  }

  /** A request to the payments API has ended. */
  tryEnded(attempt: LoggedAttempt, { number, result, reason, durationMs }: EndedTry): void {
    this.#metrics.tryEnded(result, durationMs);
    const answer =
      result.kind === 'answer' ? { upstreamStatus: result.status } : { cause: result.cause };
    const ended = { event: 'try_ended', ...named(attempt), try: number, ...answer };
    this.#log.info({ ...ended, reason, durationMs });
  }

  /** A retry was stored and is about to be sent. */
  retryStarted(reason: RetryReason): void {
    this.#metrics.retryStarted(reason);
  }

  /** A payment may have been charged, and that no postback came in `waitMs` proves little. */
  silenceIsWeak(attempt: LoggedAttempt, { promptness, ...waited }: WeakSilence): void {
    const silence = { event: 'silence_is_weak_proof', ...named(attempt), postbacks: promptness };
    this.#log.warn(
      { ...silence, ...waited },
      promptness === 'unknown'
        ? 'no postback of an earlier payment to judge by'
        : 'postbacks come later than the wait, or never',
    );
  }

  /** A try was answered 5xx, or in a way that docs/payments-api.md does not describe. */
  tryFailed(attempt: LoggedAttempt, { number, request, body }: FailedTry): void {
    const shown = body.slice(0, maxBodyLength);
    this.#log.error({ event: 'try_failed', ...named(attempt), try: number, request, body: shown });
  }

  /** A step of an attempt was stored, and raised these alarms. */
  stepRecorded(recorded: Recorded, kind: AttemptEvent['kind']): void {
    this.#metrics.stepRecorded(recorded, kind);
    if (kind === 'postback') this.#metrics.postbackTaken('recorded');
    const { attempt, alarms, reason, operator } = recorded;
    const { status, code } = attempt;
    const event = isProcessing(attempt) ? 'attempt_moved' : 'attempt_resolved';
    this.#log.info({ event, ...named(attempt), by: kind, operator, status, code });
    for (const alarm of alarms) {
      const line = { event: 'alarm', alarm, ...named(attempt), status, code, reason };
      this.#log.error({ ...line, support: true }, `support must act: ${nextSteps[alarm]}`);
    }
  }

  /** An operator gave a command that changes something. `details` must not contain card data. */
  operatorActed(command: string, by: string, details: Record<string, unknown>): void {
    this.#log.warn({ event: 'operator_acted', command, by, ...details });
  }

  /** A request was refused. Counts all of them, logs some. */
  requestRefused({ code, route, attempt, reason }: RefusedRequest): void {
    this.#metrics.refused(code);
    if (!this.#refusals.allowsOne()) return;
    this.#log.info({ event: 'request_refused', attempt, code, reason, route });
  }

  /** A password for the operator's page was wrong. */
  operatorRefused(address: string): void {
    this.#log.warn({ event: 'operator_refused', address });
  }

  /** A postback's token is unknown. Counts all of them, logs some. */
  postbackUnknown(): void {
    this.#metrics.postbackTaken('unknown');
    if (this.#unknownPostbacks.allowsOne()) this.#log.warn({ event: 'postback_unknown' });
  }

  /** A postback could not be stored, and was answered 503. */
  postbackLost(error: unknown): void {
    this.#metrics.postbackTaken('lost');
    this.#metrics.storeFailed();
    this.#log.error({ event: 'postback_lost', ...described(error) });
  }

  /** A webhook did not accept a message; after the last delivery, the message is abandoned. */
  deliveryFailed({ id, receiver, deliveries }: DueMessage, cause: string, isLast: boolean): void {
    this.#metrics.deliveryFailed(receiver, isLast);
    const failure = { event: 'delivery_failed', message: id, receiver, deliveries, cause };
    if (isLast) this.#log.error({ ...failure, event: 'message_abandoned', support: true });
    else this.#log.warn(failure);
  }

  /** The outbox could not use the store. It will try again. */
  outboxFailed(error: unknown): void {
    this.#metrics.storeFailed();
    this.#log.error({ event: 'outbox_failed', ...described(error) });
  }

  /** Old orders were deleted, all at once or in a run of the sweeper. */
  ordersDeleted({ orders, payments }: Deletion, before: Date): void {
    if (orders === 0) return;
    this.#log.info({ event: 'orders_deleted', orders, payments, before: before.toISOString() });
  }

  /** The sweeper could not use the store. It will try again. */
  roundFailed(error: unknown): void {
    this.#metrics.storeFailed();
    this.#log.error({ event: 'round_failed', ...described(error) });
  }

  /** A write failed. `step` is what is not stored yet. */
  storeFailed(attempt: LoggedAttempt, work: string, error: unknown, step?: AttemptEvent): void {
    this.#metrics.storeFailed();
    const waiting = step && 'outcome' in step ? { status: step.outcome.status } : {};
    const failure = { event: 'store_failed', ...named(attempt), operation: work, ...waiting };
    this.#log.error({ ...failure, ...described(error), support: true }, 'support must act');
  }

  /** An attempt could not be read for a browser. */
  readFailed(id: string | undefined, error: unknown): void {
    this.#metrics.storeFailed();
    this.#log.error({ event: 'store_failed', attempt: id, operation: 'find', ...described(error) });
  }

  /** Redis is unavailable: each instance counts requests by itself. */
  sharedCountLost(error: unknown): void {
    this.#log.warn({ event: 'shared_count_lost', ...described(error) });
  }

  /** So many attempts are declined that cards may be tested, or no longer. */
  breakerChanged(isOpen: boolean): void {
    if (isOpen)
      this.#log.warn({ event: 'card_testing_suspected' }, 'payments now require a proof of work');
    else this.#log.info({ event: 'card_testing_over' });
  }

  /** An unexpected error was caught. */
  unexpected(error: unknown): void {
    this.#metrics.unexpected();
    this.#log.error({ event: 'unexpected_error', ...described(error) });
  }

  /** Secrets were read again: some have changed, others were kept because of a fault. */
  secretsReloaded({ changed, kept }: SecretsReloaded): void {
    this.#log.info({ event: 'secrets_reloaded', changed });
    for (const { name, fault } of kept) this.#log.error({ event: 'secret_kept', name, fault });
  }

  /** An error was not caught; the process exits. */
  crashed(error: unknown): void {
    this.#log.fatal({ event: 'crashed', ...described(error), support: true }, 'support must act');
  }

  /** The proxy refuses new attempts and waits for the running ones. */
  draining(): void {
    this.#log.info({ event: 'draining' });
  }
}

function named({ id, orderId, amountCentavos }: LoggedAttempt) {
  return { attempt: id, order: orderId, amountCentavos };
}

/**
 * Describes an error without its message, in which V8 may quote unparsable text such as a request's
 * body. Takes the stack's frames from behind the message, or none if the stack does not contain it.
 */
function described(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const { stack = '', message } = error;
  const start = stack.indexOf(message);
  const traced = start < 0 ? '' : stack.slice(start + message.length);
  const frames = traced.split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { error: error.name, code, frames: frames.slice(0, 8).map((line) => line.trim()) };
}

/** Limits log lines per second, so that a flood of requests does not flood the log. */
export class LineLimit {
  readonly #linesASecond: number;
  #second = 0;
  #lines = 0;

  constructor(linesASecond: number) {
    this.#linesASecond = linesASecond;
  }

  /** Whether one more line may be written in this second. Counts it. */
  allowsOne(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#second) this.#lines = 0;
    this.#second = second;
    this.#lines += 1;
    return this.#lines <= this.#linesASecond;
  }
}
