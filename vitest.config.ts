import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['packages/proxy/src/postgres-setup.test-support.ts'],
    // Nothing sleeps; on a busy machine whatever a test waits for may take its time.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
