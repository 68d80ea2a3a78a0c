/** Flags of Node that open its memory, where card numbers are for as long as a payment takes. */
const openingFlags = /^--(inspect|heapsnapshot-|heap-prof|abort-on-uncaught-exception)/;

/**
 * Keeps Node's diagnostic reports from being written, since they hold the environment and the
 * messages of errors. Returns the flags that still let somebody read the memory: those that open
 * the inspector, take snapshots of the heap, or ask for a core dump.
 */
export function preventReports({ report, execArgv, env }: NodeJS.Process): string[] {
  report.excludeEnv = true;
  report.reportOnFatalError = false;
  report.reportOnSignal = false;
  report.reportOnUncaughtException = false;
  const flags = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(/\s+/)];
  return flags.filter((flag) => openingFlags.test(flag));
}
