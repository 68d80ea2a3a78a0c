import { memberOf } from '@card-checkout/contract/json';

/** The results of some tests. */
export interface Count {
  passed: number;
  failed: number;
  /** The titles of tests that this machine can't run; each says why. */
  notRun: string[];
}

/** Adds results up. */
export function sumOf(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    notRun: counts.flatMap(({ notRun }) => notRun),
  };
}

/** Prints what was not run and why, then the closing line, and sets the exit code. */
export function printCount({ passed, failed, notRun }: Count): void {
  if (notRun.length > 0) process.stdout.write(`\nNot run here:\n  ${notRun.join('\n  ')}\n`);
  const skipped = notRun.length > 0 ? `, ${notRun.length} skipped` : '';
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Reads the JSON report of vitest; a file that could not be run shows in the exit status alone. */
export function countVitest(report: string): Count {
  const summary: unknown = JSON.parse(report);
  const tests = listIn(summary, 'testResults').flatMap((file) => listIn(file, 'assertionResults'));
  return {
    passed: numberIn(summary, 'numPassedTests'),
    failed: numberIn(summary, 'numFailedTests'),
    notRun: tests
      .filter((test) => /^(skipped|pending|todo)$/.test(String(memberOf(test, 'status'))))
      .map((test) => String(memberOf(test, 'fullName'))),
  };
}

/** Reads the JSON report of Playwright; a flaky test has failed. */
export function countPlaywright(report: string): Count {
  const summary: unknown = JSON.parse(report);
  const stats = memberOf(summary, 'stats');
  return {
    passed: numberIn(stats, 'expected'),
    failed: numberIn(stats, 'unexpected') + numberIn(stats, 'flaky'),
    notRun: listIn(summary, 'suites').flatMap(skippedIn),
  };
}

/** Lists the browsers that the tests name in their annotations of the type `browser`. */
export function browsersIn(report: string): ReadonlySet<string> {
  return new Set(
    [...report.matchAll(/"type": "browser",\s+"description": "([^"]+)"/g)].map(
      ([, name = '']) => name,
    ),
  );
}

/** Lists the skipped tests of a suite and of those inside it. */
function skippedIn(suite: unknown): string[] {
  const skipped = listIn(suite, 'specs').filter((spec) =>
    listIn(spec, 'tests').some((test) => memberOf(test, 'status') === 'skipped'),
  );
  return [
    ...skipped.map((spec) => String(memberOf(spec, 'title'))),
    ...listIn(suite, 'suites').flatMap(skippedIn),
  ];
}

function numberIn(value: unknown, name: string): number {
  return Number(memberOf(value, name));
}

function listIn(value: unknown, name: string): unknown[] {
  const member = memberOf(value, name);
  return Array.isArray(member) ? member : [];
}
