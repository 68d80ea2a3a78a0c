import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // More than there are cores, since tests also wait for programs and intervals.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          // Files share their worker's modules, since starting a worker and loading Fastify takes
          // longer than most files. Tests must undo their changes to the process.
          isolate: false,
          include: ['packages/*/{src,testing}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['packages/testing/src/postgres-setup.ts'],
          // Nothing sleeps; on a busy machine, anything may be slow.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      // A walk takes seconds of one core; a busy machine may take minutes for them.
      {
        test: {
          name: 'chaos',
          include: ['chaos/**/*.test.ts'],
          testTimeout: 600_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
