import { defineConfig } from 'vitest/config';

/**
 * The quick tests of the modules that are mutated. Stryker repeats those that a mutant concerns; what
 * only a proxy or a database shows has a quick test, too.
 */
export default defineConfig({
  test: {
    isolate: false,
    include: [
      'packages/contract/src/**/*.test.ts',
      'packages/proxy/src/{attempt,order,sensitive}/**/*.test.ts',
      'packages/proxy/src/store/ledger.test.ts',
      'packages/proxy/src/checkout/brake.test.ts',
      'packages/widget/src/{checkout,fields}/*.test.ts',
    ],
    // These start a proxy.
    exclude: ['**/messages.test.ts', '**/secret.test.ts', '**/order-claims.test.ts'],
    // What the ledger decides is the same with either database, and with SQLite known sooner.
    env: { TEST_STORES: 'SQLite' },
    setupFiles: ['scripts/mutants/setup.ts'],
  },
});
