import type { FastifyInstance } from 'fastify';
import type { Retention } from '../checkout/retention.ts';
import { answerWithProblems } from '../http/answers.ts';
import { Refusal } from '../refusal.ts';
import { StoreError } from '../store/database.ts';
import type { Store } from '../store/store.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { Operator } from './operator.ts';
import {
  AlarmFilter,
  AlarmId,
  BackupOrder,
  By,
  Finding,
  OrderId,
  parse,
  PaymentFilter,
  PaymentId,
  PurgeOrder,
} from './requests.ts';
import type { AlarmList, OrderTimeline, PaymentList, Resolved } from './views.ts';

export interface OperatorRoutesOptions {
  operator: Operator;
  store: Store;
  retention: Pick<Retention, 'count' | 'purge'>;
  log: EventLog;
  now: () => Date;
}

const dayMs = 86_400_000;

/** Serves the operator's commands as JSON. The caller restricts access. */
export async function operatorRoutes(
  app: FastifyInstance,
  { operator, store, retention, log, now }: OperatorRoutesOptions,
): Promise<void> {
  answerWithProblems(app, log);

  // A wildcard, because an order's id may exceed Fastify's limit for parameters.
  app.get<{ Params: { '*': string } }>('/orders/*', async ({ params }): Promise<OrderTimeline> => {
    const { id } = parse(OrderId, { id: params['*'] });
    return operator.order(id);
  });

  app.get('/payments', async ({ query }): Promise<PaymentList> => {
    return operator.payments(parse(PaymentFilter, query));
  });

  app.post('/payments/:id/resolve', async ({ params, body }): Promise<Resolved> => {
    const { id } = parse(PaymentId, params);
    const finding = { ...parse(Finding, body), ...parse(By, body) };
    return { payment: await operator.resolve(id, finding) };
  });

  app.post('/payments/:id/resend', async ({ params, body }) => {
    const { id } = parse(PaymentId, params);
    await operator.resend(id, parse(By, body).by);
    return {};
  });

  app.get('/alarms', async ({ query }): Promise<AlarmList> => {
    const { all } = parse(AlarmFilter, query);
    return { alarms: await operator.alarms({ onlyOpen: all === 'false' }) };
  });

  app.post('/alarms/:id/acknowledge', async ({ params, body }) => {
    const { id } = parse(AlarmId, params);
    await operator.acknowledge(id, parse(By, body).by);
    return {};
  });

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
        ? new Refusal('backup_failed', { detail: `The copy could not be made: ${error.message}` })
        : error;
    });
    return {};
  });
}
