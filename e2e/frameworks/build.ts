import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds the pages as their merchants would, with the published widget; gives the scripts by file name. */
export async function buildPages(): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: './',
    logLevel: 'error',
    define: {
      // React mounts twice in its strict mode only while it is developed with.
      'process.env.NODE_ENV': '"development"',
      // What the builders of Angular and of Vue would put in.
      ngServerMode: 'false',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    // The build of Vue that compiles templates in the browser.
    resolve: { alias: { vue: 'vue/dist/vue.esm-bundler.js' } },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: 'esnext',
      rolldownOptions: {
        input: ['react.tsx', 'react-hydrated.tsx', 'vue.ts', 'angular.ts'],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  if (!('output' in built)) throw new Error('The build gave no files.');
  return new Map(
    built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : '']),
  );
}
