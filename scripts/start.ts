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
  const { shop, proxy, payments } = demo.urls;
  say(`
Shop    ${shop}  pay here: a scenario fills in the form, the bank's code is 1234
Looks   ${shop}/looks  every state and part of the form, with CSS to copy
Proxy   ${proxy}  takes the payments and keeps the service's token
Ledger  ${payments}/_sandbox/ledger  what the fake payments service really charged
Next    docs/first-payment.md  a page and a proxy of your own in ten minutes
Stop    Ctrl-C`);
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
