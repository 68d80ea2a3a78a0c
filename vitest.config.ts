import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['packages/proxy/src/postgres-setup.test-support.ts'],
  },
});
