import { build } from './build.ts';
import { startDemo } from './demo.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

build();
const demo = await startDemo({ say });
say(`
The demo shop is open:      ${demo.urls.shop}
The proxy listens on:       ${demo.urls.proxy}
The payments service's ledger: ${demo.urls.payments}/_sandbox/ledger
Stop with Ctrl-C.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void demo.stop().then(() => process.exit(0));
  });
}
