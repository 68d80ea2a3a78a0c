import { defineConfig } from 'vitest/config';

/** The tests of the modules that are mutated. Stryker repeats those that a mutant concerns. */
export default defineConfig({
  test: {
    isolate: false,
    include: [
      'packages/contract/src/**/*.test.ts',
      'packages/proxy/src/{attempt,order,sensitive,store}/**/*.test.ts',
      'packages/proxy/src/checkout/*brake.test.ts',
      'packages/widget/src/{checkout,fields}/*.test.ts',
    ],
    globalSetup: ['packages/testing/src/postgres-setup.ts'],
    setupFiles: ['scripts/mutants/setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
