import { defineConfig } from 'vite';

/**
 * Builds the package for bundlers (lit stays outside), or with `--mode script` the file that a page
 * loads with one tag: lit inside, adapters and locales in lazy chunks.
 */
export default defineConfig(({ mode }) =>
  mode === 'script'
    ? {
        base: './',
        build: {
          target: 'es2022',
          outDir: 'dist/script',
          modulePreload: false,
          rolldownOptions: {
            input: 'src/define.ts',
            output: { entryFileNames: 'card-checkout.js', chunkFileNames: '[name]-[hash].js' },
          },
        },
      }
    : {
        build: {
          target: 'es2022',
          minify: false,
          lib: { entry: ['src/index.ts', 'src/define.ts'], formats: ['es'] },
          rolldownOptions: { external: /^lit/ },
        },
      },
);
