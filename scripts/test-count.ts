/** Is how many tests there were. */
export interface Count {
  passed: number;
  failed: number;
}

/** Reads the JSON report of vitest; a file that could not be run counts as a failed test. */
export function countVitest(report: string): Count {
  const read = reader(report);
  return {
    passed: read('numPassedTests'),
    failed: Math.max(read('numFailedTests'), read('numFailedTestSuites')),
  };
}

/** Reads the JSON report of Playwright; a flaky test has failed. */
export function countPlaywright(report: string): Count {
  const stats: unknown = Reflect.get(Object(JSON.parse(report)), 'stats');
  const read = reader(JSON.stringify(stats));
  return { passed: read('expected'), failed: read('unexpected') + read('flaky') };
}

function reader(json: string): (name: string) => number {
  const members = new Map<string, unknown>(Object.entries(Object(JSON.parse(json))));
  return (name) => Number(members.get(name));
}
