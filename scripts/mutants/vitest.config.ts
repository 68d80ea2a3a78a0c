import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Whether a file's tests start a proxy or open stores, which take longer than all others. */
function isSlow({ moduleId }: TestSpecification): boolean {
  return /\/(?:store|messages|secret|order-claims|checkout\.brake)[^/]*\.test\.ts$/.test(moduleId);
}

/** Runs the quick tests first, since the first one that fails ends a mutant's run. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => Number(isSlow(one)) - Number(isSlow(other)));
  }
}

/** The tests of the modules that are mutated. Stryker repeats those that a mutant concerns. */
export default defineConfig({
  test: {
    isolate: false,
    include: [
      'packages/contract/src/**/*.test.ts',
      'packages/proxy/src/{attempt,order,sensitive}/**/*.test.ts',
      'packages/proxy/src/store/*.test.ts',
      'packages/proxy/src/checkout/*brake.test.ts',
      'packages/widget/src/{checkout,fields}/*.test.ts',
    ],
    sequence: { sequencer: QuickFirst },
    // What the ledger decides is the same with either database, and with SQLite known sooner.
    env: { TEST_STORES: 'SQLite' },
    setupFiles: ['scripts/mutants/setup.ts'],
    testTimeout: 20_000,
    expect: { poll: { timeout: 8_000 } },
  },
});
