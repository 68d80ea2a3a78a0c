/** Node flags that expose its memory, which contains card numbers during a payment. */
const exposingFlags = /^--(inspect|heapsnapshot-|heap-prof|abort-on-uncaught-exception)/;

/**
 * Turns off Node's diagnostic reports, which contain the environment and error messages. Returns the
 * flags in use that expose the memory: inspector, heap snapshots, core dumps.
 */
export function preventReports({ report, execArgv, env }: NodeJS.Process): string[] {
  report.excludeEnv = true;
  report.reportOnFatalError = false;
  report.reportOnSignal = false;
  report.reportOnUncaughtException = false;
  const flags = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  return flags.filter((flag) => exposingFlags.test(flag));
}
