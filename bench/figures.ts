import { spreadOf } from './statistics.ts';

/** Writes the median of values with their range, as `format` writes each of them. */
export function withRange(values: readonly number[], format: (value: number) => string): string {
  const spread = spreadOf(values);
  if (!spread) return 'n/a';
  const { median, min, max } = spread;
  if (format(min) === format(max)) return format(median);
  return `${format(median)} (${format(min)} to ${format(max)})`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Writes one decimal. */
export function tenths(value: number): string {
  return value.toFixed(1);
}

/** Writes two decimals. */
export function fine(value: number): string {
  return value.toFixed(2);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
