/**
 * Loaded before the proxy's program (`node --import`): waits, with everything loaded, until the runner
 * sends `go`, so that a restart takes no time.
 */
import { subscribe } from 'node:diagnostics_channel';
import { enableCompileCache, flushCompileCache } from 'node:module';
import type { Command, Report } from './commands.ts';
import { armStep } from './kill-at-step.ts';
import { installShiftedClock, shiftClock } from './shifted-clock.ts';
import { watchPostgresCommits } from './postgres-steps.ts';
import { watchSqliteCommits } from './sqlite-steps.ts';
import { watchAnswers, watchService, watchWebhooks } from './wire-steps.ts';

enableCompileCache(process.env['CHAOS_COMPILE_CACHE']);
installShiftedClock();
watchSqliteCommits();
watchPostgresCommits();
watchService(Number(process.env['CHAOS_SERVICE_PORT']));
watchAnswers();
watchWebhooks();
await import('../../../packages/proxy/src/app.ts');
flushCompileCache();

const { promise: gone, resolve: go } = Promise.withResolvers<void>();
process.on('message', (command: Command) => {
  if (command.kind === 'go') {
    armStep(command.step, command.occurrence);
    go();
  } else {
    shiftClock(command.byMs);
    report('shifted');
  }
});
await gone;
subscribe('tracing:net.server.listen:asyncEnd', () => report('ready'));
process.channel?.unref();

function report(word: Report): void {
  process.send?.(word);
}
