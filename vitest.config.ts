import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // One more than there are cores: a third of the time, a test waits for a program or a round of a second.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        // The demo shop imports it as shops do; its tests run without a build.
        resolve: {
          alias: {
            '@card-checkout/proxy/server-sdk': fileURLToPath(
              new URL('packages/proxy/src/server-sdk/server-sdk.ts', import.meta.url),
            ),
          },
        },
        test: {
          name: 'unit',
          // Files share their worker's modules: starting a worker and loading Fastify takes longer than
          // most files. So a test undoes what it changes in the process.
          isolate: false,
          include: ['packages/*/{src,testing}/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['packages/testing/src/postgres-setup.ts'],
          // Nothing sleeps; on a busy machine whatever a test waits for may take its time.
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      { test: { name: 'chaos', include: ['chaos/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
