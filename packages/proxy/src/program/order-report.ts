import type { OrderReport } from '../order/verify-order.ts';
import { printable } from '@card-checkout/contract/printable';
import { columns, money, timeOf } from './terminal.ts';

/** Writes what an order says, each of its faults or `ok`, and its warnings. */
export function orderReportText({ claims, faults, warnings }: OrderReport): string {
  const rows = Object.entries(claims ?? {}).map(([name, value]) => [
    name,
    JSON.stringify(value),
    meaningOf(name, value),
  ]);
  const found = [
    ...(faults.length === 0 ? ['ok'] : faults),
    ...warnings.map((text) => `warning: ${text}`),
  ];
  const verdict = found.map(printable).join('\n');
  return claims === undefined
    ? verdict
    : `${columns(['CLAIM', 'VALUE', 'MEANING'], rows)}\n\n${verdict}`;
}

function meaningOf(name: string, value: unknown): string {
  if (typeof value !== 'number') return '';
  if (name === 'amount') return money(value);
  const isTime = (name === 'iat' || name === 'exp') && Math.abs(value) < 8e12;
  return isTime ? `${timeOf(new Date(value * 1000).toISOString())} UTC` : '';
}
