import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/{src,testing}/**/*.test.ts', '{scripts,bench}/**/*.test.ts'],
          globalSetup: ['packages/testing/src/postgres-setup.ts'],
          // Nothing sleeps; on a busy machine whatever a test waits for may take its time.
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      { test: { name: 'chaos', include: ['chaos/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
