import { test as base } from '@playwright/test';
import { startRunningDemo, type RunningDemo } from '../support/running-demo.ts';
import type { Engine, Tab } from './drivers/engine.ts';
import { openFirefox } from './drivers/firefox.ts';
import { openWithPlaywright } from './drivers/playwright.ts';
import { openWebKit } from './drivers/webkit.ts';
import { Till } from './till.ts';

export { expect } from '@playwright/test';

/** What a project says of its engine, besides what Playwright knows. */
export interface EngineOptions {
  /** The browser, if not Playwright but its own protocol drives it. */
  program: string | undefined;
}

/** Tests in a tab of the project's engine, whose console stays empty. */
export const test = base.extend<
  { breaksSomething: boolean; tab: Tab; till: Till },
  EngineOptions & { engine: Engine; demo: RunningDemo }
>({
  breaksSomething: [false, { option: true }],
  program: [undefined, { option: true, scope: 'worker' }],

  engine: [
    async ({ playwright, browserName, launchOptions, program }, use) => {
      const engine =
        program === undefined
          ? await openWithPlaywright(playwright[browserName], launchOptions)
          : await (browserName === 'firefox' ? openFirefox : openWebKit)(program);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  demo: [
    async ({}, use) => {
      const demo = await startRunningDemo({});
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  tab: async ({ engine, breaksSomething }, use, { annotations }) => {
    const tab = await engine.open();
    annotations.push({ type: 'browser', description: tab.browser });
    await use(tab);
    await tab.close();
    if (!breaksSomething) base.expect(tab.console, 'nothing in the console').toEqual([]);
  },

  till: async ({ tab, demo }, use) => {
    await use(new Till(tab, demo));
  },
});
