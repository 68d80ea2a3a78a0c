import { isAbsolute } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { minRetentionDays, resolutions } from '../attempt/attempt.ts';
import { attemptStatuses, statuses, type AttemptStatus } from '../attempt/statuses.ts';
import type { EventLog } from '../telemetry/log.ts';
import type { Operator } from './operator.ts';
import { operatorProblems, OperatorRefusal } from './problems.ts';

export interface OperatorRoutesOptions {
  operator: Operator;
  log: EventLog;
  /** Who gives the commands; by default, each request says so. */
  by?: string;
}

const storable = /^[^\p{Cc}\p{Cs}]*$/u;
const Id = z.object({ id: z.guid().toLowerCase() });
const AlarmId = z.object({ id: z.coerce.number().int() });
/** PostgreSQL stores no control characters and lone surrogates. */
const line = (longest: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1).max(longest).regex(storable));
const OrderId = z.object({ '*': z.string().min(1).max(128).regex(storable) });
const Finding = z.object({ status: z.enum(resolutions), note: line(500) });
const By = z.object({ by: line(64) });
const PurgeOrder = By.extend({
  olderThanDays: z.int().min(minRetentionDays),
  yes: z.boolean(),
});
const BackupOrder = By.extend({ file: z.string().refine(isAbsolute) });
const AlarmFilter = z.object({ all: z.enum(['true', 'false']).default('false') });
const PaymentFilter = z.object({
  status: z.string().default('unknown,pending').transform(statusesFor),
  since: z.iso.datetime().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

/** Serves the operator's commands as JSON. The caller restricts access. */
export async function operatorRoutes(
  app: FastifyInstance,
  { operator, log, by }: OperatorRoutesOptions,
): Promise<void> {
  const actorIn = (body: unknown) => by ?? parse(By, body).by;
  answerWithProblems(app, log);
  // A wildcard, because Fastify's parameters are shorter than an order's id may be.
  app.get('/orders/*', async ({ params }) => operator.order(parse(OrderId, params)['*']));
  app.get('/payments', async ({ query }) => {
    const { status: wanted, ...given } = parse(PaymentFilter, query);
    return { payments: await operator.payments({ statuses: wanted, ...given }) };
  });
  app.post('/payments/:id/resolve', async ({ params, body }) => {
    const { id } = parse(Id, params);
    const finding = { ...parse(Finding, body), by: actorIn(body) };
    return { payment: await operator.resolve(id, finding) };
  });
  app.post('/payments/:id/resend', async ({ params, body }) => {
    await operator.resend(parse(Id, params).id, actorIn(body));
    return {};
  });
  app.get('/alarms', async ({ query }) => ({
    alarms: await operator.alarms(parse(AlarmFilter, query).all === 'false'),
  }));
  app.post('/alarms/:id/acknowledge', async ({ params, body }) => {
    await operator.acknowledge(parse(AlarmId, params).id, actorIn(body));
    return {};
  });
  app.get('/outcomes', async () => ({ hours: await operator.outcomes() }));
}

/** Serves the commands that no browser may give: they delete orders and write files. */
export async function maintenanceRoutes(
  app: FastifyInstance,
  { operator, log }: OperatorRoutesOptions,
): Promise<void> {
  answerWithProblems(app, log);
  app.post('/purge', async ({ body }, reply) => {
    const { olderThanDays, yes, by } = parse(PurgeOrder, body);
    if (!yes) return operator.countOver(olderThanDays);
    const gone = closed(reply);
    return operator.purge(olderThanDays, by, gone).catch((error: unknown) => {
      if (gone.aborted) return reply.hijack();
      throw error;
    });
  });
  app.post('/backup', async ({ body }) => {
    const { file, by } = parse(BackupOrder, body);
    await operator.backup(file, by);
    return {};
  });
}

function answerWithProblems(app: FastifyInstance, log: EventLog): void {
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error, log));
}

function closed({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}

/** A word may name several statuses, as `processing` does. */
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

function sendProblem(reply: FastifyReply, error: unknown, log: EventLog): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.code === 'internal') log.unexpected(error);
  const { code, detail } = refusal;
  const { status: httpStatus, title } = operatorProblems[code];
  const type = `urn:card-checkout:${code}`;
  return reply
    .code(httpStatus)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .send({ type, title, status: httpStatus, code, ...(detail && { detail }) });
}

function refusalOf(error: unknown): OperatorRefusal {
  if (error instanceof OperatorRefusal) return error;
  const given = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return new OperatorRefusal(given >= 400 && given < 500 ? 'bad_request' : 'internal');
}
