import { blocksOrder, isClosing, orderStateOf, type Attempt } from '../attempt/attempt.ts';
import { outcomeMessage, transactionIdOf } from '../attempt/messages.ts';
import { attemptStatuses, statusesOf } from '../attempt/statuses.ts';
import type { EventRow } from '../attempt/transition.ts';
import type { Announce } from '../checkout/announce.ts';
import { closeOrder } from '../checkout/close-order.ts';
import { Refusal } from '../refusal.ts';
import { withTruncatedNumbers } from '../sensitive/card-data.ts';
import { cursorOf, endOf, positionIn, type ChangePosition } from '../store/change-position.ts';
import type { PaymentQuery, Store, StoredAlarm } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';
import { Finding, parse, type GivenFinding } from './requests.ts';
import { fits, rangeOf, type Clues } from './search.ts';
import type { OpenOrder, OrderTimeline, PaymentList, PaymentView, TimelineStep } from './views.ts';

interface OperatorParts {
  store: Store;
  announce: Announce;
  log: EventLog;
  now: () => Date;
}

const maxAlarms = 1000;

/** How many payments a search reads at once, as others wait meanwhile; how often; and when it has enough. */
const searchedAtOnce = 250;
const searchRounds = 40;
const enoughFound = 20;

const unresolved = statusesOf('unresolved');

/** What an operator may do, by command or on the page. Methods reject with `Refusal`. */
export class Operator {
  readonly #parts: OperatorParts;

  constructor(parts: OperatorParts) {
    this.#parts = parts;
  }

  /** Finds an order by its id, or by that of one of its payments. */
  async order(id: string): Promise<OrderTimeline> {
    const { store } = this.#parts;
    const named = await store.find(id.toLowerCase());
    const orderId = named?.orderId ?? id;
    const found = await store.findOrder(orderId);
    if (found.length === 0) {
      const detail = `No payment has been attempted for order '${withTruncatedNumbers(id)}'`;
      throw new Refusal('order_not_found', { detail });
    }
    const payments = found.filter((payment) => !isClosing(payment));
    const events = await store.listEvents(orderId);
    const alarms = await store.listAlarms({ onlyOpen: false, orderId, limit: maxAlarms });
    const steps = [...events.map(stepOfEvent), ...alarms.toReversed().map(stepOfAlarm)];
    const latest = new Map(events.map(({ paymentId, at }) => [paymentId, at]));
    const { status, closedAt } = orderStateOf(orderId, found);
    return {
      orderId,
      status,
      ...(closedAt !== undefined && { closedAt }),
      payments: payments.map((payment) => paymentViewOf(payment, latest.get(payment.id) ?? '')),
      // Events come first, so an alarm follows the event of the same time.
      steps: steps.toSorted((one, other) => one.at.localeCompare(other.at)),
    };
  }

  /** Closes an order, so that it can't be paid. It need not have a payment. */
  async close(orderId: string, by: string): Promise<void> {
    await closeOrder(orderId, by, this.#parts);
  }

  async payments(query: PaymentQuery): Promise<PaymentList> {
    const { listed, next } = await this.#parts.store.listPayments(query);
    return {
      payments: listed.map(({ payment, changedAt }) => paymentViewOf(payment, changedAt)),
      ...(next && { next: cursorOf(next) }),
    };
  }

  /**
   * Lists orders with a payment that is unresolved, `limit` at a time, and with an alarm that is open.
   * `api` has the alarms that say whether the payments API is down: the latest, and the open ones.
   */
  async openOrders(limit: number, cursor?: ChangePosition) {
    const range = { wanted: unresolved, since: '', before: cursor ?? endOf('9'), limit };
    const { payments, next } = await this.payments(range);
    const listed = await this.alarms({ limit });
    const last = await this.#parts.store.apiAlarm();
    const [ofApi, alarms] = [true, false].map((wanted) =>
      listed.filter(({ code }) => (code === 'api_down' || code === 'api_up') === wanted),
    );
    const orders = new Map<string, OpenOrder>();
    const open = (orderId: string): OpenOrder => {
      const order = orders.get(orderId) ?? { orderId, payments: [], alarms: [] };
      orders.set(orderId, order);
      return order;
    };
    for (const payment of payments) open(payment.orderId).payments.push(payment);
    for (const alarm of alarms ?? []) {
      // The first page has those of orders that aren't locked, too.
      if (cursor && !orders.has(alarm.orderId)) continue;
      const order = open(alarm.orderId);
      order.alarms.push(alarm);
      if (order.payments.some(({ paymentId }) => paymentId === alarm.paymentId)) continue;
      const payment = await this.#parts.store.find(alarm.paymentId);
      if (payment) order.payments.push(paymentViewOf(payment, alarm.at));
    }
    return {
      orders: [...orders.values()],
      next,
      isCut: listed.length === limit,
      api: { last, open: ofApi ?? [] },
    };
  }

  /** Finds payments by what somebody knows about them, newest first. Looks at the latest thousands. */
  async search(clues: Clues, cursor?: ChangePosition): Promise<PaymentList> {
    const { since, until } = rangeOf(clues);
    const range = { wanted: attemptStatuses, since, limit: searchedAtOnce };
    const found: PaymentView[] = [];
    let next: string | undefined;
    for (let round = 0; round < searchRounds && found.length < enoughFound; round += 1) {
      const before = positionIn(next ?? '') ?? cursor ?? endOf(until);
      const page = await this.payments({ ...range, before });
      found.push(...page.payments.filter((payment) => fits(payment, clues)));
      next = page.next;
      if (next === undefined) break;
    }
    return { payments: found, ...(next && { next }) };
  }

  /**
   * Records what `by` found out about payments. If the same finding is already recorded, only closes the
   * payment's alarms. Explains which payments it refuses.
   */
  async resolve(ids: Iterable<string>, given: GivenFinding, by: string) {
    const resolved: PaymentView[] = [];
    const refused = new Map<string, Refusal>();
    for (const id of ids) {
      const payment = await this.#resolve(id, given, by).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        refused.set(id, error);
      });
      if (payment) resolved.push(payment);
    }
    return { resolved, refused };
  }

  async #resolve(id: string, given: GivenFinding, by: string): Promise<PaymentView> {
    const { store, announce, log, now } = this.#parts;
    const finding = parse(Finding, given);
    const { status } = finding;
    const note = withTruncatedNumbers(finding.note);
    // Read before, because this step may raise an alarm, which stays open.
    const { orderId } = await this.#found(id);
    const open = await store.listAlarms({ onlyOpen: true, orderId, limit: maxAlarms });
    const recorded = await store.record(id, { kind: 'operator', status, note, by });
    const payment = recorded?.attempt ?? (await this.#found(id));
    if (!recorded && payment.resolution !== status) {
      const order = await store.findOrder(orderId);
      throw new Refusal(store.resolutionRefusal(order, id, status) ?? 'already_resolved');
    }
    if (recorded) announce(recorded);
    for (const alarm of open) {
      // If this finding is repeated because it was cut off, its own alarm is open, too.
      const isBefore = recorded !== undefined || alarm.at < (payment.outcomeAt ?? '');
      if (alarm.paymentId === id && isBefore) await store.acknowledgeAlarm(alarm.id, by);
    }
    if (recorded) log.emit('operator_acted', { command: 'resolve', by, payment: id, note });
    return paymentViewOf(payment, recorded ? now().toISOString() : (payment.outcomeAt ?? ''));
  }

  async resend(id: string, by: string): Promise<void> {
    if (!outcomeMessage(await this.#found(id))) throw new Refusal('no_outcome');
    if (!(await this.#parts.store.resend(id))) throw new Refusal('no_payment_webhook');
    this.#parts.log.emit('operator_acted', { command: 'resend', by, payment: id });
  }

  /** Lists alarms, newest first. */
  async alarms({ onlyOpen = true, limit = maxAlarms } = {}): Promise<StoredAlarm[]> {
    return this.#parts.store.listAlarms({ onlyOpen, limit });
  }

  async acknowledge(id: number, by: string): Promise<void> {
    const isKnown = await this.#parts.store.acknowledgeAlarm(id, by);
    if (!isKnown) throw new Refusal('alarm_not_found', { detail: `There is no alarm '${id}'` });
    this.#parts.log.emit('operator_acted', { command: 'acknowledge', by, alarm: id });
  }

  async #found(id: string): Promise<Attempt> {
    const payment = await this.#parts.store.find(id);
    if (payment) return payment;
    throw new Refusal('payment_not_found', { detail: `There is no payment '${id}'` });
  }
}

function paymentViewOf(attempt: Attempt, changedAt: string): PaymentView {
  const { id, orderId, status, code, amountCentavos, installments, card, tries } = attempt;
  return {
    paymentId: id,
    orderId,
    status,
    code,
    amount: amountCentavos,
    installments,
    card,
    tries: tries.length,
    transactionId: transactionIdOf(attempt),
    blocksOrder: blocksOrder(attempt),
    startedAt: tries[0]?.startedAt ?? changedAt,
    changedAt,
  };
}

function stepOfEvent({ paymentId, at, kind, tryNumber, status, details }: EventRow): TimelineStep {
  const parsed = { ...JSON.parse(details ?? '{}') };
  const step = { at, kind, try: tryNumber, status, details: parsed };
  return kind === 'closed' ? step : { ...step, paymentId };
}

function stepOfAlarm(alarm: StoredAlarm): TimelineStep {
  const { at, paymentId, orderId: _, ...details } = alarm;
  return { at, paymentId, kind: 'alarm', details };
}
