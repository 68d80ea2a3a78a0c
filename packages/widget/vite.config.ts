import { defineConfig } from 'vite';

/** Are the first versions with `light-dark()`, the youngest feature that the element needs. */
const target = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

/**
 * Builds the package for bundlers (lit stays outside), or with `--mode script` the file that a page
 * loads with one tag: lit inside, adapters and locales in lazy chunks.
 */
export default defineConfig(({ mode }) =>
  mode === 'script'
    ? {
        build: {
          target,
          cssTarget: target,
          outDir: 'dist/script',
          // As a page's entry it would carry Vite's preloading of chunks, a kilobyte for nothing.
          lib: { entry: 'src/define.ts', formats: ['es'] },
          rolldownOptions: {
            // Chunks take what they share from the entry.
            preserveEntrySignatures: 'allow-extension',
            output: {
              entryFileNames: 'card-checkout.js',
              chunkFileNames: '[name]-[hash].js',
              minify: true,
            },
          },
        },
      }
    : {
        build: {
          target,
          cssTarget: target,
          minify: false,
          lib: {
            // The two for frameworks hold types alone; an empty file lets any page import them.
            entry: ['src/index.ts', 'src/define.ts', 'src/react.ts', 'src/vue.ts'],
            formats: ['es'],
          },
          rolldownOptions: { external: /^lit/ },
        },
      },
);
