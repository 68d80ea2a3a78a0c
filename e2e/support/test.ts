import { test as base } from '@playwright/test';
import { CheckoutPage } from './checkout-page.ts';
import { isIsolatedByDefault } from './own-page.ts';
import { startRunningDemo, type RunningDemo } from './running-demo.ts';

export { expect } from '@playwright/test';

interface Options {
  /** Whether the form is the isolated one; FORM=isolated makes it that of every test. */
  isolated: boolean;
  /** Whether the test breaks something on purpose, which the browser writes to its console. */
  breaksSomething: boolean;
  /** Whether a script of others may throw an error that is not caught. */
  othersThrow: boolean;
  /** Environment variables of the proxy besides those of all tests, in a demo of the test's own. */
  proxyEnvironment: Record<string, string> | undefined;
}

interface Fixtures {
  demo: RunningDemo;
  checkout: CheckoutPage;
  quietConsole: undefined;
}

/** Tests against a demo of the worker's own: real processes, real HTTP, short waits. */
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
    { scope: 'worker' },
  ],

  demo: async ({ page, sharedDemo, proxyEnvironment }, use) => {
    const own = proxyEnvironment && (await startRunningDemo(proxyEnvironment));
    await use(own ?? sharedDemo);
    if (!own) return;
    // The shop's page asks for its journal.
    await page.goto('about:blank');
    await own.stop();
  },

  checkout: async ({ page, demo, isolated }, use) => {
    await use(new CheckoutPage(page, demo, page.locator('card-checkout'), isolated));
  },

  quietConsole: [
    async ({ page, breaksSomething, othersThrow }, use) => {
      const lines: string[] = [];
      page.on('console', (message) =>
        lines.push(`${message.type()}: ${message.text()} ${message.location().url}`),
      );
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
