import { setTimeout as pauseFor } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { alarmCodes } from '../attempt/alarms.ts';
import { isProcessing, resolutions } from '../attempt/attempt.ts';
import { receivers } from '../attempt/messages.ts';
import { retryReasons } from '../attempt/retry.ts';
import type { Recorded } from '../attempt/transition.ts';
import { refusals, type RefusalCode } from '../refusal.ts';
import type { Backlog } from '../store/store.ts';
import type { UpstreamResult } from '../upstream/upstream.ts';

/** Describes a counter with a series for each value of its label, or one series without a label. */
function counter<const Value extends string>(
  help: string,
  label?: string,
  values: readonly Value[] = [],
) {
  return { help, label, values };
}

const codes = Object.keys(refusals).filter((code): code is RefusalCode => code in refusals);

const counters = {
  payments_started_total: counter('Payments begun'),
  retries_total: counter('Retries', 'reason', retryReasons),
  alarms_total: counter('Alarms for support', 'alarm', alarmCodes),
  resolutions_total: counter('Payments resolved by an operator', 'status', resolutions),
  postbacks_total: counter('Postbacks received', 'result', ['recorded', 'unknown', 'lost']),
  refusals_total: counter('Refused requests', 'code', codes),
  delivery_failures_total: counter('Failed deliveries to a webhook', 'receiver', receivers),
  messages_abandoned_total: counter('Messages abandoned after 3 days', 'receiver', receivers),
  store_failures_total: counter('Failed reads and writes of the store'),
  log_lines_lost_total: counter('Log lines that nobody read in time'),
  unexpected_errors_total: counter('Unexpected errors'),
};

type CounterName = keyof typeof counters;

const tryResults = ['2xx', '3xx', '4xx', '429', '5xx', 'not_sent', 'no_answer'] as const;

/** What the gauges show, read at each scrape. */
export interface GaugeSources {
  checkout: { readonly running: number };
  cardTesting: { isSuspected(): boolean };
  brake: { readonly isOn: boolean };
  store: { countBacklog(): Promise<Backlog> };
}

const backlogTimeoutMs = 3000;

/**
 * The Prometheus metrics; docs/monitoring.md lists them. Label values come from fixed lists, so that
 * clients can't create series.
 */
export class Metrics {
  readonly #registry = new Registry();
  /** The media type of `text`. */
  readonly contentType = this.#registry.contentType;

  readonly #counters = new Map<string, Counter>();
  readonly #ended = new Counter({
    name: 'card_checkout_payments_total',
    help: 'Payments ended; an unknown one counts again once evidence resolves it',
    labelNames: ['status', 'code'],
    registers: [this.#registry],
  });

  readonly #tries = new Histogram({
    name: 'card_checkout_upstream_duration_seconds',
    help: 'Duration of a request to the payments API',
    labelNames: ['result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30],
    registers: [this.#registry],
  });
  readonly #postbackDelays = new Histogram({
    name: 'card_checkout_postback_delay_seconds',
    help: "Time from the answer to a try to that try's first postback; 0 if the postback came first",
    buckets: [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400],
    registers: [this.#registry],
  });
  readonly #commits = new Histogram({
    name: 'card_checkout_store_commit_duration_seconds',
    help: 'Duration of a commit, which may contain steps of many payments',
    buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.#registry],
  });

  readonly #running = this.#measure('payments_running', 'Payments running in this process');
  readonly #breaker = this.#measure('breaker_open', '1 while cards seem to be tested, else 0');
  readonly #apiDown = this.#measure('api_down', '1 while new payments are held back, else 0');
  readonly #unresolved = this.#measure(
    'payments_unresolved',
    'Payments waiting for evidence in the whole database, up to 10000',
    'status',
  );
  readonly #outbox = this.#measure(
    'outbox_messages',
    'Undelivered messages in the whole database, up to 10000',
    'receiver',
  );

  /** All series start at 0, so that a first event shows as an increase. */
  constructor() {
    for (const result of tryResults) this.#tries.zero({ result });
    for (const [name, { help, label, values }] of Object.entries(counters)) {
      const options = { name: `card_checkout_${name}`, help, registers: [this.#registry] };
      const made = new Counter({ ...options, labelNames: label === undefined ? [] : [label] });
      for (const value of values) made.inc({ [label ?? '']: value }, 0);
      this.#counters.set(name, made);
    }
  }

  /** Counts one more of the series that has this value. */
  count<Name extends CounterName>(
    name: Name,
    value?: (typeof counters)[Name]['values'][number],
  ): void {
    const { label } = counters[name];
    this.#counters.get(name)?.inc(label === undefined ? {} : { [label]: value ?? '' });
  }

  tryEnded(result: UpstreamResult, durationMs: number): void {
    this.#tries.observe({ result: resultOf(result) }, durationMs / 1000);
  }

  /** Counts the payment if this step ends it, the step's alarms, and the delay of a first postback. */
  stepRecorded({ attempt, event, statusBefore, alarms, postbackDelayMs }: Recorded): void {
    if (event.kind === 'postback') this.count('postbacks_total', 'recorded');
    if (postbackDelayMs !== undefined) this.#postbackDelays.observe(postbackDelayMs / 1000);
    const { status, code = '' } = attempt;
    if (status !== statusBefore && !isProcessing(attempt)) this.#ended.inc({ status, code });
    if (attempt.resolution && event.kind === 'operator')
      this.count('resolutions_total', attempt.resolution);
    for (const alarm of alarms) this.count('alarms_total', alarm);
  }

  committed(durationMs: number): void {
    this.#commits.observe(durationMs / 1000);
  }

  addProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /**
   * Returns all metrics as Prometheus text. Leaves the store's backlog out if it isn't readable
   * in time.
   */
  async text({ checkout, cardTesting, brake, store }: GaugeSources): Promise<string> {
    this.#running.set(checkout.running);
    this.#breaker.set(Number(cardTesting.isSuspected()));
    this.#apiDown.set(Number(brake.isOn));
    const isLate = pauseFor(backlogTimeoutMs, undefined, { ref: false });
    this.#show(await Promise.race([store.countBacklog(), isLate]).catch(() => undefined));
    return this.#registry.metrics();
  }

  #show(backlog: Backlog | undefined): void {
    for (const gauge of [this.#unresolved, this.#outbox]) gauge.reset();
    if (!backlog) return;
    for (const [status, count] of Object.entries(backlog.unresolved)) {
      this.#unresolved.set({ status }, count);
    }
    for (const [receiver, count] of Object.entries(backlog.messages)) {
      this.#outbox.set({ receiver }, count);
    }
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
