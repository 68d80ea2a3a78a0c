import { test as base, type Frame } from '@playwright/test';
import { CheckoutPage } from './checkout-page.ts';
import { isIsolatedByDefault } from './own-page.ts';
import { startRunningDemo, type RunningDemo } from './running-demo.ts';

export { expect } from '@playwright/test';

interface Options {
  /** Whether to use the isolated form; FORM=isolated does so in every test. */
  isolated: boolean;
  /** Whether the test causes errors on purpose, which the browser logs. */
  breaksSomething: boolean;
  /** Whether a third-party script may throw an uncaught error. */
  othersThrow: boolean;
  /** Additional environment variables for the proxy, in a separate demo for the test. */
  proxyEnvironment: Record<string, string> | undefined;
}

interface Fixtures {
  demo: RunningDemo;
  checkout: CheckoutPage;
  quietConsole: undefined;
}

/** Playwright's script for `page.clock`, in a frame that loads while a test moves the time. */
const isClockMissing = /^Cannot read properties of undefined \(reading 'controller'\)$/;

/**
 * The element's line about a server that takes more than a moment, as the proxy of a busy machine
 * does. Where it never answers, nothing else in a test works.
 */
export const isOfSlowServer = /<card-checkout> gets no readable answer from /;

/** Returns what a document keeps; nothing where it may not, or is gone by now. */
async function keptIn(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => Object.getOwnPropertyNames(localStorage)).catch(() => []);
}

/** A demo's start isn't part of a test's time: each of its programs has a limit of its own. */
export const starts = { timeout: 90_000 };

/** Tests against a demo per worker: real processes, real HTTP, short waits. */
export const test = base.extend<Options & Fixtures, { sharedDemo: RunningDemo }>({
  isolated: [isIsolatedByDefault, { option: true }],
  breaksSomething: [false, { option: true }],
  othersThrow: [false, { option: true }],
  proxyEnvironment: [undefined, { option: true }],

  sharedDemo: [
    async ({}, use) => {
      const demo = await startRunningDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', ...starts },
  ],

  demo: [
    async ({ page, sharedDemo, proxyEnvironment }, use) => {
      const own = proxyEnvironment && (await startRunningDemo(proxyEnvironment));
      await use(own ?? sharedDemo);
      if (!own) return;
      // The shop's page polls its journal.
      await page.goto('about:blank');
      await own.stop();
    },
    starts,
  ],

  checkout: async ({ page, demo, isolated }, use) => {
    await use(new CheckoutPage(page, demo, page.locator('card-checkout'), isolated));
    const kept = await Promise.all(page.frames().map(keptIn));
    base.expect(kept.flat(), 'nothing in localStorage').toEqual([]);
  },

  quietConsole: [
    async ({ page, breaksSomething, othersThrow }, use) => {
      const lines: string[] = [];
      page.on('console', (message) =>
        lines.push(`${message.type()}: ${message.text()} ${message.location().url}`),
      );
      page.on('pageerror', ({ message, stack = '' }) => {
        const isOurs = !othersThrow || /\/(widget|own)\//.test(stack);
        if (isOurs && !isClockMissing.test(message)) lines.push(`uncaught: ${message}`);
      });
      await use(undefined);
      const unexpected = lines.filter((line) =>
        breaksSomething ? line.startsWith('uncaught') : !isOfSlowServer.test(line),
      );
      base.expect(unexpected, 'nothing in the console').toEqual([]);
    },
    { auto: true },
  ],
});
