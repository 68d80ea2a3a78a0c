export type Column<Round> = readonly [
  title: string,
  read: (round: Round) => number,
  decimals?: number,
];

export function figureTable<Round>(
  corner: string,
  rows: Iterable<readonly [name: string, rounds: readonly Round[]]>,
  columns: readonly Column<Round>[],
): string {
  const cells = ([name, rounds]: readonly [string, readonly Round[]]) =>
    [name].concat(columns.map(([, read, decimals]) => withRange(rounds.map(read), decimals)));
  return markdownTable([corner, ...columns.map(([title]) => title)], [...rows].map(cells));
}

const goalHead = ['', 'measured', 'goal'];

export function joinedGoals(reports: readonly string[]) {
  const rows = reports.flatMap((report) => {
    const [, table = ''] = /^\| +\| measured.*\n\|.*\n([^]*)/m.exec(report) ?? [];
    const lines = table.split('\n').filter((line) => line.startsWith('|'));
    return lines.map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  });
  return markdownTable(goalHead, rows);
}

export function goalTable(
  goals: readonly (readonly [
    what: string,
    rounds: readonly number[],
    goal: string,
    decimals?: number,
  ])[],
): string {
  const rows = goals.map(([what, rounds, goal, decimals]) => [
    what,
    withRange(rounds, decimals),
    goal,
  ]);
  return markdownTable(goalHead, rows);
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]) {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

export function print(markdown: string): void {
  process.stdout.write(`${markdown}\n\n`);
}

/**
 * Returns the smallest value that is at least as large as a `share` (0 to 1) of the values; ignores
 * `NaN`.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function withRange(values: readonly number[], decimals = 0): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const [middle, least, most] = [0.5, 0, 1].map((share) => {
    const value = quantile(values, share);
    return Number.isNaN(value) ? '–' : value.toLocaleString('en', digits);
  });
  return least === most ? `${middle}` : `${middle} (${least} to ${most})`;
}
