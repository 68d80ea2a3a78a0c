import { howEnded, startProgram } from '@card-checkout/testing/program';
import { build } from './build.ts';
import { choosePorts, portVariables } from './demo.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

// Everything it started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));

try {
  say('Building …');
  build('bundle');
  const sandbox = await startProgram({
    args: [
      '--max-semi-space-size=6',
      '--heap-growing-percent=40',
      'packages/sandbox/dist/server.js',
    ],
    env: {
      MALLOC_ARENA_MAX: '2',
      ...process.env,
      ...portVariables(await choosePorts({ say })),
    },
    isReady: /^sandbox ready/,
    onLine: say,
  });
  say('Next: docs/first-payment.md – your own page and proxy in ten minutes');
  process.stderr.write(`The sandbox ${howEnded(await sandbox.ended)}.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
process.exit(1);
