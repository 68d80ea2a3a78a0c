import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['chaos/**/*.test.ts'],
    testTimeout: 120_000,
    // The short run mostly waits; the other files take their turns beside it.
    maxWorkers: 2,
  },
});
