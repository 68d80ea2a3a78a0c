import { printable } from '@card-checkout/contract/printable';

/** Prints a table. Leaves out empty columns. */
export function columns(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = heading.map((title, column) => {
    const width = Math.max(0, ...cells.map((row) => row[column]?.length ?? 0));
    return width === 0 ? 0 : Math.max(width, title.length);
  });
  const shown = [...widths.keys()].filter((column) => widths[column] !== 0);
  return [heading, ...cells]
    .map((row) => {
      const padded = shown.map((column) => (row[column] ?? '').padEnd(widths[column] ?? 0));
      return padded.join('  ').trimEnd();
    })
    .join('\n');
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
