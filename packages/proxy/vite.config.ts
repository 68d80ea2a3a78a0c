import { defineConfig } from 'vite';

/** Bundles the package for Node; its dependencies stay outside, the private contract goes in. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node22',
    rolldownOptions: { input: ['src/index.ts', 'src/server.ts', 'src/server-sdk/server-sdk.ts'] },
  },
  ssr: { noExternal: ['@card-checkout/contract'] },
});
