import type { Evidence, Violation } from '../check/evidence.ts';

/** What a run comes to. */
export interface Figures {
  killsByStep: Map<string, number>;
  counts: Record<string, number>;
  alarms: Map<string, number>;
}

/** Adds up what the lanes of a run have shown. */
export function figuresOf(
  lanes: readonly Evidence[],
  violations: readonly Violation[],
): Omit<Figures, 'killsByStep'> {
  const attempts = lanes.flatMap((lane) => lane.attempts);
  const charges = lanes.flatMap((lane) => lane.charges);
  const answers = lanes.flatMap((lane) => lane.answers);
  const heardUnknown = new Set(
    answers.filter(({ text }) => text.includes('"status":"unknown"')).map(({ key }) => key),
  );
  const broken = (...names: string[]) =>
    violations.filter(({ invariant }) => names.includes(invariant)).length;
  const standing = (status: string) => attempts.filter((each) => each.status === status).length;
  const chargedTwice = Map.groupBy(charges, ({ orderId }) => orderId);
  const counts = {
    orders: new Set(attempts.map(({ orderId }) => orderId)).size,
    payments: attempts.length,
    requests: lanes.reduce((sum, { requests }) => sum + requests.length, 0),
    charges: charges.length,
    approved: standing('approved'),
    declined: standing('declined'),
    'unknown, resolved later': attempts.filter(
      ({ id, status }) => heardUnknown.has(id) && status !== 'unknown',
    ).length,
    'unknown, left': standing('unknown'),
    lost: broken('I1', 'I3'),
    doubled: broken('I2'),
    // These only the payments API could have prevented.
    'doubled without proof in sight':
      [...chargedTwice.values()].filter((made) => made.length > 1).length - broken('I2'),
  };
  const codes = Map.groupBy(
    lanes.flatMap(({ alarms }) => alarms),
    ({ code }) => code,
  );
  return { counts, alarms: new Map([...codes].map(([code, all]) => [code, all.length])) };
}

/** Prints figures, one a line. */
export function printed({ killsByStep, counts, alarms }: Figures): string {
  const kills = [...killsByStep.values()].reduce((total, count) => total + count, 0);
  return [`kills ${kills}`, ...listed(killsByStep)]
    .concat(
      Object.entries(counts).map(([name, count]) => `${name.padEnd(34)} ${count}`),
      'alarms',
      listed(alarms),
    )
    .join('\n');
}

function listed(counts: ReadonlyMap<string, number>): string[] {
  return [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, count]) => `  ${name.padEnd(32)} ${count}`);
}
