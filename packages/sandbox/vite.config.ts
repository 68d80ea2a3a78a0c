import { defineConfig } from 'vite';

/**
 * Bundles the package for Node; its dependencies and its browser files stay outside.
 * Every file lies flat in `dist`, so that `../public` is right from each.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node22',
    rolldownOptions: {
      input: 'src/server.ts',
      output: { chunkFileNames: '[name].js' },
    },
  },
  // The one dependency that is a link; Vite would bundle it.
  ssr: { external: ['@card-checkout/proxy'] },
});
