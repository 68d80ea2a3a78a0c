import { styleText } from 'node:util';
import { printable } from '@card-checkout/contract/printable';

const colors = new Map<string, 'green' | 'red' | 'yellow'>([
  ['approved', 'green'],
  ['declined', 'red'],
  ['invalid', 'red'],
  ['failed', 'red'],
  ['unknown', 'yellow'],
  ['pending', 'yellow'],
  ['processing', 'yellow'],
]);

/** Prints a table, in colors on a terminal. Leaves out empty columns. */
export function columns(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = heading.map((title, column) => {
    const width = Math.max(0, ...cells.map((row) => row[column]?.length ?? 0));
    return width === 0 ? 0 : Math.max(width, title.length);
  });
  const line = (row: readonly string[], paint: (cell: string, padded: string) => string) =>
    row
      .flatMap((cell, column) => {
        const width = widths[column] ?? 0;
        return width === 0 ? [] : [paint(cell, cell.padEnd(width))];
      })
      .join('  ')
      .trimEnd();
  const body = cells.map((row) => line(row, painted));
  return [line(heading, (_, padded) => styleText('bold', padded)), ...body].join('\n');
}

export function painted(status: string, text = status): string {
  const color = colors.get(status);
  return color ? styleText(color, text) : text;
}

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Returns e.g. `R$ 129,90`. */
export function money(centavos: number): string {
  return reais.format(centavos / 100).replaceAll('\u00A0', ' ');
}

/** Returns e.g. `2026-11-22 12:00:00.000`. */
export function timeOf(iso: string): string {
  return iso.replace('T', ' ').replace('Z', '');
}

/** Returns e.g. `2026-11-22 12:00`. */
export function minuteOf(iso: string): string {
  return timeOf(iso).slice(0, 16);
}

export function warn(text: string): void {
  process.stderr.write(`warning: ${text}\n`);
}

export function jsonOf(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
