import { test as base } from '@playwright/test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo, type Demo } from '../../scripts/demo.ts';
import { CheckoutPage } from './checkout-page.ts';

export { expect } from '@playwright/test';

/** A running demo and what it has left behind so far. */
export interface RunningDemo extends Demo {
  /** Every line that proxy and sandbox wrote. */
  readonly log: readonly string[];
  /** The bytes of the proxy's database, with its write-ahead log. */
  database(): string;
  /** An amount in centavos that no other test of this worker pays. */
  freshAmount(): number;
}

interface Options {
  /** Whether the test breaks something on purpose, so that the browser's console speaks of it. */
  breaksSomething: boolean;
  /** Whether a script of somebody else may end with an error that nobody catches. */
  othersThrow: boolean;
}

interface WorkerOptions {
  /** Goes to the proxy on top of what all tests have. */
  proxyEnvironment: Record<string, string>;
}

interface Fixtures {
  checkout: CheckoutPage;
  quietConsole: undefined;
}

/** Runs each worker against a demo of its own: real processes, real HTTP, short waits. */
export const test = base.extend<Options & Fixtures, WorkerOptions & { demo: RunningDemo }>({
  breaksSomething: [false, { option: true }],
  othersThrow: [false, { option: true }],
  proxyEnvironment: [{}, { option: true, scope: 'worker' }],

  demo: [
    async ({ proxyEnvironment }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'card-checkout-e2e-'));
      const log: string[] = [];
      const demo = await startDemo({
        anyPorts: true,
        onLog: (line) => log.push(line),
        proxyEnvironment: {
          DATABASE_URL: `sqlite:${join(folder, 'proxy.db')}`,
          RATE_LIMIT: 'off',
          BREAKER_DECLINED_PERCENT: 'off',
          EVENT_LOOP_DELAY_LIMIT_MS: 'off',
          RATE_LIMIT_WAIT_MS: '20',
          UPSTREAM_TIMEOUT_MS: '3000',
          // A postback that comes is there before the next try.
          RETRY_WAIT_MIN_MS: '900',
          RETRY_WAIT_MAX_MS: '1000',
          ...proxyEnvironment,
        },
        sandboxEnvironment: { POSTBACK_DELAY_MS: '300' },
      });
      let amount = 20_000;
      await use({
        ...demo,
        log,
        database: () =>
          readdirSync(folder)
            .map((file) => readFileSync(join(folder, file), 'latin1'))
            .join(''),
        freshAmount: () => ++amount,
      });
      await demo.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  checkout: async ({ page, demo }, use) => {
    await use(new CheckoutPage(page, demo));
  },

  quietConsole: [
    async ({ page, breaksSomething, othersThrow }, use) => {
      const lines: string[] = [];
      page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', ({ message, stack = '' }) => {
        const isOurs = !othersThrow || /\/(widget|own)\//.test(stack);
        if (isOurs) lines.push(`uncaught: ${message}`);
      });
      await use(undefined);
      const unexpected = breaksSomething
        ? lines.filter((line) => line.startsWith('uncaught'))
        : lines;
      base.expect(unexpected, 'nothing in the console').toEqual([]);
    },
    { auto: true },
  ],
});
