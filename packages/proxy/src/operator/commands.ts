import { resolve as absolutePath } from 'node:path';
import { printable } from '@card-checkout/contract/printable';
import { attemptStatuses, statuses, type AttemptStatus } from '../attempt/statuses.ts';
import { minRetentionDays, type Retention } from '../checkout/retention.ts';
import { Refusal } from '../refusal.ts';
import { endOf, positionIn } from '../store/change-position.ts';
import { StoreError } from '../store/database.ts';
import type { Deletion, Store, StoredAlarm } from '../store/store.ts';
import { alarmEntryOf } from '../telemetry/alarm-guide.ts';
import type { EventLog } from '../telemetry/log.ts';
import {
  flag,
  readAnyArguments,
  readArguments,
  secondsIn,
  UsageError,
  value,
} from '../terminal/arguments.ts';
import { columns, jsonOf, minuteOf, money, timeOf } from '../terminal/terminal.ts';
import type { Operator } from './operator.ts';
import { OrderId, parse } from './requests.ts';
import { englishTimeline } from './texts.ts';
import { timelineOf } from './timeline.ts';
import type { OrderTimeline, PaymentView } from './views.ts';

/** What the commands need of the proxy in which they run. */
export interface Desk {
  operator: Pick<
    Operator,
    'acknowledge' | 'alarms' | 'close' | 'order' | 'payments' | 'resend' | 'resolve'
  >;
  store: Pick<Store, 'backup'>;
  retention: Pick<Retention, 'count' | 'purge'>;
  log: EventLog;
  now: () => Date;
}

/** Says in its message, with the code, what was refused. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

/**
 * Yields what to print. `by` gives the command, and `left` aborts when nobody waits for it. Throws a
 * `Refusal` or `CommandRefused`.
 */
export type OperatorCommand = (desk: Desk, by: string, left: AbortSignal) => AsyncIterable<string>;

/** Throws `UsageError`. `now` is the time of relative times. */
type Reader = (args: string[], now: Date) => OperatorCommand;

const readers = new Map<string, Reader>([
  ['order', readOrder],
  ['payments', readPayments],
  ['resolve', readResolve],
  ['close', readClose],
  ['alarms', readAlarms],
  ['resend', readResend],
  ['purge', readPurge],
  ['backup', readBackup],
]);

export const operatorCommands: readonly string[] = [...readers.keys()];

/** Reads a command with its name. Throws `UsageError`. */
export function readOperatorCommand([name = '', ...args]: string[], now: Date): OperatorCommand {
  const read = readers.get(name);
  if (!read) throw new UsageError(`Unknown command '${name}'`);
  return read(args, now);
}

/** Replaces what only the caller's process knows: a relative path, and `-`, the ids in `input`. */
export async function completed(
  [name = '', ...args]: string[],
  input: () => Promise<string>,
): Promise<string[]> {
  if (name === 'backup') return [name, ...args.map((file) => absolutePath(file))];
  const isList = (arg: string, index: number) => arg === '-' && args[index - 1] !== '--note';
  if (name !== 'resolve' || !args.some(isList)) return [name, ...args];
  const ids = idsIn(await input());
  return [name, ...args.flatMap((arg, index) => (isList(arg, index) ? ids : arg))];
}

function readOrder(args: string[]): OperatorCommand {
  const { values, given } = readArguments(args, { json: flag }, ['ORDER_ID']);
  return async function* ({ operator }) {
    const order = await operator.order(parse(OrderId, { id: given[0] }).id);
    yield values.json ? jsonOf(order) : orderText(order);
  };
}

function readPayments(args: string[], now: Date): OperatorCommand {
  const values = { status: value, since: value, until: value, limit: value };
  const given = readArguments(args, { ...values, locking: flag, json: flag }).values;
  const { since, until, limit = '999999999' } = given;
  if (given.locking && given.status)
    throw new UsageError('--locking needs no --status; see --help');
  if (!/^[1-9]\d{0,8}$/.test(limit)) {
    throw new UsageError(`--limit '${limit}' must be a whole number from 1; see --help`);
  }
  const range = {
    wanted: statusesIn(given.locking ? 'processing,unknown' : given.status),
    since: since === undefined ? '' : timeIn('since', since, now),
    limit: listedAtOnce,
  };
  const last = endOf(until === undefined ? '9' : timeIn('until', until, now));
  return async function* ({ operator }) {
    const listed: PaymentView[] = [];
    let left = Number(limit);
    let start = '{ "payments": [';
    const textOf = (payments: readonly PaymentView[], end = '') => {
      if (!given.json) return paymentsText(payments);
      const text = `${start}${payments.map(jsonOf).join(',\n')}${end}`;
      start = ',';
      return text;
    };
    for (let next: string | undefined = ''; next !== undefined && left > 0;) {
      const page = await operator.payments({ ...range, before: positionIn(next) ?? last });
      listed.push(...page.payments.slice(0, left));
      left -= page.payments.length;
      next = page.next;
      while (listed.length > listedAtOnce) yield textOf(listed.splice(0, listedAtOnce));
    }
    yield textOf(listed, '] }');
  };
}

/** A long list is yielded in parts, so that it needs no memory. */
const listedAtOnce = 1000;

function readResolve(args: string[]): OperatorCommand {
  const { values, positionals } = readAnyArguments(args, { note: value, json: flag });
  const [status = '', ...reversed] = positionals.toReversed();
  const { note } = values;
  if (positionals.length === 0) throw new UsageError('PAYMENT_ID is missing; see --help');
  if (status !== 'approved' && status !== 'declined') {
    throw new UsageError(`'${status}' must be approved or declined; see --help`);
  }
  if (reversed.length === 0) throw new UsageError('PAYMENT_ID is missing; see --help');
  if (!note?.trim()) throw new UsageError('--note is required: how you know; see --help');
  const ids = new Set(reversed.toReversed().map((text) => (text === '-' ? text : idOf(text))));
  return async function* ({ operator }, by) {
    const { resolved, refused } = await operator.resolve(ids, { status, note }, by);
    const reasons = [...refused].map(([paymentId, refusal]) => {
      return { paymentId, reason: sentenceOf(refusal) };
    });
    yield values.json
      ? jsonOf({ payments: resolved, refused: reasons })
      : resolved.map(resolvedText).join('\n');
    if (reasons.length === 0) return;
    throw new CommandRefused(reasons.map((each) => `${each.paymentId}: ${each.reason}`).join('\n'));
  };
}

/** Reads the id at the start of each line, as `payments` prints it. */
function idsIn(text: string): string[] {
  const words = text.split('\n').map((line) => line.trim().split(/\s/)[0] ?? '');
  return words.filter((word) => word !== '' && word !== heading[0]).map(idOf);
}

function readClose(args: string[]): OperatorCommand {
  const { given } = readArguments(args, {}, ['ORDER_ID']);
  return async function* ({ operator }, by) {
    const { id } = parse(OrderId, { id: given[0] });
    await operator.close(id, by);
    yield `Order ${printable(id)} is closed.`;
  };
}

function readAlarms(args: string[]): OperatorCommand {
  const { values } = readArguments(args, { all: flag, acknowledge: value, json: flag });
  const { acknowledge } = values;
  if (acknowledge !== undefined && !/^(all|\d{1,15})$/.test(acknowledge)) {
    throw new UsageError(
      `--acknowledge '${acknowledge}' must be the id of an alarm, or all; see --help`,
    );
  }
  if (acknowledge === undefined) {
    return async function* ({ operator }) {
      const alarms = await operator.alarms({ onlyOpen: !values.all });
      yield values.json ? jsonOf({ alarms }) : alarmsText(alarms);
    };
  }
  return async function* ({ operator }, by) {
    const open = acknowledge === 'all' ? await operator.alarms() : [{ id: Number(acknowledge) }];
    const ids = open.map(({ id }) => id);
    for (const id of ids) await operator.acknowledge(id, by);
    yield values.json ? jsonOf({ acknowledged: ids }) : `Acknowledged: ${ids.length}`;
  };
}

function readResend(args: string[]): OperatorCommand {
  const [paymentId = ''] = readArguments(args, {}, ['PAYMENT_ID']).given;
  const id = idOf(paymentId);
  return async function* ({ operator }, by) {
    await operator.resend(id, by);
    yield 'The outcome is sent again.';
  };
}

function readPurge(args: string[]): OperatorCommand {
  const { values } = readArguments(args, { 'older-than': value, yes: flag, json: flag });
  const { 'older-than': olderThan, yes = false } = values;
  const olderThanDays = Number(/^(\d{1,5})d$/.exec(olderThan ?? '')?.[1] ?? 0);
  if (olderThanDays < minRetentionDays) {
    const expected = `days, at least ${minRetentionDays}d, e.g. 400d`;
    const given = olderThan === undefined ? '' : ` '${olderThan}'`;
    throw new UsageError(`--older-than${given} must be a number of ${expected}; see --help`);
  }
  return async function* ({ retention, log, now }, by, left) {
    const before = new Date(now().getTime() - olderThanDays * dayMs);
    if (yes) log.emit('operator_acted', { command: 'purge', by, olderThanDays });
    const found = await (yes ? retention.purge(before, left) : retention.count(before));
    const purge = { ...found, deleted: yes ? found.orders : 0 };
    yield values.json ? jsonOf(purge) : purgeText(purge);
  };
}

const dayMs = 86_400_000;

function readBackup(args: string[]): OperatorCommand {
  const [file = ''] = readArguments(args, {}, ['FILE']).given;
  return async function* ({ store, log }, by) {
    log.emit('operator_acted', { command: 'backup', by, file });
    await store.backup(file).catch((error: unknown) => {
      throw error instanceof StoreError
        ? new Refusal('backup_failed', { detail: `The copy could not be made: ${error.message}` })
        : error;
    });
    yield `The copy is ${file}`;
  };
}

export function sentenceOf({ problem: { code, title, detail = title } }: Refusal): string {
  return printable(`${detail} (${code})`);
}

function idOf(text: string): string {
  if (/^[\da-f-]{36}$/i.test(text)) return text.toLowerCase();
  throw new UsageError(`There is no payment '${text}': an id is a UUID, as \`payments\` prints it`);
}

/** Takes statuses as they are stored or as the shop sees them. */
function statusesIn(given: string | undefined): AttemptStatus[] {
  const wanted = given?.split(',');
  const known = new Set<string>(attemptStatuses.flatMap((name) => [name, statuses[name].shownAs]));
  const unknown = wanted?.find((word) => !known.has(word));
  if (unknown !== undefined) {
    throw new UsageError(`--status '${unknown}' is none of ${[...known].join(', ')}`);
  }
  return attemptStatuses.filter((name) =>
    [name, statuses[name].shownAs].some((word) => wanted?.includes(word) ?? true),
  );
}

/** Reads a time before now, like `2h`, or in UTC, as `payments` prints it. */
function timeIn(option: string, given: string, now: Date): string {
  const seconds = secondsIn(given);
  if (seconds !== undefined) return new Date(now.getTime() - seconds * 1000).toISOString();
  const isTime = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?)?$/.test(given);
  const time = isTime ? Date.parse(utc(given)) : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new UsageError(
    `--${option} '${given}' must be a time like "2026-11-22 13:12" (UTC), or 2d, 3h, 10m; see --help`,
  );
}

function utc(time: string): string {
  return time.length === 10 ? time : `${time.replace(' ', 'T').replace('Z', '')}Z`;
}

function orderText({ orderId, status, payments, steps }: OrderTimeline): string {
  const rows = timelineOf(steps, englishTimeline, minuteOf).map((line) => [
    timeOf(line.at),
    line.paymentId?.slice(0, 8) ?? '',
    line.event,
    line.status ?? '',
    line.details,
  ]);
  const blocking = status === 'approved' ? undefined : payments.find((each) => each.blocksOrder);
  const state = `Order ${printable(orderId)} is ${status}.`;
  return [
    blocking ? `${state} It can't be paid again until ${blocking.paymentId} is resolved.` : state,
    columns(heading, payments.map(paymentRow)),
    columns(['TIME (UTC)', 'PAYMENT', 'EVENT', 'STATUS', 'DETAILS'], rows),
  ].join('\n\n');
}

function paymentsText(payments: readonly PaymentView[]): string {
  if (payments.length === 0) return 'No payments.';
  const rows = payments.map((payment) => [...paymentRow(payment), payment.orderId]);
  return columns([...heading, 'ORDER'], rows);
}

const heading = ['PAYMENT', 'STATUS', 'CODE', 'AMOUNT', 'CARD', 'TRANSACTION', 'CHANGED (UTC)'];

function paymentRow({ card, ...payment }: PaymentView): string[] {
  return [
    payment.paymentId,
    payment.status,
    payment.code ?? '',
    money(payment.amount) + (payment.installments > 1 ? ` in ${payment.installments}` : ''),
    card ? [card.brand, card.last4, card.kind].filter(Boolean).join(' ') : '',
    payment.transactionId ?? '',
    minuteOf(payment.changedAt),
  ];
}

function resolvedText({ paymentId, orderId, status }: PaymentView): string {
  return `Payment ${paymentId} of order ${printable(orderId)} is ${status}.`;
}

function alarmsText(alarms: readonly StoredAlarm[]): string {
  if (alarms.length === 0) return 'No alarms.';
  const rows = alarms.map((alarm) => [
    String(alarm.id),
    alarm.code,
    minuteOf(alarm.at),
    alarm.paymentId,
    alarm.orderId,
    acknowledgement(alarm),
    alarm.reason ?? '',
  ]);
  const entries = [...new Set(alarms.map(({ code }) => code))].map((code) => alarmEntryOf(code));
  return [
    columns(['ID', 'ALARM', 'TIME (UTC)', 'PAYMENT', 'ORDER', 'ACKNOWLEDGED', 'REASON'], rows),
    ...entries.map(
      ({ code, title, nextStep, link }) => `${code}: ${title}. ${nextStep} See ${link}`,
    ),
  ].join('\n\n');
}

function purgeText({ orders, payments, deleted }: Deletion & { deleted: number }): string {
  const found = `${counted(orders, 'order')} with ${counted(payments, 'payment')}`;
  if (deleted > 0) return `Deleted ${found}.`;
  return `${found} would be deleted.${orders > 0 ? ' Add --yes to delete.' : ''}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function acknowledgement({ acknowledgedAt: at, acknowledgedBy: by }: StoredAlarm): string {
  return at === undefined ? '' : `${minuteOf(at)} by ${by}`;
}
