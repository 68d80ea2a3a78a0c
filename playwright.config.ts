import { availableParallelism } from 'node:os';
import { defineConfig, firefox, webkit, type LaunchOptions, type Project } from '@playwright/test';
import type { EngineOptions } from './e2e/engines/test.ts';

const isRoot = process.getuid?.() === 0;
const { EXAMPLES, CHROMIUM_PATH, FULL_CHROMIUM_PATH, FIREFOX_PATH, WEBKIT_PATH } = process.env;

/** The tests of examples that install a platform first; `test:examples` alone runs them. */
const ofPlatforms = '**/e2e/examples/*.spec.ts';
const everyEngine = '**/e2e/engines/*.spec.ts';
/** The tests for every engine that have no twin among the shop's tests. */
const onlyInEngines = '**/e2e/engines/{form,form-history,pictures,silence,translated,walk}.spec.ts';
/** What the browser tells a screen reader, which WebKit's drivers don't reveal. */
const saidByBrowser = /said by the browser/;

/**
 * The tests for every engine, in one that this machine has. Playwright can only drive its own
 * builds of Firefox and WebKit.
 */
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

/**
 * Tests of what differs between Chromium's headless shell and a full one: storage, frames, focus
 * and autofill.
 */
const inBothChromiums =
  '**/e2e/{isolated/{hostile-clock,one-origin,third-party},pay/autofill}.spec.ts';
const fullChromium = { launchOptions: chromiumAt(FULL_CHROMIUM_PATH) };

/** All pages in one process, which saves a fifth of the pages' CPU time. */
const oneProcess = ['--renderer-process-limit=1', '--disable-site-isolation-trials'];

function chromiumAt(path: string | undefined, ...more: string[]): LaunchOptions {
  return {
    ...(path && { executablePath: path }),
    args: [
      // No lookups except those that a test requests.
      '--disable-background-networking',
      // Painting on the CPU takes less of it than emulating a GPU.
      '--disable-gpu',
      // Chromium refuses to start its sandbox as root.
      ...(isRoot ? ['--no-sandbox'] : []),
      ...more,
    ],
  };
}

export default defineConfig<object, EngineOptions>({
  testDir: 'e2e',
  fullyParallel: true,
  snapshotPathTemplate: '{testDir}/engines/walks/{arg}{ext}',
  // One more than there are cores, since tests also wait for timers and servers.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  timeout: 30_000,
  // If the payments API fails, a payment takes four tries.
  expect: { timeout: 10_000 },
  projects: [
    { name: 'shop', testMatch: '**/*.spec.ts', testIgnore: [everyEngine, ofPlatforms] },
    ...(EXAMPLES ? [{ name: 'examples', testMatch: ofPlatforms, workers: 1 }] : []),
    ...(FULL_CHROMIUM_PATH && FULL_CHROMIUM_PATH !== CHROMIUM_PATH
      ? [{ name: 'shop-in-full-chromium', testMatch: inBothChromiums, use: fullChromium }]
      : []),
    // Chromium runs the rest, and axe on more states, among the shop's tests.
    { name: 'chromium', testMatch: onlyInEngines, workers: 1, grepInvert: /axe finds/ },
    ...inEngine(firefox, FIREFOX_PATH),
    ...inEngine(webkit, WEBKIT_PATH),
  ],
  use: {
    locale: 'pt-BR',
    // Playwright clears storage, cookies, cache, routes and clock between tests. A new context for
    // each test would take as long as the tests themselves.
    reuseContext: true,
    // The tests in every engine wait for animations.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: chromiumAt(CHROMIUM_PATH, ...oneProcess),
  },
});
