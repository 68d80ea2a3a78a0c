import type {
  AlarmList,
  OrderTimeline,
  PaymentList,
  PaymentView,
  Purge,
  Resolved,
  TimelineStep,
} from '../operator/views.ts';
import { printable } from '@card-checkout/contract/printable';
import { columns, minuteOf, money, painted, timeOf } from './terminal.ts';

export function orderText({ orderId, status, payments, steps }: OrderTimeline): string {
  const rows = steps.map((step) => [
    timeOf(step.at),
    step.paymentId.slice(0, 8),
    eventOf(step),
    step.status ?? '',
    detailsOf(step),
  ]);
  const blocking = status === 'approved' ? undefined : payments.find((each) => each.blocksOrder);
  const state = `Order ${printable(orderId)} is ${painted(status)}.`;
  return [
    blocking ? `${state} It can't be paid again until ${blocking.paymentId} is resolved.` : state,
    columns(paymentHeading, payments.map(paymentRow)),
    columns(['TIME (UTC)', 'PAYMENT', 'EVENT', 'STATUS', 'DETAILS'], rows),
  ].join('\n\n');
}

export function paymentsText({ payments }: PaymentList): string {
  if (payments.length === 0) return 'No payments.';
  const rows = payments.map((payment) => [...paymentRow(payment), payment.orderId]);
  return columns([...paymentHeading, 'ORDER'], rows);
}

const paymentHeading = [
  'PAYMENT',
  'STATUS',
  'CODE',
  'AMOUNT',
  'CARD',
  'TRANSACTION',
  'CHANGED (UTC)',
] as const;

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

export function resolvedText({ payment }: Resolved): string {
  const { paymentId, orderId, status } = payment;
  return `Payment ${paymentId} of order ${printable(orderId)} is ${painted(status)}.`;
}

export function alarmsText({ alarms }: AlarmList): string {
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

export function purgeText({ orders, payments, deleted }: Purge): string {
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

function eventOf({ kind, try: number = 1, details }: TimelineStep): string {
  switch (kind) {
    case 'begun':
      return 'begins: try 1 is sent';
    case 'try_started':
      return `try ${number} is sent`;
    case 'try_ended':
      return `try ${number} has ended`;
    case 'postback':
      return `postback of try ${number}`;
    case 'given_up':
      return 'no proof has come';
    case 'interrupted':
      return 'the proxy has stopped';
    case 'overdue':
      return 'unresolved for too long';
    case 'operator':
      return `${String(details['by'])} resolves`;
    case 'alarm':
      return `alarm ${String(details['code'])}`;
    default:
      return kind satisfies never;
  }
}

function detailsOf({ kind, status, details }: TimelineStep): string {
  if (kind === 'alarm') return acknowledgement(details) || 'open';
  if (kind === 'operator') return String(details['note']);
  const { status: outcome, ...others } = details;
  const shown = outcome === status ? others : details;
  return Object.values(shown).map(String).join(' ');
}
