import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 30_000,
  // A payment whose service fails takes four tries.
  expect: { timeout: 10_000 },
  use: {
    locale: 'pt-BR',
    // Emptied between tests: its storage, cookies, cache, routes and clock. A new context for each
    // test would cost as much time as the tests themselves.
    reuseContext: true,
    trace: 'off',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        // It looks nothing up that a test did not ask for.
        '--disable-background-networking',
        // Painting by the CPU alone takes less of it than emulating a GPU.
        '--disable-gpu',
        // Chromium refuses to start its sandbox as root.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
