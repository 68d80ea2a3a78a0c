import type { Disk } from './disk.ts';
import { fine, percent, whole, withRange } from './figures.ts';
import type { GeneratorCost } from './generator.ts';
import { isValid, type Goal } from './goals.ts';
import { markdownTable } from './markdown-table.ts';
import type { Options, Setting } from './options.ts';
import type { Comparison, Round } from './rounds.ts';
import type { Soak } from './soak.ts';

/** Says how the figures come about. */
export function describeMethod(
  { rounds, seconds, warmupSeconds }: Options,
  { microseconds, bodyBytes }: GeneratorCost,
): string {
  return [
    `Upstream, contestant and load generator (autocannon) are three processes that share the`,
    `cores; HTTP/1.1 without TLS on 127.0.0.1, connections kept alive, 64 of them to the upstream`,
    `at most, no logs. Every payment is a new order with its own token and idempotency key, in a`,
    `body of ${bodyBytes} bytes; making one takes the generator ${microseconds.toFixed(0)} µs.`,
    `Each contestant is one process, warmed up for ${warmupSeconds} s; then ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, in`,
    `each of them everybody in turn for ${seconds} s. Figures are medians with their range; a round`,
    `with a payment that failed does not count. Memory and CPU are those of the contestant alone.`,
  ].join('\n');
}

/** Shows what the disk does alone, to hold the rest against. */
export function reportDisk({ perSecond, p50Ms, p99Ms }: Disk): string {
  return markdownTable(
    ['disk', 'per second', 'p50 ms', 'p99 ms'],
    [['4 KiB append and fdatasync', whole(perSecond), fine(p50Ms), fine(p99Ms)]],
  );
}

/** Names a load. */
export function settingTitle({ connections, delayMs }: Setting): string {
  const crowd = connections === 1 ? '1 connection' : `${connections} connections`;
  return `${crowd}, upstream answers after ${delayMs} ms`;
}

/** Shows all contestants under one load. */
export function reportComparison({ setting, rounds }: Comparison): string {
  const entries = [...rounds];
  const table = markdownTable(
    [
      'contestant',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'RSS MB',
      'peak MB',
      'CPU',
      "generator's CPU",
      'failed',
    ],
    entries.map(([name, each]) => [name, ...figuresOf(each)]),
  );
  const invalid = entries.flatMap(([name, each]) => {
    const count = each.filter((round) => !isValid(round)).length;
    return count > 0 ? [`\n\nINVALID: ${count} of ${each.length} rounds of \`${name}\`.`] : [];
  });
  return `### ${settingTitle(setting)}\n\n${table}${invalid.join('')}`;
}

function figuresOf(rounds: readonly Round[]): string[] {
  const valid = rounds.filter(isValid);
  const spread = (read: (round: Round) => number | undefined, format: (value: number) => string) =>
    withRange(
      valid.flatMap((round) => read(round) ?? []),
      format,
    );
  return [
    spread((round) => round.requestsPerSecond, whole),
    spread((round) => round.p50Ms, fine),
    spread((round) => round.p99Ms, fine),
    spread((round) => round.memory?.rssMb, whole),
    spread((round) => round.memory?.peakRssMb, whole),
    spread((round) => round.proxyCpu, percent),
    spread((round) => round.generatorCpu, percent),
    whole(rounds.reduce((sum, { failures }) => sum + failures, 0)),
  ];
}

/** Shows what the memory did over many payments. */
export function reportSoak(soak: Soak): string {
  const { payments, requestsPerSecond, failures, rssMbAt, peakRssMb, databaseMb } = soak;
  const marks = [0.1, 0.5, 1];
  const table = markdownTable(
    [
      'payments',
      'requests/s',
      ...marks.map((mark) => `RSS MB at ${percent(mark)}`),
      'peak MB',
    ].concat('database MB', 'failed'),
    [
      [
        whole(payments),
        whole(requestsPerSecond),
        ...marks.map((mark) => orAbsent(rssMbAt(mark), whole)),
        orAbsent(peakRssMb, whole),
        whole(databaseMb),
        whole(failures),
      ],
    ],
  );
  return `### Soak: one proxy, 32 connections, upstream answers at once\n\n${table}`;
}

/** Shows which promise is kept. */
export function reportGoals(goals: readonly Goal[]): string {
  const rows = goals.map(({ promise, measured, verdict }) => [promise, measured ?? '', verdict]);
  return `### Goals of the durable proxy\n\n${markdownTable(['promised', 'measured', ''], rows)}`;
}

function orAbsent(value: number | undefined, format: (value: number) => string): string {
  return value === undefined || Number.isNaN(value) ? 'n/a' : format(value);
}
