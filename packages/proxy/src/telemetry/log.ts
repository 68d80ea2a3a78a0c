import type { FastifyBaseLogger } from 'fastify';
import { isProcessing, type NewAttempt } from '../attempt/attempt.ts';
import type { Recorded } from '../attempt/transition.ts';
import { StoreError } from '../store/database.ts';
import type { UpstreamResult } from '../upstream/upstream.ts';
import { alarmEntryOf } from './alarm-guide.ts';
import type { Metrics } from './metrics.ts';

type LoggedPayment = Pick<NewAttempt, 'id' | 'orderId' | 'amountCentavos'>;

interface EndedTry {
  number: number;
  result: UpstreamResult;
  /** Must not contain card data. */
  reason: string | undefined;
  durationMs: number;
}

const maxLinesASecond = 10;

interface Marks {
  text?: string;
  /** Whether support must act. */
  support?: true;
  /** Whether clients can cause it: a flood of requests must not flood the log. */
  isLimited?: true;
  /** Counts it, even if the limit keeps it from the log. */
  count?: (metrics: Metrics) => void;
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

type Level = (typeof levels)[number];

interface Entry {
  level: Level;
  fields: readonly string[];
}

/** Allows an entry these fields and no other; none may hold card data or secrets. */
function entry<const Field extends string>(
  level: Level,
  fields: readonly Field[] = [],
  marks: Marks = {},
) {
  return { level, fields, ...marks };
}

const ofPayment = ['payment', 'order', 'amountCentavos'] as const;
const step = [...ofPayment, 'status', 'code', 'reason'] as const;
const delivery = ['message', 'receiver', 'deliveries', 'cause'] as const;
/** What `failureOf` says about an `error`. */
const failure = ['error', 'code', 'reason', 'frames'] as const;
const acted = ['command', 'by', 'payment', 'note', 'alarm', 'olderThanDays', 'file'] as const;
const support = true;
const isLimited = true;
const storeFailed = (metrics: Metrics) => metrics.count('store_failures_total');

/** Every entry of the log. docs/monitoring.md explains those that an operator must know. */
const entries = {
  alarm: entry('error', ['alarm', ...step], { support }),
  payment_moved: entry('info', [...step, 'by', 'operator']),
  payment_resolved: entry('info', [...step, 'by', 'operator']),
  payment_started: entry('debug', [...ofPayment, 'card'], {
    count: (m) => m.count('payments_started_total'),
  }),
  payments_interrupted: entry('error', ['count']),
  body_was_read: entry('error', [], {
    text: 'Mount the proxy before any body parser, e.g. express.json()',
  }),
  card_testing_over: entry('info'),
  card_testing_suspected: entry('warn', [], { text: 'payments now need authentication' }),
  connection_failed: entry('error', failure, { isLimited }),
  crashed: entry('fatal', failure, { support }),
  delivery_failed: entry('warn', delivery),
  draining: entry('info'),
  memory_open: entry('warn', ['flags'], {
    text: 'These flags expose the memory of Node, which contains cards',
  }),
  message_abandoned: entry('error', delivery, { support }),
  operator_acted: entry('warn', acted),
  operator_refused: entry('warn', ['address']),
  order_closed: entry('info', ['order', 'by']),
  orders_deleted: entry('info', ['orders', 'payments', 'before']),
  outbox_failed: entry('error', failure, { count: storeFailed }),
  postback_delayed: entry('error', ['payment', ...failure], { isLimited, count: storeFailed }),
  postback_lost: entry('error', ['payment'], { count: (m) => m.count('postbacks_total', 'lost') }),
  postback_unknown: entry('warn', [], {
    isLimited,
    count: (m) => m.count('postbacks_total', 'unknown'),
  }),
  read_failed: entry('error', ['payment', ...failure], { isLimited, count: storeFailed }),
  request_refused: entry('info', ['payment', 'code', 'reason', 'route'], { isLimited }),
  risky_setting: entry('warn'),
  round_failed: entry('error', failure, { count: storeFailed }),
  secret_kept: entry('error', ['name', 'fault']),
  secrets_reloaded: entry('info', ['changed']),
  silence_is_weak_proof: entry('warn', [...ofPayment, 'postbacks', 'waitMs']),
  store_failed: entry('error', [...ofPayment, 'operation', 'status', ...failure], {
    support,
    count: storeFailed,
  }),
  try_ended: entry('info', [
    ...ofPayment,
    'try',
    'upstreamStatus',
    'cause',
    'reason',
    'durationMs',
  ]),
  try_failed: entry('error', [...ofPayment, 'try', 'request', 'body']),
  unexpected_error: entry('error', failure, { count: (m) => m.count('unexpected_errors_total') }),
  web_server_not_trusted: entry('warn', ['peer'], {
    text:
      'all clients behind a web server count as one: list its address in TRUST_PROXY, ' +
      'and let it set X-Forwarded-For',
  }),
};

type EntryCode = keyof typeof entries;

type Fields<Code extends EntryCode> = Partial<
  Record<(typeof entries)[Code]['fields'][number], unknown>
>;

/** Writes the log, one line for each entry, and counts in the metrics what the log says. */
export class EventLog {
  readonly metrics: Metrics;
  readonly #log: FastifyBaseLogger;
  /** The levels that reach the log; none with `silent`. */
  readonly #shown: ReadonlySet<Level>;
  readonly #limits = new Map<EntryCode, LineLimit>();

  constructor(log: FastifyBaseLogger, metrics: Metrics) {
    this.#log = log;
    this.#shown = new Set(levels.slice(0, levels.findIndex((level) => level === log.level) + 1));
    this.metrics = metrics;
  }

  /** Writes the fields that the entry allows. `text` replaces the entry's own. */
  emit<Code extends EntryCode>(code: Code, fields: Fields<Code>, text?: string): void {
    const {
      level,
      fields: allowed,
      count,
      isLimited: mayFlood,
      ...marks
    }: Marks & Entry = entries[code];
    count?.(this.metrics);
    if (!this.#shown.has(level) || (mayFlood && !this.#limitOf(code).allowsOne())) return;
    const given: Readonly<Record<string, unknown>> =
      'error' in fields ? { ...fields, ...failureOf(fields.error) } : fields;
    const line: Record<string, unknown> = { event: code };
    for (const name of allowed) if (given[name] !== undefined) line[name] = given[name];
    if (marks.support) line['support'] = true;
    this.#log[level](line, text ?? marks.text ?? (marks.support && 'support must act'));
  }

  tryEnded(payment: LoggedPayment, { number, result, ...ended }: EndedTry): void {
    this.metrics.tryEnded(result, ended.durationMs);
    const answer =
      result.kind === 'answer' ? { upstreamStatus: result.status } : { cause: result.cause };
    this.emit('try_ended', { ...named(payment), try: number, ...answer, ...ended });
  }

  stepRecorded(recorded: Recorded): void {
    this.metrics.stepRecorded(recorded);
    const { attempt, event, alarms, reason, operator } = recorded;
    const { status, code } = attempt;
    const fields = { ...named(attempt), status, code, reason };
    const kind = isProcessing(attempt) ? 'payment_moved' : 'payment_resolved';
    this.emit(kind, { ...fields, by: event.kind, operator });
    for (const alarm of alarms) {
      const { title, nextStep, link } = alarmEntryOf(alarm);
      this.emit('alarm', { alarm, ...fields }, `${title}. ${nextStep} See ${link}`);
    }
  }

  #limitOf(code: EntryCode): LineLimit {
    const limit = this.#limits.get(code) ?? new LineLimit(maxLinesASecond);
    this.#limits.set(code, limit);
    return limit;
  }
}

/** Names a payment in the fields of an entry. */
export function named({ id, orderId, amountCentavos }: LoggedPayment) {
  return { payment: id, order: orderId, amountCentavos };
}

/**
 * Describes an error without its message, where V8 may quote unparsable text such as a request's body;
 * only a `StoreError` has a sentence of ours. Keeps the stack's frames after the message, or none if the
 * stack doesn't contain the message.
 */
function failureOf(error: unknown) {
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
