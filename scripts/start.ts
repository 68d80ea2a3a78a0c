import { build } from './build.ts';
import { startDemo, type Demo } from './demo.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

let demo: Demo | undefined;
let stopping: Promise<never> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));

try {
  say('Building …');
  build('bundle');
  demo = await startDemo({ say });
  say(`
The demo shop is open at ${demo.urls.shop}
The proxy listens at     ${demo.urls.proxy}
The ledger is at         ${demo.urls.payments}/_sandbox/ledger

Stop with Ctrl-C.`);
  const reason = await demo.ended;
  if (!stopping) process.stderr.write(`${reason}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
await stop(1);

/** Ends both programs and then this one; only the first call counts. */
function stop(exitCode: number): Promise<never> {
  stopping ??= (demo?.stop() ?? Promise.resolve()).then(() => process.exit(exitCode));
  return stopping;
}
