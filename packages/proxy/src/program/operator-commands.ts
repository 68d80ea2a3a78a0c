import { resolve as absolutePath } from 'node:path';
import { printable } from '@card-checkout/contract/printable';
import { z } from 'zod';
import { minRetentionDays } from '../attempt/attempt.ts';
import { statuses } from '../attempt/statuses.ts';
import {
  AlarmList,
  OrderTimeline,
  PaymentList,
  Purge,
  Resolved,
  type PaymentView,
  type TimelineStep,
} from '../operator/views.ts';
import {
  flag,
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
  const options = { status: value, since: value, limit: value, json: flag };
  const { values } = readArguments(args, options);
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
  return asking(PaymentList, values.json ? jsonOf : paymentsText, path);
}

function readResolve(args: string[], { by }: Operation): Command {
  const names = ['PAYMENT_ID', 'approved or declined'];
  const { values, given } = readArguments(args, { note: value, json: flag }, names);
  const [paymentId = '', status = ''] = given;
  const { note } = values;
  if (status !== 'approved' && status !== 'declined') {
    throw new UsageError(`'${status}' must be approved or declined; see --help`);
  }
  if (!note?.trim()) throw new UsageError('--note is required: how you know; see --help');
  const path = `/payments/${idOf(paymentId)}/resolve`;
  return asking(Resolved, values.json ? jsonOf : resolvedText, path, { status, note, by });
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
  return operate(async (ask) => {
    const { data, error } = view.safeParse(await ask(...request));
    if (!error) return print(data);
    throw new OperatorError('The proxy runs another version than this program: restart it');
  });
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

function orderText({ orderId, status, payments, steps }: OrderTimeline): string {
  const rows = steps.map((step) => [
    timeOf(step.at),
    step.paymentId.slice(0, 8),
    eventTexts[step.kind](step),
    step.status ?? '',
    detailsOf(step),
  ]);
  const blocking = status === 'approved' ? undefined : payments.find((each) => each.blocksOrder);
  const state = `Order ${printable(orderId)} is ${painted(status)}.`;
  return [
    blocking ? `${state} It can't be paid again until ${blocking.paymentId} is resolved.` : state,
    columns(heading, payments.map(paymentRow)),
    columns(['TIME (UTC)', 'PAYMENT', 'EVENT', 'STATUS', 'DETAILS'], rows),
  ].join('\n\n');
}

function paymentsText({ payments }: PaymentList): string {
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

function resolvedText({ payment }: Resolved): string {
  const { paymentId, orderId, status } = payment;
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
  ]);
  return columns(['ID', 'ALARM', 'TIME (UTC)', 'PAYMENT', 'ORDER', 'ACKNOWLEDGED'], rows);
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

const eventTexts: Readonly<Record<TimelineStep['kind'], (step: TimelineStep) => string>> = {
  begun: () => 'begins: try 1 is sent',
  try_started: (step) => `try ${step.try} is sent`,
  try_ended: (step) => `try ${step.try} has ended`,
  postback: (step) => `postback of try ${step.try}`,
  given_up: () => 'no proof has come',
  interrupted: () => 'the proxy has stopped',
  overdue: () => 'unresolved for too long',
  operator: ({ details }) => `${String(details['by'])} resolves`,
  alarm: ({ details }) => `alarm ${String(details['code'])}`,
};

function detailsOf({ kind, status, details }: TimelineStep): string {
  if (kind === 'alarm') return acknowledgement(details) || 'open';
  if (kind === 'operator') return String(details['note']);
  const { status: outcome, ...others } = details;
  const shown = outcome === status ? others : details;
  return Object.values(shown).map(String).join(' ');
}
