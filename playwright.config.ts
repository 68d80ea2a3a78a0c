import { defineConfig, firefox, webkit, type LaunchOptions, type Project } from '@playwright/test';
import type { EngineOptions } from './e2e/engines/test.ts';

const isRoot = process.getuid?.() === 0;
const { CHROMIUM_PATH, FULL_CHROMIUM_PATH, FIREFOX_PATH, WEBKIT_PATH } = process.env;

/** The checks that every engine runs. */
const everyEngine = '**/e2e/engines/*.spec.ts';
/** Those of what the browser tells a screen reader, which no driver of WebKit gives. */
const saidByBrowser = /said by the browser/;

/** The checks of every engine, in one that this machine has; Playwright drives no Firefox or WebKit but its own. */
function inEngine(
  type: typeof firefox,
  path: string | undefined,
): Project<object, EngineOptions>[] {
  const program = path === type.executablePath() ? undefined : path;
  const use = { browserName: type.name(), program, launchOptions: {} };
  const limits = { timeout: 60_000, workers: 1 };
  const left = type === webkit ? { grepInvert: saidByBrowser } : {};
  return path === undefined
    ? []
    : [{ name: type.name(), testMatch: everyEngine, ...limits, ...left, use }];
}

/** The tests of what Chromium's headless shell and a full one do differently: storage, frames, the console. */
const inBothChromiums =
  '**/e2e/{isolated/{hostile-clock,one-origin,third-party},pay/{autofill,misuse}}.spec.ts';
const fullChromium = { launchOptions: chromiumAt(FULL_CHROMIUM_PATH) };

function chromiumAt(path: string | undefined): LaunchOptions {
  return {
    ...(path && { executablePath: path }),
    args: [
      // It looks nothing up that a test did not ask for.
      '--disable-background-networking',
      // Painting by the CPU alone takes less of it than emulating a GPU.
      '--disable-gpu',
      // Chromium refuses to start its sandbox as root.
      ...(isRoot ? ['--no-sandbox'] : []),
    ],
  };
}

export default defineConfig<object, EngineOptions>({
  testDir: 'e2e',
  fullyParallel: true,
  snapshotPathTemplate: '{testDir}/engines/walks/{arg}{ext}',
  workers: 2,
  forbidOnly: true,
  timeout: 30_000,
  // A payment whose service fails takes four tries.
  expect: { timeout: 10_000 },
  projects: [
    { name: 'shop', testMatch: '**/*.spec.ts', testIgnore: everyEngine },
    ...(FULL_CHROMIUM_PATH && FULL_CHROMIUM_PATH !== CHROMIUM_PATH
      ? [{ name: 'shop-in-full-chromium', testMatch: inBothChromiums, use: fullChromium }]
      : []),
    // What axe finds in Chromium, `access/states.spec.ts` asks of more states.
    { name: 'chromium', testMatch: everyEngine, workers: 1, grepInvert: /axe finds/ },
    ...inEngine(firefox, FIREFOX_PATH),
    ...inEngine(webkit, WEBKIT_PATH),
  ],
  use: {
    locale: 'pt-BR',
    // Emptied between tests: its storage, cookies, cache, routes and clock. A new context for each
    // test would cost as much time as the tests themselves.
    reuseContext: true,
    // The checks of every engine wait for what moves.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: chromiumAt(CHROMIUM_PATH),
  },
});
