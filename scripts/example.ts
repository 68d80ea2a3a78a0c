import { freePort } from '@card-checkout/testing/free-port';
import { howEnded } from '@card-checkout/testing/program';
import { build } from './build.ts';
import { startDemo } from './demo.ts';
import { proxyOf, startExample } from './examples.ts';

// Runs a shop from `examples/` with a proxy and the sandbox until Ctrl-C.
const [name = ''] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Everything it started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));

say('Building …');
build('bundle');
const port = await freePort(4010);
const url = `http://127.0.0.1:${port}`;
const demo = await startDemo({ say, proxyEnvironment: proxyOf(url) });
const shop = await startExample(name, port, demo, say);
say(`
The shop in examples/${name} is at ${url}
Pay with the card 4000 0000 0000 2503, 12/30, 123, APPROVED, 529.982.247-25; the bank's code is 1234.

Stop with Ctrl-C.`);
say(await Promise.race([demo.ended, shop.ended.then((end) => `The shop ${howEnded(end)}.`)]));
process.exit(1);
