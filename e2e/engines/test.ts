import { test as base } from '@playwright/test';
import { isIsolatedByDefault } from '../support/own-page.ts';
import { startRunningDemo, type RunningDemo } from '../support/running-demo.ts';
import { openFirefox } from './drivers/firefox.ts';
import { openWithPlaywright } from './drivers/playwright.ts';
import type { Tab } from './drivers/tab.ts';
import { openWebKit } from './drivers/webkit.ts';
import { Till } from './till.ts';

export { expect } from '@playwright/test';

export interface EngineOptions {
  /** The browser, if it is driven by its own protocol instead of Playwright. */
  program: string | undefined;
}

/**
 * Runs tests in the project's engine, sharing one tab if the engine allows, and expects an empty
 * console. Each test has its own order, which tells it apart from earlier ones.
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
    // A tab without a page has no storage, and the form may have no frame.
    const kept = `origin === 'null' ? 0 : localStorage.length`;
    const inForm = isIsolated ? await tab.eval(kept, 1).catch(() => '0') : '0';
    base.expect([await tab.eval(kept), inForm], 'nothing in localStorage').toEqual(['0', '0']);
    await tab.eval(`void (origin === 'null' || sessionStorage.clear())`);
    const lines = tab.console.splice(0);
    if (!breaksSomething) base.expect(lines, 'nothing in the console').toEqual([]);
  },
});
