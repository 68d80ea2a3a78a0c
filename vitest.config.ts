import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'packages/*/{src,testing}/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    globalSetup: ['packages/proxy/testing/postgres-setup.ts'],
    // Nothing sleeps; on a busy machine whatever a test waits for may take its time.
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
