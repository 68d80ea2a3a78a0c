import type { OutcomeStatus } from '@card-checkout/contract/shop-server';
import { blocksOrder, orderStateOf, type Attempt, type Resolution } from '../attempt/attempt.ts';
import { outcomeMessage, transactionIdOf } from '../attempt/messages.ts';
import { resolutionRefusal } from '../attempt/state-machine.ts';
import { statuses, type AttemptStatus } from '../attempt/statuses.ts';
import type { EventRow } from '../attempt/transition.ts';
import type { Announce } from '../checkout/announce.ts';
import type { Retention } from '../checkout/retention.ts';
import { withTruncatedNumbers } from '../sensitive/card-data.ts';
import { StoreError } from '../store/database.ts';
import type { Store, StoredAlarm } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';
import { OperatorRefusal } from './problems.ts';
import type {
  AlarmView,
  OrderTimeline,
  OutcomesOfHour,
  PaymentView,
  Purge,
  TimelineStep,
} from './views.ts';

export interface OperatorParts {
  store: Store;
  announce: Announce;
  retention: Pick<Retention, 'count' | 'purge'>;
  log: Pick<EventLog, 'operatorActed'>;
  now: () => Date;
}

export interface PaymentQuery {
  statuses: readonly AttemptStatus[];
  /** ISO 8601, UTC. By default a week ago; if only unresolved payments are listed, the beginning. */
  since?: string | undefined;
  limit: number;
}

export interface Finding {
  status: Resolution;
  note: string;
  by: string;
}

const maxAlarms = 1000;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;

/** Carries out the operator's commands. Throws an `OperatorRefusal` for impossible ones. */
export class Operator {
  readonly #parts: OperatorParts;

  constructor(parts: OperatorParts) {
    this.#parts = parts;
  }

  /** Returns an order's history. `id` is the order's, or one of its payments'. */
  async order(id: string): Promise<OrderTimeline> {
    const { store } = this.#parts;
    const payment = await store.find(id.toLowerCase());
    const orderId = payment?.orderId ?? id;
    const attempts = await store.findOrder(orderId);
    if (attempts.length === 0) {
      const quoted = withTruncatedNumbers(id);
      throw new OperatorRefusal(
        'order_not_found',
        `No payment has been attempted for order '${quoted}'`,
      );
    }
    const events = await store.listEvents(orderId);
    const alarms = await store.listAlarms({ onlyOpen: false, orderId, limit: maxAlarms });
    const steps = [...events.map(stepOfEvent), ...alarms.toReversed().map(stepOfAlarm)];
    const latest = new Map(events.map(({ attemptId, at }) => [attemptId, at]));
    return {
      orderId,
      status: orderStateOf(orderId, attempts).status,
      payments: attempts.map((attempt) => paymentViewOf(attempt, latest.get(attempt.id) ?? '')),
      // Events come first, so an alarm follows the event of the same time.
      steps: steps.toSorted((one, other) => compare(one.at, other.at)),
    };
  }

  /** Lists payments, latest change first. */
  async payments({ statuses: wanted, since, limit }: PaymentQuery): Promise<PaymentView[]> {
    const { store, now } = this.#parts;
    const isUnresolved = wanted.every((status) => statuses[status].phase === 'unresolved');
    const earliest = new Date(isUnresolved ? 0 : now().getTime() - weekMs).toISOString();
    const listed = await store.listByStatus(wanted, since ?? earliest, limit);
    return listed.map(({ attempt, changedAt }) => paymentViewOf(attempt, changedAt));
  }

  /** Resolves a payment that no evidence resolves. Masks card numbers in the note. */
  async resolve(paymentId: string, finding: Finding): Promise<PaymentView> {
    const { store, announce, log, now } = this.#parts;
    const note = withTruncatedNumbers(finding.note);
    const event = { ...finding, kind: 'operator', note } as const;
    const recorded = await store.record(paymentId, event);
    if (!recorded) throw await this.#refusalOf(paymentId, finding.status);
    announce(recorded);
    log.operatorActed('resolve', finding.by, { attempt: paymentId, note });
    return paymentViewOf(recorded.attempt, now().toISOString());
  }

  async alarms(onlyOpen: boolean): Promise<AlarmView[]> {
    return this.#parts.store.listAlarms({ onlyOpen, limit: maxAlarms });
  }

  async acknowledge(alarmId: number, by: string): Promise<void> {
    const { store, log } = this.#parts;
    const isKnown = await store.acknowledgeAlarm(alarmId, by);
    if (!isKnown) throw new OperatorRefusal('alarm_not_found', `There is no alarm '${alarmId}'`);
    log.operatorActed('acknowledge', by, { alarm: alarmId });
  }

  /** Sends a payment's outcome to the shop's server again, under the same message id. */
  async resend(paymentId: string, by: string): Promise<void> {
    const { store, log } = this.#parts;
    const attempt = await store.find(paymentId);
    if (!attempt) throw noPayment(paymentId);
    if (!outcomeMessage(attempt)) throw new OperatorRefusal('no_outcome');
    if (!(await store.resend(paymentId))) throw new OperatorRefusal('no_payment_webhook');
    log.operatorActed('resend', by, { attempt: paymentId });
  }

  /** Counts the orders that `purge` would delete. */
  async countOver(olderThanDays: number): Promise<Purge> {
    const counted = await this.#parts.retention.count(this.#daysAgo(olderThanDays));
    return { ...counted, deleted: 0 };
  }

  /** Deletes resolved orders that haven't changed for so many days. Rejects when `signal` aborts. */
  async purge(olderThanDays: number, by: string, signal: AbortSignal): Promise<Purge> {
    const { retention, log } = this.#parts;
    log.operatorActed('purge', by, { olderThanDays });
    const deleted = await retention.purge(this.#daysAgo(olderThanDays), signal);
    return { ...deleted, deleted: deleted.orders };
  }

  async backup(file: string, by: string): Promise<void> {
    const { store, log } = this.#parts;
    log.operatorActed('backup', by, { file });
    await store.backup(file).catch((error: unknown) => {
      throw error instanceof StoreError
        ? new OperatorRefusal('backup_failed', `The copy could not be made: ${error.message}`)
        : error;
    });
  }

  /** Counts the outcomes of the last 24 hours, oldest hour first, including the current hour. */
  async outcomes(): Promise<OutcomesOfHour[]> {
    const { store, now } = this.#parts;
    const latest = Math.floor(now().getTime() / hourMs);
    const hours = Array.from({ length: 24 }, (_, index) => isoHour(latest - 23 + index));
    const counts = await store.countOutcomes(hours[0] ?? '');
    const countOf = (hour: string, status: OutcomeStatus) =>
      counts.find((each) => each.hour === hour && each.status === status)?.count ?? 0;
    return hours.map((hour) => ({
      hour,
      approved: countOf(hour, 'approved'),
      declined: countOf(hour, 'declined'),
      failed: countOf(hour, 'failed'),
      unknown: countOf(hour, 'unknown'),
      processing: countOf(hour, 'processing'),
    }));
  }

  #daysAgo(days: number): Date {
    return new Date(this.#parts.now().getTime() - days * dayMs);
  }

  async #refusalOf(paymentId: string, status: Resolution): Promise<OperatorRefusal> {
    const { store } = this.#parts;
    const attempt = await store.find(paymentId);
    if (!attempt) return noPayment(paymentId);
    const order = await store.findOrder(attempt.orderId);
    return new OperatorRefusal(resolutionRefusal(order, paymentId, status) ?? 'already_resolved');
  }
}

function noPayment(id: string): OperatorRefusal {
  return new OperatorRefusal('payment_not_found', `There is no payment '${id}'`);
}

function paymentViewOf(attempt: Attempt, changedAt: string): PaymentView {
  const { id, orderId, status, code, amountCentavos, installments, card, tries } = attempt;
  const transactionId = transactionIdOf(attempt);
  return {
    paymentId: id,
    orderId,
    status,
    ...(code && { code }),
    amount: amountCentavos,
    installments,
    ...(card && { card }),
    tries: tries.length,
    ...(transactionId && { transactionId }),
    blocksOrder: blocksOrder(attempt),
    changedAt,
  };
}

function stepOfEvent({ attemptId, at, kind, tryNumber, status, details }: EventRow): TimelineStep {
  return {
    at,
    paymentId: attemptId,
    kind,
    ...(tryNumber !== undefined && { try: tryNumber }),
    status,
    details: { ...JSON.parse(details ?? '{}') },
  };
}

function stepOfAlarm(alarm: StoredAlarm): TimelineStep {
  const { at, paymentId, id, code, acknowledgedAt, acknowledgedBy } = alarm;
  const details = { id, code, acknowledgedAt, acknowledgedBy };
  return { at, paymentId, kind: 'alarm', details };
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function isoHour(hours: number): string {
  return new Date(hours * hourMs).toISOString();
}
