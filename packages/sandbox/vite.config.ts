import { defineConfig } from 'vite';

/** Bundles the package for Node; its dependencies stay outside. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node22',
    rolldownOptions: { input: ['src/index.ts', 'src/server.ts'] },
  },
});
