import { resolve as absolutePath } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { printable } from '@card-checkout/contract/printable';
import { z } from 'zod';
import { alarmEntryOf } from '../attempt/alarm-guide.ts';
import { statuses } from '../attempt/statuses.ts';
import { minRetentionDays } from '../checkout/retention.ts';
import { englishTimeline } from '../operator/texts.ts';
import { timelineOf } from '../operator/timeline.ts';
import {
  AlarmList,
  OrderTimeline,
  PaymentList,
  Purge,
  Resolved,
  type PaymentView,
} from '../operator/views.ts';
import {
  flag,
  readAnyArguments,
  readArguments,
  secondsIn,
  UsageError,
  value,
  type Command,
  type Operation,
  type ReadCommand,
} from './arguments.ts';
import { operate, OperatorError, type Ask } from './operate.ts';
import { columns, jsonOf, minuteOf, money, painted, timeOf } from './terminal.ts';

export const operatorCommands = new Map<string, ReadCommand>([
  ['order', readOrder],
  ['payments', readPayments],
  ['resolve', readResolve],
  ['alarms', readAlarms],
  ['resend', readResend],
  ['purge', readPurge],
  ['backup', readBackup],
]);

function readOrder(args: string[]): Command {
  const { values, given } = readArguments(args, { json: flag }, ['ORDER_ID']);
  const path = `/orders/${encodeURIComponent(given[0] ?? '')}`;
  return asking(OrderTimeline, values.json ? jsonOf : orderText, path);
}

function readPayments(args: string[], { now }: Operation): Command {
  const values = { status: value, since: value, until: value, limit: value };
  const given = readArguments(args, { ...values, locking: flag, json: flag }).values;
  const { since, until, limit = '999999999' } = given;
  if (given.locking && given.status)
    throw new UsageError('--locking needs no --status; see --help');
  const status = given.locking ? 'processing,unknown' : given.status;
  checkStatuses(status);
  if (!/^[1-9]\d{0,8}$/.test(limit)) {
    throw new UsageError(`--limit '${limit}' must be a whole number from 1; see --help`);
  }
  const query = new URLSearchParams({
    ...(status !== undefined && { status }),
    ...(since !== undefined && { since: timeIn('since', since, now) }),
    ...(until !== undefined && { until: timeIn('until', until, now) }),
  });
  return operate(async (ask, print) => {
    const listed: PaymentView[] = [];
    let left = Number(limit);
    for (let next: string | undefined = ''; next !== undefined && left > 0;) {
      if (next) query.set('cursor', next);
      const page: PaymentList = viewIn(PaymentList, await ask(`/payments?${query.toString()}`));
      listed.push(...page.payments.slice(0, left));
      left -= page.payments.length;
      next = page.next;
      // A table for each thousand, so that a long list needs no memory.
      while (!given.json && listed.length > tableRows)
        print(paymentsText(listed.splice(0, tableRows)));
    }
    return given.json ? jsonOf({ payments: listed }) : paymentsText(listed);
  });
}

const tableRows = 1000;

function readResolve(args: string[], { by }: Operation): Command {
  const { values, positionals } = readAnyArguments(args, { note: value, json: flag });
  const [status = '', ...reversed] = positionals.toReversed();
  const { note } = values;
  if (positionals.length === 0) throw new UsageError('PAYMENT_ID is missing; see --help');
  if (status !== 'approved' && status !== 'declined') {
    throw new UsageError(`'${status}' must be approved or declined; see --help`);
  }
  if (reversed.length === 0) throw new UsageError('PAYMENT_ID is missing; see --help');
  if (!note?.trim()) throw new UsageError('--note is required: how you know; see --help');
  const given = reversed.toReversed().map((text) => (text === '-' ? text : idOf(text)));
  return operate(async (ask, print) => {
    const fromInput = given.includes('-') ? idsIn(await textOf(process.stdin)) : [];
    const ids = new Set(given.flatMap((id) => (id === '-' ? fromInput : id)));
    const payments: PaymentView[] = [];
    const refused: { paymentId: string; reason: string }[] = [];
    for (const paymentId of ids) {
      const path = `/payments/${paymentId}/resolve`;
      const answer = await ask(path, { status, note, by }).catch((error: unknown) => {
        if (!(error instanceof OperatorError)) throw error;
        refused.push({ paymentId, reason: error.message });
      });
      if (answer !== undefined) payments.push(viewIn(Resolved, answer).payment);
    }
    const text = values.json
      ? jsonOf({ payments, refused })
      : payments.map(resolvedText).join('\n');
    if (refused.length === 0) return text;
    if (text) print(text);
    throw new OperatorError(refused.map((each) => `${each.paymentId}: ${each.reason}`).join('\n'));
  });
}

/** Reads the id at the start of each line, as `payments` prints it. */
function idsIn(text: string): string[] {
  const words = text.split('\n').map((line) => line.trim().split(/\s/)[0] ?? '');
  return words.filter((word) => word !== '' && word !== heading[0]).map(idOf);
}

function readAlarms(args: string[], { by }: Operation): Command {
  const { values } = readArguments(args, { all: flag, acknowledge: value, json: flag });
  const { acknowledge } = values;
  if (acknowledge === undefined) {
    const path = values.all ? '/alarms?all=true' : '/alarms';
    return asking(AlarmList, values.json ? jsonOf : alarmsText, path);
  }
  if (acknowledge !== 'all' && !/^\d{1,15}$/.test(acknowledge)) {
    throw new UsageError(
      `--acknowledge '${acknowledge}' must be the id of an alarm, or all; see --help`,
    );
  }
  return operate(async (ask) => {
    const ids = acknowledge === 'all' ? await openAlarms(ask) : [Number(acknowledge)];
    for (const id of ids) await ask(`/alarms/${id}/acknowledge`, { by });
    return values.json ? jsonOf({ acknowledged: ids }) : `Acknowledged: ${ids.length}`;
  });
}

async function openAlarms(ask: Ask): Promise<number[]> {
  const { alarms } = AlarmList.parse(await ask('/alarms'));
  return alarms.map(({ id }) => id);
}

function readResend(args: string[], { by }: Operation): Command {
  const [paymentId = ''] = readArguments(args, {}, ['PAYMENT_ID']).given;
  const path = `/payments/${idOf(paymentId)}/resend`;
  return asking(z.unknown(), () => 'The outcome is sent again.', path, { by });
}

function readPurge(args: string[], { by }: Operation): Command {
  const { values } = readArguments(args, { 'older-than': value, yes: flag, json: flag });
  const { 'older-than': olderThan, yes = false } = values;
  const [, days = '0'] = /^(\d{1,5})d$/.exec(olderThan ?? '') ?? [];
  if (Number(days) < minRetentionDays) {
    const expected = `days, at least ${minRetentionDays}d, e.g. 400d`;
    const given = olderThan === undefined ? '' : ` '${olderThan}'`;
    throw new UsageError(`--older-than${given} must be a number of ${expected}; see --help`);
  }
  const order = { olderThanDays: Number(days), yes, by };
  return asking(Purge, values.json ? jsonOf : purgeText, '/purge', order);
}

function readBackup(args: string[], { by }: Operation): Command {
  const [name = ''] = readArguments(args, {}, ['FILE']).given;
  // The proxy has another working directory.
  const file = absolutePath(name);
  return asking(z.unknown(), () => `The copy is ${file}`, '/backup', { file, by });
}

function asking<View>(
  view: z.ZodType<View>,
  print: (answer: View) => string,
  ...request: Parameters<Ask>
): Command {
  return operate(async (ask) => print(viewIn(view, await ask(...request))));
}

function viewIn<View>(view: z.ZodType<View>, answer: unknown): View {
  const { data, error } = view.safeParse(answer);
  if (!error) return data;
  throw new OperatorError('The proxy runs another version than this program: restart it');
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
    line.paymentId.slice(0, 8),
    line.event,
    line.status ?? '',
    line.details,
  ]);
  const blocking = status === 'approved' ? undefined : payments.find((each) => each.blocksOrder);
  const state = `Order ${printable(orderId)} is ${painted(status)}.`;
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
  return `Payment ${paymentId} of order ${printable(orderId)} is ${painted(status)}.`;
}

function alarmsText({ alarms }: AlarmList): string {
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

function purgeText({ orders, payments, deleted }: Purge): string {
  const found = `${counted(orders, 'order')} with ${counted(payments, 'payment')}`;
  if (deleted > 0) return `Deleted ${found}.`;
  return `${found} would be deleted.${orders > 0 ? ' Add --yes to delete.' : ''}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function acknowledgement({ acknowledgedAt: at, acknowledgedBy: by }: Record<string, unknown>) {
  return typeof at === 'string' ? `${minuteOf(at)} by ${String(by)}` : '';
}
