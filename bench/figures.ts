/** The middle value, or the mean of both; `NaN` for none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** The smallest value that `share` of the values (0 to 1) do not exceed; `NaN` for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Writes the median of values with their range. */
export function withRange(values: readonly number[], decimals = 0): string {
  const numbers = values.filter((value) => !Number.isNaN(value));
  if (numbers.length === 0) return '–';
  const write = (value: number) =>
    value.toLocaleString('en', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  const [middle, least, most] = [median(numbers), Math.min(...numbers), Math.max(...numbers)].map(
    write,
  );
  return least === most ? `${middle}` : `${middle} (${least} to ${most})`;
}

/** Makes a Markdown table with its columns aligned, as prettier would leave it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]) {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows].map(line).join('\n');
}

/** One promise, and what became of it; `measured` is `NaN` where nothing was. */
export function goal(promise: string, measured: number, isMet: boolean): string[] {
  if (Number.isNaN(measured)) return [promise, '', 'not measured'];
  return [promise, measured.toFixed(2), isMet ? 'met' : 'MISSED'];
}
