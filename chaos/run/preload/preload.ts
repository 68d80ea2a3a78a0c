/**
 * Loaded before the proxy's program (`node --import`), which knows nothing of it: waits, with
 * everything loaded, until the runner says `go` on standard input, so that a restart takes no time.
 *
 * Lines of standard input: `step NAME OCCURRENCE`, `shift MILLISECONDS`, `go`.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { stepOf } from '../steps.ts';
import { armStep, report, reportReadiness } from './kill-at-step.ts';
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
createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, name = '', occurrence] = line.split(' ');
  const step = stepOf(name);
  if (command === 'step' && step) armStep(step, Number(occurrence));
  if (command === 'shift') {
    shiftClock(Number(name));
    report('shifted');
  }
  if (command === 'go') go();
});
await gone;
reportReadiness();
process.stdin.unref();
