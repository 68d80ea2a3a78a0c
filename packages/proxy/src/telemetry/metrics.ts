import { setTimeout as pauseFor } from 'node:timers/promises';
import { problems, type ProblemCode } from '@card-checkout/contract';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { alarmCodes } from '../attempt/alarms.ts';
import { isProcessing } from '../attempt/attempt.ts';
import { receivers, type Receiver } from '../attempt/messages.ts';
import { retryReasons, type RetryReason } from '../attempt/retry.ts';
import type { Backlog, Recorded } from '../store/store.ts';
import type { UpstreamResult } from '../payments-api/upstream.ts';

/** What became of a request to the postback route. */
type PostbackResult = (typeof postbackResults)[number];

const postbackResults = ['recorded', 'unknown', 'lost'] as const;

const tryResults = ['2xx', '3xx', '4xx', '429', '5xx', 'not_sent', 'no_answer'] as const;

/** How a process stands at the moment of a look. */
export interface Standing {
  /** How many attempts it carries out. */
  running: number;
  /** Whether it asks for a proof of work. */
  isBreakerOpen: boolean;
}

/** How long a look into the store may keep the other metrics waiting. */
const backlogTimeoutMs = 3000;

/**
 * Counts what happens, under names and in units as Prometheus recommends
 * (prometheus.io/docs/practices/naming). The values of every label come from a list in this
 * program, so that no client can make a series; docs/operations.md has them all.
 */
export class Metrics {
  readonly #registry = new Registry();
  /** The media type of `text`. */
  readonly contentType = this.#registry.contentType;

  readonly #started = this.#count('attempts_started_total', 'Attempts begun');
  readonly #ended = new Counter({
    name: 'card_checkout_attempts_total',
    help: 'Attempts ended; one that was unknown counts again when evidence settles it',
    labelNames: ['status', 'code'],
    registers: [this.#registry],
  });
  readonly #retries = this.#count('retries_total', 'Tries after the first', {
    reason: retryReasons,
  });
  readonly #alarms = this.#count('alarms_total', 'Alarms for support', { alarm: alarmCodes });
  readonly #postbacks = this.#count('postbacks_total', 'Postbacks received', {
    result: postbackResults,
  });
  readonly #refusals = this.#count('refusals_total', 'Requests answered with a problem', {
    code: Object.keys(problems),
  });
  readonly #deliveryFailures = this.#count(
    'delivery_failures_total',
    'Deliveries that a webhook did not take',
    { receiver: receivers },
  );
  readonly #abandoned = this.#count('messages_abandoned_total', 'Messages given up after 3 days', {
    receiver: receivers,
  });
  readonly #storeFailures = this.#count('store_failures_total', 'Reads and writes that failed');
  readonly #unexpected = this.#count('unexpected_errors_total', 'Errors that nobody foresaw');

  readonly #tries = new Histogram({
    name: 'card_checkout_upstream_duration_seconds',
    help: 'Duration of a try, by what it came to',
    labelNames: ['result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30],
    registers: [this.#registry],
  });
  readonly #commits = new Histogram({
    name: 'card_checkout_store_commit_duration_seconds',
    help: 'Duration of a commit, which may hold steps of many attempts',
    buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.#registry],
  });

  readonly #running = this.#measure('attempts_running', 'Attempts that this process carries out');
  readonly #breaker = this.#measure('breaker_open', 'Whether a proof of work is asked for: 1 or 0');
  readonly #unsettled = this.#measure(
    'attempts_unsettled',
    'Attempts that wait for evidence, in the whole database, up to 10000',
    'status',
  );
  readonly #outbox = this.#measure(
    'outbox_messages',
    'Messages not delivered yet, in the whole database, up to 10000',
    'receiver',
  );

  constructor() {
    for (const result of tryResults) this.#tries.zero({ result });
  }

  /** Counts an attempt that is stored and about to be sent. */
  attemptStarted(): void {
    this.#started.inc();
  }

  /** Measures one request to the payments API. */
  tryEnded(result: UpstreamResult, durationMs: number): void {
    this.#tries.observe({ result: resultOf(result) }, durationMs / 1000);
  }

  /** Counts a try that repeats an earlier one. */
  retryStarted(reason: RetryReason): void {
    this.#retries.inc({ reason });
  }

  /** Counts a step's alarms, and the attempt if the step has ended it. */
  stepRecorded({ attempt, statusBefore, alarms }: Recorded): void {
    const { status, code = '' } = attempt;
    if (status !== statusBefore && !isProcessing(attempt)) this.#ended.inc({ status, code });
    for (const alarm of alarms) this.#alarms.inc({ alarm });
  }

  /** Counts a request to the postback route. */
  postbackTaken(result: PostbackResult): void {
    this.#postbacks.inc({ result });
  }

  /** Counts a delivery that failed, and the message if that was the last one. */
  deliveryFailed(receiver: Receiver, isLast: boolean): void {
    this.#deliveryFailures.inc({ receiver });
    if (isLast) this.#abandoned.inc({ receiver });
  }

  /** Counts a read or a write of the store that failed. */
  storeFailed(): void {
    this.#storeFailures.inc();
  }

  /** Measures a commit. */
  committed(durationMs: number): void {
    this.#commits.observe(durationMs / 1000);
  }

  /** Counts a request that was refused. */
  refused(code: ProblemCode): void {
    this.#refusals.inc({ code });
  }

  /** Counts an error that nobody foresaw. */
  unexpected(): void {
    this.#unexpected.inc();
  }

  /** Adds what Node and the machine say of this process, such as the delay of its event loop. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /**
   * Writes all metrics as Prometheus' text, with how the process stands and what waits in the store,
   * of which nobody tells step by step. The latter is left out while the store can't be read.
   */
  async text({ running, isBreakerOpen }: Standing, backlog: Promise<Backlog>): Promise<string> {
    this.#running.set(running);
    this.#breaker.set(Number(isBreakerOpen));
    const isLate = pauseFor(backlogTimeoutMs, undefined, { ref: false });
    this.#show(await Promise.race([backlog, isLate]).catch(() => undefined));
    return this.#registry.metrics();
  }

  #show(backlog: Backlog | undefined): void {
    for (const gauge of [this.#unsettled, this.#outbox]) gauge.reset();
    if (!backlog) return;
    for (const [status, count] of Object.entries(backlog.unsettled)) {
      this.#unsettled.set({ status }, count);
    }
    for (const [receiver, count] of Object.entries(backlog.messages)) {
      this.#outbox.set({ receiver }, count);
    }
  }

  /** Makes a counter; each value of a label has a series from the start, so that its first event is an increase. */
  #count(name: string, help: string, labels: Record<string, readonly string[]> = {}): Counter {
    const labelNames = Object.keys(labels);
    const registers = [this.#registry];
    const counter = new Counter({ name: `card_checkout_${name}`, help, labelNames, registers });
    for (const [label, values] of Object.entries(labels)) {
      for (const value of values) counter.inc({ [label]: value }, 0);
    }
    return counter;
  }

  #measure(name: string, help: string, ...labelNames: string[]): Gauge {
    const registers = [this.#registry];
    return new Gauge({ name: `card_checkout_${name}`, help, labelNames, registers });
  }
}

function resultOf(result: UpstreamResult): (typeof tryResults)[number] {
  if (result.kind !== 'answer') return result.kind;
  if (result.status === 429) return '429';
  if (result.status < 300) return '2xx';
  if (result.status < 400) return '3xx';
  return result.status < 500 ? '4xx' : '5xx';
}
