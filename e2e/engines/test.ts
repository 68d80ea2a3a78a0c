import { test as base } from '@playwright/test';
import { isIsolatedByDefault } from '../support/own-page.ts';
import { startRunningDemo, type RunningDemo } from '../support/running-demo.ts';
import { openFirefox } from './drivers/firefox.ts';
import { openWithPlaywright } from './drivers/playwright.ts';
import type { Tab } from './drivers/tab.ts';
import { openWebKit } from './drivers/webkit.ts';
import { Till } from './till.ts';

export { expect } from '@playwright/test';

/** What a project says of its engine, besides what Playwright knows. */
export interface EngineOptions {
  /** The browser, if not Playwright but its own protocol drives it. */
  program: string | undefined;
}

/**
 * Tests in the project's engine, in one tab where it lasts, whose console stays empty. Each has an order of its
 * own, by which the form and the proxy tell it from those before.
 */
export const test = base.extend<
  { breaksSomething: boolean; isolated: boolean; till: Till },
  EngineOptions & { tab: Tab; demo: RunningDemo }
>({
  isolated: [isIsolatedByDefault, { option: true }],
  breaksSomething: [false, { option: true }],
  program: [undefined, { option: true, scope: 'worker' }],

  tab: [
    async ({ playwright, browserName, launchOptions, program }, use) => {
      const tab =
        program === undefined
          ? await openWithPlaywright(playwright[browserName], launchOptions)
          : await (browserName === 'firefox' ? openFirefox : openWebKit)(program);
      await use(tab);
      await tab.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  demo: [
    async ({}, use) => {
      const demo = await startRunningDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  till: async ({ tab, demo, isolated: isIsolated, breaksSomething }, use, { annotations }) => {
    await tab.renew?.();
    annotations.push({ type: 'browser', description: tab.browser });
    await use(new Till(tab, demo, { isIsolated }));
    // A tab in which nothing was opened has no storage.
    await tab.eval(
      `void (origin === 'null' || [localStorage, sessionStorage].forEach((storage) => storage.clear()))`,
    );
    const lines = tab.console.splice(0);
    if (!breaksSomething) base.expect(lines, 'nothing in the console').toEqual([]);
  },
});
