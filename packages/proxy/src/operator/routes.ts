import { isAbsolute } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { blocksOrder, orderStateOf, resolutions, type Attempt } from '../attempt/attempt.ts';
import { outcomeMessage, transactionIdOf } from '../attempt/messages.ts';
import { attemptStatuses, statuses, type AttemptStatus } from '../attempt/statuses.ts';
import type { EventRow } from '../attempt/transition.ts';
import type { Announce } from '../checkout/announce.ts';
import { minRetentionDays, type Retention } from '../checkout/retention.ts';
import { withTruncatedNumbers } from '../sensitive/card-data.ts';
import { cursorOf, positionIn } from '../store/change-position.ts';
import { StoreError } from '../store/database.ts';
import type { Store, StoredAlarm } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';
import { answerWithProblems, OperatorRefusal } from './problems.ts';
import type {
  AlarmList,
  OrderTimeline,
  PaymentList,
  PaymentView,
  Resolved,
  TimelineStep,
} from './views.ts';

export interface OperatorRoutesOptions {
  store: Store;
  announce: Announce;
  retention: Pick<Retention, 'count' | 'purge'>;
  log: EventLog;
  now: () => Date;
  /** Who gives the commands; by default, each request says so. */
  by?: string;
}

/** PostgreSQL can't store control characters or lone surrogates. */
const storable = /^[^\p{Cc}\p{Cs}]*$/u;
const line = (longest: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1).max(longest).regex(storable));
const PaymentId = z.object({ id: z.guid().toLowerCase() });
const AlarmId = z.object({ id: z.coerce.number().int() });
const OrderId = z.object({ '*': z.string().min(1).max(128).regex(storable) });
const Finding = z.object({ status: z.enum(resolutions), note: line(500) });
const By = z.object({ by: line(64) });
const PurgeOrder = By.extend({ olderThanDays: z.int().min(minRetentionDays), yes: z.boolean() });
const BackupOrder = By.extend({ file: z.string().refine(isAbsolute) });
const AlarmFilter = z.object({ all: z.enum(['true', 'false']).default('false') });
const PaymentFilter = z.object({
  status: z.string().default(attemptStatuses.join()).transform(statusesFor),
  since: z.iso.datetime().default(''),
  until: z.iso.datetime().default('9'),
  cursor: z
    .string()
    .refine((text) => positionIn(text) !== undefined)
    .transform(positionIn)
    .optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
});

const maxAlarms = 1000;
const dayMs = 86_400_000;

/** Serves the operator's commands as JSON. The caller restricts access. */
export async function operatorRoutes(
  app: FastifyInstance,
  { store, announce, log, now, by }: OperatorRoutesOptions,
): Promise<void> {
  const actorIn = (body: unknown) => by ?? parse(By, body).by;
  answerWithProblems(app, log);

  // A wildcard, because an order's id may exceed Fastify's limit for parameters.
  app.get('/orders/*', async ({ params }): Promise<OrderTimeline> => {
    const { '*': id } = parse(OrderId, params);
    const payment = await store.find(id.toLowerCase());
    const orderId = payment?.orderId ?? id;
    const attempts = await store.findOrder(orderId);
    if (attempts.length === 0) {
      const title = `No payment has been attempted for order '${withTruncatedNumbers(id)}'`;
      throw new OperatorRefusal('order_not_found', title);
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
      steps: steps.toSorted((one, other) => one.at.localeCompare(other.at)),
    };
  });

  app.get('/payments', async ({ query }): Promise<PaymentList> => {
    const { status: wanted, since, until, cursor, limit } = parse(PaymentFilter, query);
    // Every id sorts before `g`.
    const before = cursor ?? { changedAt: until, attemptId: 'g' };
    const { listed, next } = await store.listPayments({ wanted, since, before, limit });
    return {
      payments: listed.map(({ attempt, changedAt }) => paymentViewOf(attempt, changedAt)),
      ...(next && { next: cursorOf(next) }),
    };
  });

  app.post('/payments/:id/resolve', async ({ params, body }): Promise<Resolved> => {
    const { id } = parse(PaymentId, params);
    const { status, note: given } = parse(Finding, body);
    const finding = { status, note: withTruncatedNumbers(given), by: actorIn(body) };
    // Read before, because this step may raise an alarm, which stays open.
    const { orderId } = await found(id);
    const open = await store.listAlarms({ onlyOpen: true, orderId, limit: maxAlarms });
    const recorded = await store.record(id, { kind: 'operator', ...finding });
    if (!recorded) {
      const order = await store.findOrder(orderId);
      throw new OperatorRefusal(store.refusalOf(order, id, status) ?? 'already_resolved');
    }
    announce(recorded);
    for (const alarm of open) {
      if (alarm.paymentId === id) await store.acknowledgeAlarm(alarm.id, finding.by);
    }
    log.emit('operator_acted', {
      command: 'resolve',
      by: finding.by,
      attempt: id,
      note: finding.note,
    });
    return { payment: paymentViewOf(recorded.attempt, now().toISOString()) };
  });

  app.post('/payments/:id/resend', async ({ params, body }) => {
    const { id } = parse(PaymentId, params);
    const actor = actorIn(body);
    if (!outcomeMessage(await found(id))) throw new OperatorRefusal('no_outcome');
    if (!(await store.resend(id))) throw new OperatorRefusal('no_payment_webhook');
    log.emit('operator_acted', { command: 'resend', by: actor, attempt: id });
    return {};
  });

  app.get('/alarms', async ({ query }): Promise<AlarmList> => {
    const { all } = parse(AlarmFilter, query);
    return { alarms: await store.listAlarms({ onlyOpen: all === 'false', limit: maxAlarms }) };
  });

  app.post('/alarms/:id/acknowledge', async ({ params, body }) => {
    const { id } = parse(AlarmId, params);
    const actor = actorIn(body);
    const isKnown = await store.acknowledgeAlarm(id, actor);
    if (!isKnown) throw new OperatorRefusal('alarm_not_found', `There is no alarm '${id}'`);
    log.emit('operator_acted', { command: 'acknowledge', by: actor, alarm: id });
    return {};
  });

  async function found(id: string): Promise<Attempt> {
    const attempt = await store.find(id);
    if (attempt) return attempt;
    throw new OperatorRefusal('payment_not_found', `There is no payment '${id}'`);
  }
}

/** Serves the commands that no browser may give: they delete orders and write files. */
export async function maintenanceRoutes(
  app: FastifyInstance,
  { store, retention, log, now }: OperatorRoutesOptions,
): Promise<void> {
  answerWithProblems(app, log);

  app.post('/purge', async ({ body }, reply) => {
    const { olderThanDays, yes, by } = parse(PurgeOrder, body);
    const before = new Date(now().getTime() - olderThanDays * dayMs);
    if (!yes) return { ...(await retention.count(before)), deleted: 0 };
    log.emit('operator_acted', { command: 'purge', by, olderThanDays });
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    try {
      const deleted = await retention.purge(before, gone.signal);
      return { ...deleted, deleted: deleted.orders };
    } catch (error) {
      if (gone.signal.aborted) return reply.hijack();
      throw error;
    }
  });

  app.post('/backup', async ({ body }) => {
    const { file, by } = parse(BackupOrder, body);
    log.emit('operator_acted', { command: 'backup', by, file });
    await store.backup(file).catch((error: unknown) => {
      throw error instanceof StoreError
        ? new OperatorRefusal('backup_failed', `The copy could not be made: ${error.message}`)
        : error;
    });
    return {};
  });
}

/** A word may stand for several statuses, like `processing`. */
function statusesFor(words: string): AttemptStatus[] {
  return words.split(',').flatMap((word) => {
    const named = attemptStatuses.filter(
      (each) => each === word || statuses[each].shownAs === word,
    );
    if (named.length === 0) throw new OperatorRefusal('bad_request', `'${word}' is no status`);
    return named;
  });
}

/** Refuses with the name of the first wrong member. */
function parse<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const { data, error } = schema.safeParse(given ?? {});
  if (!error) return data;
  const member = String(error.issues[0]?.path[0] ?? 'the body').replace('*', "the order's id");
  throw member === 'note'
    ? new OperatorRefusal('note_missing')
    : new OperatorRefusal('bad_request', `${member} is missing or wrong`);
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
    changedAt,
  };
}

function stepOfEvent({ attemptId, at, kind, tryNumber, status, details }: EventRow): TimelineStep {
  const parsed = { ...JSON.parse(details ?? '{}') };
  return { at, paymentId: attemptId, kind, try: tryNumber, status, details: parsed };
}

function stepOfAlarm(alarm: StoredAlarm): TimelineStep {
  const { at, paymentId, orderId: _, ...details } = alarm;
  return { at, paymentId, kind: 'alarm', details };
}
