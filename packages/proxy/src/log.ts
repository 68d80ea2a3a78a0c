import type { FastifyBaseLogger } from 'fastify';
import type { NewAttempt } from './store/store.ts';
import type { Outcome } from './outcome.ts';
import type { UpstreamResult } from './upstream.ts';

/** Names an attempt in the log. */
type LoggedAttempt = Pick<NewAttempt, 'id' | 'orderId' | 'amountCentavos'>;

/** Codes on which the merchant's support must act, as money or the shop is at risk. */
const supportMustAct = new Set(['configuration', 'unavailable', 'no_answer', 'interrupted']);

/**
 * Writes every line of the proxy's log. Each event is a list of members chosen here; no body, no
 * header and no address of a request gets in.
 */
export class EventLog {
  readonly #log: FastifyBaseLogger;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** Says that anyone can set the price of an order. */
  unsignedOrdersAllowed(): void {
    const event = 'unsigned_orders_allowed';
    this.#log.warn({ event }, 'UNSIGNED_ORDERS=allow: the browser sets the amount of an order');
  }

  /** Tells how many attempts had not ended when the proxy stopped last. */
  attemptsRecovered(counts: { failed: number; unknown: number }): void {
    if (counts.unknown > 0) this.#log.error({ event: 'attempts_interrupted', ...counts });
    else if (counts.failed > 0) this.#log.warn({ event: 'attempts_abandoned', ...counts });
  }

  /** Tells that an attempt is stored and about to be sent. */
  attemptStarted(attempt: LoggedAttempt, card: string): void {
    this.#log.info({ event: 'attempt_started', ...named(attempt), card });
  }

  /** Tells what became of one request to the payments API. */
  tryEnded(attempt: LoggedAttempt, number: number, result: UpstreamResult, ms: number): void {
    const answer =
      result.kind === 'answer' ? { upstreamStatus: result.status } : { cause: result.cause };
    const event = 'try_ended';
    this.#log.info({ event, ...named(attempt), try: number, ...answer, durationMs: ms });
  }

  /** Tells how an attempt ended; its `reason` must be free of card data. */
  attemptSettled(attempt: LoggedAttempt, outcome: Outcome): void {
    const { status, code, retryable, reason } = outcome;
    const settled = { event: 'attempt_settled', ...named(attempt), status, code, retryable };
    if (code && supportMustAct.has(code)) {
      this.#log.error({ ...settled, reason, support: true }, 'support must act');
    } else {
      this.#log.info({ ...settled, reason });
    }
  }

  /** Tells that a write of the store failed; with an outcome, that it is nowhere else. */
  storeFailed(attempt: LoggedAttempt, operation: string, error: unknown, outcome?: Outcome): void {
    const lost = outcome && { status: outcome.status, code: outcome.code };
    const event = 'store_failed';
    const failure = { event, ...named(attempt), operation, ...lost, ...described(error) };
    this.#log.error({ ...failure, support: true }, 'support must act');
  }

  /** Tells of an error that nobody foresaw. */
  unexpected(error: unknown): void {
    this.#log.error({ event: 'unexpected_error', ...described(error) });
  }

  /** Tells that the proxy takes no more attempts and waits for the running ones. */
  draining(): void {
    this.#log.info({ event: 'draining' });
  }
}

function named({ id, orderId, amountCentavos }: LoggedAttempt) {
  return { attempt: id, order: orderId, amountCentavos };
}

/** Leaves out the message: V8 quotes the text that it could not parse. */
function described(error: unknown) {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? [];
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { error: error.name, code, frames: frames.slice(0, 8).map((line) => line.trim()) };
}
