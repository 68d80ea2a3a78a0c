import { build } from './build.ts';
import { startDemo } from './demo.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Whatever it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));

try {
  say('Building …');
  build('bundle');
  const demo = await startDemo({ say });
  const { shop, proxy, payments } = demo.urls;
  say(`
Shop    ${shop}  pay here: a scenario fills in the form, the bank's code is 1234
Looks   ${shop}/looks  every state and part of the form, with CSS to copy
Proxy   ${proxy}  takes the payments and keeps the service's token
Ledger  ${payments}/_sandbox/ledger  what the fake payments service really charged
Next    docs/first-payment.md  a page and a proxy of your own in ten minutes
Stop    Ctrl-C`);
  process.stderr.write(`${await demo.ended}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
process.exit(1);
