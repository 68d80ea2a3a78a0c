import type { Violation } from '../check/check.ts';
import type { Evidence } from '../check/evidence.ts';

/** Sums up the lanes of a campaign. `ends` are steps, `at_random` or `stopped`. */
export function figuresOf(
  lanes: readonly Evidence[],
  violations: readonly Violation[],
  ends: readonly string[],
  seconds: number,
) {
  const payments = lanes.flatMap((lane) => lane.payments);
  const charges = lanes.flatMap((lane) => lane.charges);
  const shownUnknown = new Set(
    lanes
      .flatMap(({ answers }) => answers)
      .filter(({ text }) => text.includes('"status":"unknown"'))
      .map(({ key }) => key),
  );
  const statuses = countOf(payments.map(({ status }) => status));
  const broken = countOf(violations.map(({ invariant }) => invariant));
  const charged = Object.values(countOf(charges.map(({ orderId }) => orderId)));
  const resolved = payments.filter(
    ({ id, status }) => shownUnknown.has(id) && status !== 'unknown',
  );
  const { I1 = 0, I2 = 0, I3 = 0 } = broken;
  const counts = {
    orders: new Set(payments.map(({ orderId }) => orderId)).size,
    payments: payments.length,
    requests: lanes.reduce((sum, { requests }) => sum + requests.length, 0),
    charges: charges.length,
    'held back': lanes.reduce((sum, { held }) => sum + held.length, 0),
    approved: statuses['approved'] ?? 0,
    declined: statuses['declined'] ?? 0,
    'unknown, resolved later': resolved.length,
    'unknown, left': statuses['unknown'] ?? 0,
    lost: I1 + I3,
    doubled: I2,
    // Only the payments API could have prevented these.
    'doubled without visible proof': charged.filter((times) => times > 1).length - I2,
    seconds,
  };
  const alarms = countOf(lanes.flatMap((lane) => lane.alarms).map(({ code }) => code));
  return { ends: countOf(ends), counts, alarms };
}

function countOf(names: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(names.toSorted(), (name) => name);
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length]));
}
