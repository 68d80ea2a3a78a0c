import type { ProblemCode } from '@card-checkout/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { AttemptEvent } from '../attempt/state-machine.ts';
import { isProcessing, type NewAttempt } from '../attempt/attempt.ts';
import type { Config } from '../config/config.ts';
import { LineLimit } from './line-limit.ts';
import { Metrics } from './metrics.ts';
import type { ReloadedSecrets } from '../config/reload-secrets.ts';
import type { RetryReason } from '../attempt/retry.ts';
import type { DueMessage, Recorded } from '../store/store.ts';
import type { UpstreamResult } from '../payments-api/upstream.ts';

/** Names an attempt in the log. */
type LoggedAttempt = Pick<NewAttempt, 'id' | 'orderId' | 'amountCentavos'>;

/** What one request to the payments API came to; `reason` must be free of card data. */
export interface EndedTry {
  number: number;
  result: UpstreamResult;
  reason: string | undefined;
  durationMs: number;
}

/** A request that was answered with a problem and began no attempt. */
export interface RefusedRequest {
  code: ProblemCode;
  /** The route's pattern, never the address that was asked for. */
  route: string | undefined;
  /** The idempotency key, which the page knows as `paymentId`, if the request had one. */
  attempt: string | undefined;
}

/** How many lines a second anybody can cause by requests that are refused. */
const maxLinesASecond = 10;

/**
 * Tells the operator of every event: writes the lines of the proxy's log, and counts. A line is a
 * list of members chosen here; no body, no header and no address of a request gets in.
 */
export class EventLog {
  readonly #log: FastifyBaseLogger;
  readonly #metrics: Metrics;
  readonly #refusals = new LineLimit(maxLinesASecond);
  readonly #unknownPostbacks = new LineLimit(maxLinesASecond);

  /** Counts go nowhere by default. */
  constructor(log: FastifyBaseLogger, metrics = new Metrics()) {
    this.#log = log;
    this.#metrics = metrics;
  }

  /** Warns of settings that a merchant should know the price of. */
  starting({ allowUnsignedOrders, publicUrl }: Pick<Config, 'allowUnsignedOrders' | 'publicUrl'>) {
    if (allowUnsignedOrders) {
      const event = 'unsigned_orders_allowed';
      this.#log.warn({ event }, 'UNSIGNED_ORDERS=allow: the browser sets the amount of an order');
    }
    if (publicUrl === undefined) {
      const event = 'no_postbacks';
      this.#log.warn(
        { event },
        'PUBLIC_URL is not set: no postback comes, a 5xx is not sent again',
      );
    }
  }

  /** Tells that the application which the proxy is mounted in reads the bodies of its requests. */
  bodyWasRead(): void {
    const event = 'body_was_read';
    this.#log.error({ event }, 'Mount the proxy before whatever reads bodies, e.g. express.json()');
  }

  /** Warns of flags of Node that let somebody read the cards in its memory. */
  memoryOpenedBy(flags: readonly string[]): void {
    if (flags.length === 0) return;
    this.#log.warn(
      { event: 'memory_open', flags },
      'Node may show its memory, and cards are in it',
    );
  }

  /** Tells how many attempts had not ended when their process stopped. */
  attemptsRecovered(count: number): void {
    if (count > 0) this.#log.error({ event: 'attempts_interrupted', count });
  }

  /** Tells that an attempt is stored and about to be sent. */
  attemptStarted(attempt: LoggedAttempt, card: string): void {
    this.#metrics.attemptStarted();
    this.#log.info({ event: 'attempt_started', ...named(attempt), card });
  }

  /** Tells what became of one request to the payments API. */
  tryEnded(attempt: LoggedAttempt, { number, result, reason, durationMs }: EndedTry): void {
    this.#metrics.tryEnded(result, durationMs);
    const answer =
      result.kind === 'answer' ? { upstreamStatus: result.status } : { cause: result.cause };
    const ended = { event: 'try_ended', ...named(attempt), try: number, ...answer };
    this.#log.info({ ...ended, reason, durationMs });
  }

  /** Tells that a try which repeats an earlier one is stored and about to be sent. */
  retryStarted(reason: RetryReason): void {
    this.#metrics.retryStarted(reason);
  }

  /** Tells what was sent in a try that was answered 5xx; `request` must be free of card data. */
  tryFailed(attempt: LoggedAttempt, number: number, request: unknown): void {
    this.#log.error({ event: 'try_failed', ...named(attempt), try: number, request });
  }

  /** Tells of a step that is stored, and of each alarm that it raises. */
  stepRecorded(recorded: Recorded, kind: AttemptEvent['kind']): void {
    this.#metrics.stepRecorded(recorded);
    if (kind === 'postback') this.#metrics.postbackTaken('recorded');
    const { attempt, alarms } = recorded;
    const { status, code, retryable } = attempt;
    const event = isProcessing(attempt) ? 'attempt_moved' : 'attempt_settled';
    this.#log.info({ event, ...named(attempt), by: kind, status, code, retryable });
    for (const alarm of alarms) {
      const told = { event: 'alarm', alarm, ...named(attempt), status, code, support: true };
      this.#log.error(told, 'support must act');
    }
  }

  /** Tells that a request was refused, unless too many were in this second; all are counted. */
  requestRefused({ code, route, attempt }: RefusedRequest): void {
    this.#metrics.refused(code);
    if (!this.#refusals.allowsOne()) return;
    this.#log.info({ event: 'request_refused', attempt, code, route });
  }

  /** Tells that a postback came whose token belongs to no try, unless too many did in this second. */
  postbackUnknown(): void {
    this.#metrics.postbackTaken('unknown');
    if (this.#unknownPostbacks.allowsOne()) this.#log.warn({ event: 'postback_unknown' });
  }

  /** Tells that a postback could not be stored; the payments service was answered 503. */
  postbackLost(error: unknown): void {
    this.#metrics.postbackTaken('lost');
    this.#metrics.storeFailed();
    this.#log.error({ event: 'postback_lost', ...described(error) });
  }

  /** Tells that a webhook did not take a message, and if that was the last time. */
  deliveryFailed({ id, receiver, deliveries }: DueMessage, cause: string, isLast: boolean): void {
    this.#metrics.deliveryFailed(receiver, isLast);
    const failure = { event: 'delivery_failed', message: id, receiver, deliveries, cause };
    if (isLast) this.#log.error({ ...failure, event: 'message_abandoned', support: true });
    else this.#log.warn(failure);
  }

  /** Tells that the outbox could not reach its store; it goes on. */
  outboxFailed(error: unknown): void {
    this.#metrics.storeFailed();
    this.#log.error({ event: 'outbox_failed', ...described(error) });
  }

  /** Tells that a look for abandoned attempts failed; there is another one in a second. */
  roundFailed(error: unknown): void {
    this.#metrics.storeFailed();
    this.#log.error({ event: 'round_failed', ...described(error) });
  }

  /** Tells that a write of the store failed; with a step, that it is nowhere else yet. */
  storeFailed(attempt: LoggedAttempt, work: string, error: unknown, step?: AttemptEvent): void {
    this.#metrics.storeFailed();
    const waiting = step && 'outcome' in step ? { status: step.outcome.status } : {};
    const failure = { event: 'store_failed', ...named(attempt), operation: work, ...waiting };
    this.#log.error({ ...failure, ...described(error), support: true }, 'support must act');
  }

  /** Tells that an attempt could not be read for a browser that asks for it. */
  readFailed(id: string, error: unknown): void {
    this.#metrics.storeFailed();
    this.#log.error({ event: 'store_failed', attempt: id, operation: 'find', ...described(error) });
  }

  /** Tells that Redis could not be asked, so that each instance counts requests for itself. */
  sharedCountLost(error: unknown): void {
    this.#log.warn({ event: 'shared_count_lost', ...described(error) });
  }

  /** Tells that so many attempts are declined that cards may be tested, or that this is over. */
  breakerMoved(isOpen: boolean): void {
    if (isOpen) this.#log.warn({ event: 'card_testing_suspected' }, 'a proof of work is asked for');
    else this.#log.info({ event: 'card_testing_over' });
  }

  /** Tells of an error that nobody foresaw. */
  unexpected(error: unknown): void {
    this.#metrics.unexpected();
    this.#log.error({ event: 'unexpected_error', ...described(error) });
  }

  /** Tells which secrets have a new value, and which keep the old one, and why. */
  secretsReloaded({ changed, kept }: ReloadedSecrets): void {
    this.#log.info({ event: 'secrets_reloaded', changed });
    for (const { name, fault } of kept) this.#log.error({ event: 'secret_kept', name, fault });
  }

  /** Tells of an error that nobody caught; the process ends with it. */
  crashed(error: unknown): void {
    this.#log.fatal({ event: 'crashed', ...described(error), support: true }, 'support must act');
  }

  /** Tells that the proxy takes no more attempts and waits for the running ones. */
  draining(): void {
    this.#log.info({ event: 'draining' });
  }
}

function named({ id, orderId, amountCentavos }: LoggedAttempt) {
  return { attempt: id, order: orderId, amountCentavos };
}

/**
 * Leaves out the message: V8 quotes the text that it could not parse, and lines of that may look
 * like frames. They come after it in the stack; one without it is left out, too.
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
