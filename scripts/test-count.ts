import { memberOf } from '@card-checkout/contract/json';

/** How many tests there were. */
export interface Count {
  passed: number;
  failed: number;
}

/** Reads the JSON report of vitest; a file that could not be run shows in the exit status alone. */
export function countVitest(report: string): Count {
  const summary: unknown = JSON.parse(report);
  return {
    passed: numberIn(summary, 'numPassedTests'),
    failed: numberIn(summary, 'numFailedTests'),
  };
}

/** Reads the JSON report of Playwright; a flaky test has failed. */
export function countPlaywright(report: string): Count {
  const stats = memberOf(JSON.parse(report), 'stats');
  const failed = numberIn(stats, 'unexpected') + numberIn(stats, 'flaky');
  return { passed: numberIn(stats, 'expected'), failed };
}

function numberIn(value: unknown, name: string): number {
  return Number(memberOf(value, name));
}
