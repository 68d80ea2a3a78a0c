import { build } from './build.ts';
import { startDemo, type Demo } from './demo.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const demo = await start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return process.exit(1);
});
say(`
The demo shop is open at ${demo.urls.shop}
The proxy listens at     ${demo.urls.proxy}
The ledger is at         ${demo.urls.payments}/_sandbox/ledger

Stop with Ctrl-C.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void demo.stop().then(() => process.exit(0));
  });
}

function start(): Promise<Demo> {
  say('Building …');
  build();
  return startDemo({ say });
}
