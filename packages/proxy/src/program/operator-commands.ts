import { resolve as absolutePath } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { minRetentionDays } from '../attempt/order-state.ts';
import { statuses } from '../attempt/statuses.ts';
import { AlarmList, OrderTimeline, PaymentList, Purge, Resolved } from '../operator/views.ts';
import { parsed, positionalsOf, secondsIn, UsageError } from './arguments.ts';
import { alarmsText, orderText, paymentsText, purgeText, resolvedText } from './print.ts';

export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

interface OperatorRequest {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

/** Returns the JSON of the proxy's answer. Rejects if the proxy refuses. */
export type Ask = (request: OperatorRequest) => Promise<unknown>;

/** Resolves with the text to print. */
export type OperatorCommand = (ask: Ask) => Promise<string>;

export interface Operation {
  now: Date;
  by: string;
}

/** Parses the arguments of a command. Throws `UsageError`. */
type ReadArguments = (args: string[], operation: Operation) => OperatorCommand;

export const operatorCommands: ReadonlyMap<string, ReadArguments> = new Map<string, ReadArguments>([
  ['order', readOrder],
  ['payments', readPayments],
  ['resolve', readResolve],
  ['alarms', readAlarms],
  ['resend', readResend],
  ['purge', readPurge],
  ['backup', readBackup],
]);

const json = { json: { type: 'boolean' } } as const;

function readOrder(args: string[]): OperatorCommand {
  const given = parsed(() => parseArgs({ args, allowPositionals: true, options: json }));
  const [orderId = ''] = positionalsOf(['ORDER_ID'], given.positionals);
  const path = `/orders/${encodeURIComponent(orderId)}`;
  return asking({ method: 'GET', path }, OrderTimeline, given.values.json ? undefined : orderText);
}

function readPayments(args: string[], { now }: Operation): OperatorCommand {
  const options = {
    status: { type: 'string' },
    since: { type: 'string' },
    limit: { type: 'string' },
    ...json,
  } as const;
  const { values } = parsed(() => parseArgs({ args, options }));
  const { status, since, limit } = values;
  checkStatuses(status);
  if (limit !== undefined && !/^[1-9]\d{0,2}$/.test(limit)) {
    throw new UsageError(`--limit '${limit}' must be a whole number, 1 to 999; see --help`);
  }
  const query = new URLSearchParams({
    ...(status !== undefined && { status }),
    ...(since !== undefined && { since: timeBefore(now, since) }),
    ...(limit !== undefined && { limit }),
  });
  const path = `/payments?${query.toString()}`;
  return asking({ method: 'GET', path }, PaymentList, values.json ? undefined : paymentsText);
}

function readResolve(args: string[], { by }: Operation): OperatorCommand {
  const options = { note: { type: 'string' }, ...json } as const;
  const given = parsed(() => parseArgs({ args, allowPositionals: true, options }));
  const names = ['PAYMENT_ID', 'approved or declined'];
  const [paymentId = '', status = ''] = positionalsOf(names, given.positionals);
  const { note } = given.values;
  if (status !== 'approved' && status !== 'declined') {
    throw new UsageError(`'${status}' must be approved or declined; see --help`);
  }
  if (!note?.trim()) throw new UsageError('--note is required: how you know; see --help');

  const path = `/payments/${idOf(paymentId)}/resolve`;
  const body = { status, note, by };
  return asking(
    { method: 'POST', path, body },
    Resolved,
    given.values.json ? undefined : resolvedText,
  );
}

function readAlarms(args: string[], { by }: Operation): OperatorCommand {
  const options = { all: { type: 'boolean' }, acknowledge: { type: 'string' }, ...json } as const;
  const { values } = parsed(() => parseArgs({ args, options }));
  const { acknowledge } = values;
  if (acknowledge === undefined) {
    const path = values.all ? '/alarms?all=true' : '/alarms';
    return asking({ method: 'GET', path }, AlarmList, values.json ? undefined : alarmsText);
  }
  if (acknowledge !== 'all' && !/^\d{1,15}$/.test(acknowledge)) {
    throw new UsageError(
      `--acknowledge '${acknowledge}' must be the id of an alarm, or all; see --help`,
    );
  }
  return async (ask) => {
    const ids = acknowledge === 'all' ? await openAlarms(ask) : [Number(acknowledge)];
    for (const id of ids) {
      await ask({ method: 'POST', path: `/alarms/${id}/acknowledge`, body: { by } });
    }
    return values.json ? jsonOf({ acknowledged: ids }) : `Acknowledged: ${ids.length}`;
  };
}

async function openAlarms(ask: Ask): Promise<number[]> {
  const { alarms } = AlarmList.parse(await ask({ method: 'GET', path: '/alarms' }));
  return alarms.map(({ id }) => id);
}

function readResend(args: string[], { by }: Operation): OperatorCommand {
  const given = parsed(() => parseArgs({ args, allowPositionals: true, options: {} }));
  const [paymentId = ''] = positionalsOf(['PAYMENT_ID'], given.positionals);
  const path = `/payments/${idOf(paymentId)}/resend`;
  return asking(
    { method: 'POST', path, body: { by } },
    z.unknown(),
    () => 'The outcome is sent again.',
  );
}

function readPurge(args: string[], { by }: Operation): OperatorCommand {
  const options = {
    'older-than': { type: 'string' },
    yes: { type: 'boolean' },
    ...json,
  } as const;
  const { values } = parsed(() => parseArgs({ args, options }));
  const { 'older-than': olderThan, yes = false } = values;
  const [, days = '0'] = /^(\d{1,5})d$/.exec(olderThan ?? '') ?? [];
  if (Number(days) < minRetentionDays) {
    const expected = `days, at least ${minRetentionDays}d, e.g. 400d`;
    const given = olderThan === undefined ? '' : ` '${olderThan}'`;
    throw new UsageError(`--older-than${given} must be a number of ${expected}; see --help`);
  }
  const body = { olderThanDays: Number(days), yes, by };
  return asking(
    { method: 'POST', path: '/purge', body },
    Purge,
    values.json ? undefined : purgeText,
  );
}

function readBackup(args: string[], { by }: Operation): OperatorCommand {
  const given = parsed(() => parseArgs({ args, allowPositionals: true, options: {} }));
  const [name = ''] = positionalsOf(['FILE'], given.positionals);
  // The proxy has another working directory.
  const file = absolutePath(name);
  const request = { method: 'POST', path: '/backup', body: { file, by } } as const;
  return asking(request, z.unknown(), () => `The copy is ${file}`);
}

/** Makes a command of one request. Without `print`, it prints JSON. */
function asking<View>(
  request: OperatorRequest,
  view: z.ZodType<View>,
  print: (answer: View) => string = jsonOf,
): OperatorCommand {
  return async (ask) => {
    const { data, error } = view.safeParse(await ask(request));
    if (!error) return print(data);
    throw new OperatorError('The proxy is of another version than this program: start it again');
  };
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function idOf(text: string): string {
  if (/^[\da-f-]{36}$/i.test(text)) return text.toLowerCase();
  throw new UsageError(`There is no payment '${text}': an id is a UUID, as \`payments\` prints it`);
}

/** Takes statuses as they are stored or as the shop sees them. */
function checkStatuses(given: string | undefined): void {
  const known = new Set(Object.entries(statuses).flatMap(([name, { shownAs }]) => [name, shownAs]));
  const unknown = given?.split(',').find((word) => !known.has(word));
  if (unknown === undefined) return;
  throw new UsageError(`--status '${unknown}' is none of ${[...known].join(', ')}`);
}

function timeBefore(now: Date, span: string): string {
  const seconds = secondsIn(span);
  if (seconds !== undefined) return new Date(now.getTime() - seconds * 1000).toISOString();
  throw new UsageError(`--since '${span}' must be a number and s, m, h or d, e.g. 2d; see --help`);
}
