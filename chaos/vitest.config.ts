import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['chaos/**/*.test.ts'],
    testTimeout: 120_000,
    // Each file starts processes that would take each other's time.
    fileParallelism: false,
  },
});
