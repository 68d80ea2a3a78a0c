/**
 * Runs before the proxy's program (`node --import`): loads everything, then waits for the runner's
 * `go`, so that a restart takes no time.
 */
import { subscribe } from 'node:diagnostics_channel';
import { flushCompileCache } from 'node:module';
import { Server } from 'node:net';
import type { Command, Report } from '../steps.ts';
import { watchPostgresCommits, watchSqliteCommits } from './commits.ts';
import { armStep, watchAnswers, watchRequests } from './kill-at-step.ts';
import { read, wrap } from './wrap.ts';

const { CHAOS_SERVICE_PORT, CHAOS_LEASE_MS, CHAOS_CLOCK_MS, PORT } = process.env;
let shiftMs = Number(CHAOS_CLOCK_MS);
installShiftedClock();
watchSqliteCommits();
watchPostgresCommits();
watchRequests(CHAOS_SERVICE_PORT);
watchAnswers();
const { PostgresDatabase } =
  await import('../../../packages/proxy/src/store/postgres/postgres-database.ts');
const lease = { leaseMs: Number(CHAOS_LEASE_MS) };
wrap(PostgresDatabase, 'open', ({ args, proceed }) => proceed([...args.slice(0, 2), lease]));
await import('../../../packages/proxy/src/app.ts');
flushCompileCache();

const { promise: started, resolve: go } = Promise.withResolvers<void>();
process.on('message', (command: Command) => {
  if (command.kind === 'go') go();
  else if (command.kind === 'arm') armStep(command.step, command.occurrence);
  else shiftMs += command.byMs;
  report('done');
});
await started;
subscribe('tracing:net.server.listen:asyncEnd', (listening) => {
  const server = read(listening, 'server');
  const address = server instanceof Server && server.address();
  if (String(read(address, 'port')) === PORT) report('ready');
});
process.channel?.unref();

function report(word: Report): void {
  process.send?.(word);
}

/**
 * Replaces `Date` with a clock that can jump, like a corrected system clock. Timers don't notice.
 */
function installShiftedClock(): void {
  const RealDate = Date;
  const now = () => RealDate.now() + shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
