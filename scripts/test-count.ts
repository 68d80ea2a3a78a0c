import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';

export interface Count {
  passed: number;
  failed: number;
  /** Titles of failed tests, printed last, since people read the end of a log. */
  failures?: string[];
  /** Titles of tests that can't run on this machine, with the reason. */
  notRun: string[];
}

/** Prints what was not run and why, then the summary, and sets the exit code. */
export function printCount(...counts: readonly Count[]): void {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  const notRun = counts.flatMap((count) => count.notRun);
  if (notRun.length > 0) process.stdout.write(`\nNot run here:\n  ${notRun.join('\n  ')}\n`);
  const failures = counts.flatMap((count) => count.failures ?? []);
  if (failures.length > 0) process.stdout.write(`\nFailed:\n  ${failures.join('\n  ')}\n`);
  const skipped = notRun.length > 0 ? `, ${notRun.length} skipped` : '';
  process.stdout.write(`\n${passed} passed, ${failed} failed${skipped}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Reads vitest's JSON report. A file that failed to load only shows in the exit status. */
export function countVitest(report: string): Count {
  const { numPassedTests, numFailedTests, testResults }: JsonTestResults = JSON.parse(report);
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    failures: tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages?.[0])}`),
    notRun: tests
      .filter(({ status }) => /^(skipped|pending|todo)$/.test(status))
      .map(({ fullName }) => fullName),
  };
}

/** Reads Playwright's JSON report. A flaky test counts as failed. */
export function countPlaywright(report: string): Count {
  const { stats, suites }: JSONReport = JSON.parse(report);
  const { expected: passed, unexpected, flaky } = stats;
  return {
    passed,
    failed: unexpected + flaky,
    failures: suites.flatMap(failedIn),
    notRun: suites.flatMap(skippedIn),
  };
}

export function browsersIn(report: string): ReadonlySet<string> {
  return new Set(
    [...report.matchAll(/"type": "browser",\s+"description": "([^"]+)"/g)].map(
      ([, name = '']) => name,
    ),
  );
}

/** Lists failed tests of a suite and its nested suites, with their first error. */
function failedIn({ specs, suites = [] }: JSONReportSuite): string[] {
  const failed = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => {
        const message = results.find(({ error }) => error)?.error?.message;
        return `[${projectName}] ${file}:${line} ${title}: ${firstLine(message)}`;
      }),
  );
  return [...failed, ...suites.flatMap(failedIn)];
}

function firstLine(message = 'no message'): string {
  return message.split('\n', 1)[0] ?? '';
}

function skippedIn({ specs, suites = [] }: JSONReportSuite): string[] {
  const skipped = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'));
  return [...skipped.map(({ title }) => title), ...suites.flatMap(skippedIn)];
}
