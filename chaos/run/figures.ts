import type { Evidence, Violation } from '../check/evidence.ts';

/** What a run comes to. */
export interface Figures {
  killsByStep: Map<string, number>;
  stops: number;
  orders: number;
  payments: number;
  requests: number;
  charges: number;
  approved: number;
  declined: number;
  /** Attempts that some browser was told are unknown, and that were settled later. */
  unknownSettled: number;
  unknownLeft: number;
  alarms: Map<string, number>;
  lost: number;
  doubled: number;
  doubledUnseen: number;
  durationMs: number;
}

/** Adds up what the lanes of a run have shown. */
export function figuresOf(
  lanes: readonly Evidence[],
  violations: readonly Violation[],
): Omit<Figures, 'killsByStep' | 'stops' | 'durationMs'> {
  const attempts = lanes.flatMap((lane) => lane.attempts);
  const heardUnknown = new Set(
    lanes
      .flatMap(({ answers }) => answers)
      .filter(({ text }) => text.includes('"status":"unknown"'))
      .map(({ key }) => key),
  );
  const doubled = violations.filter(({ invariant }) => invariant === 'I2').length;
  return {
    orders: new Set(attempts.map(({ orderId }) => orderId)).size,
    payments: attempts.length,
    requests: sum(lanes, ({ requests }) => requests.length),
    charges: sum(lanes, ({ charges }) => charges.length),
    approved: attempts.filter(({ status }) => status === 'approved').length,
    declined: attempts.filter(({ status }) => status === 'declined').length,
    unknownSettled: attempts.filter(
      ({ id, status }) => heardUnknown.has(id) && status !== 'unknown',
    ).length,
    unknownLeft: attempts.filter(({ status }) => status === 'unknown').length,
    alarms: countBy(lanes.flatMap(({ alarms }) => alarms.map(({ code }) => code))),
    lost: violations.filter(({ invariant }) => invariant === 'I1' || invariant === 'I3').length,
    doubled,
    doubledUnseen: sum(lanes, doubledIn) - doubled,
  };
}

/** Counts the orders that were charged twice, which the payments API alone could have prevented. */
function doubledIn({ charges }: Evidence): number {
  const orders = Map.groupBy(charges, ({ orderId }) => orderId);
  return [...orders.values()].filter((made) => made.length > 1).length;
}

/** Counts each name. */
function countBy(names: readonly string[]): Map<string, number> {
  const groups = Map.groupBy(names, (name) => name);
  return new Map([...groups].map(([name, all]) => [name, all.length]));
}

function sum(lanes: readonly Evidence[], count: (lane: Evidence) => number): number {
  return lanes.reduce((total, lane) => total + count(lane), 0);
}

/** Prints figures, one a line. */
export function printed(figures: Figures): string {
  const { killsByStep, alarms, durationMs, ...numbers } = figures;
  const kills = [...killsByStep.values()].reduce((total, count) => total + count, 0);
  return [
    `kills                ${kills}`,
    ...listed(killsByStep),
    ...Object.entries(numbers).map(([name, count]) => `${name.padEnd(20)} ${count}`),
    'alarms',
    ...listed(alarms),
    `duration             ${Math.round(durationMs / 1000)} s`,
  ].join('\n');
}

function listed(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `  ${name.padEnd(32)} ${count}`);
}
