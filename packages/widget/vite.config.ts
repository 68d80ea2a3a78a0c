import { minify } from 'terser';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

/** The first versions with `:state()` and `light-dark()`, the youngest features that the element needs. */
const target = ['chrome125', 'edge125', 'firefox126', 'safari17.5'];

/**
 * Makes Chromium compile a whole file off the main thread while it loads, not function by function
 * during the first paint and the first keys (V8's explicit compile hints). Others see a comment.
 */
const compiledAhead: Plugin = {
  name: 'compiled-ahead',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    }
  },
};

/**
 * Takes another 0.6 kB off the form: Terser also inlines what is used once, and the lines and indents of
 * templates go.
 */
const compact: Plugin = {
  name: 'compact',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      const { code = '' } = await minify(file.code, { module: true, compress: { passes: 2 } });
      file.code = code.replaceAll(/\n\s*(?=[</$@?.a-z-])/g, ' ').replaceAll(/\n\s*(?=>)/g, '');
    }
  },
};

/** The files of the isolated form (for the page, and in the frame), and of the payment page. */
const isolatedEntries = new Map([
  ['isolated', 'src/isolated.ts'],
  ['frame', 'src/isolated/frame/frame.ts'],
  ['realm', 'src/isolated/frame/realm-page.ts'],
  ['pay', 'src/isolated/frame/pay-page.ts'],
]);

/** Builds a file of the isolated form, beside those of the script tag. */
function isolatedFile(name: string, entry: string): UserConfig {
  return {
    plugins: [compact],
    build: {
      target,
      cssTarget: target,
      outDir: 'dist/script',
      emptyOutDir: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: {
        // Lets chunks import what they share from the entry.
        preserveEntrySignatures: 'allow-extension',
        output: {
          entryFileNames: `${name}.js`,
          chunkFileNames: '[name]-[hash].js',
          hashCharacters: 'hex',
          minify: true,
        },
      },
    },
  };
}

/** The file for a script tag, with lit; the languages besides Portuguese are files of their own. */
const scriptTag: UserConfig = {
  plugins: [compact, compiledAhead],
  build: {
    target,
    cssTarget: target,
    outDir: 'dist/script',
    license: { fileName: 'licenses.md' },
    // The build of a page would add Vite's preloading of chunks, a kilobyte.
    lib: { entry: 'src/define.ts', formats: ['es'] },
    rolldownOptions: {
      // Lets chunks import what they share from the entry.
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: 'card-checkout.js',
        chunkFileNames: '[name]-[hash].js',
        hashCharacters: 'hex',
        minify: true,
      },
    },
  },
};

/** The package for bundlers, without lit. */
const forBundlers: UserConfig = {
  build: {
    target,
    cssTarget: target,
    minify: false,
    license: { fileName: 'licenses.md' },
    lib: {
      // Those for frameworks only hold types; an empty file makes them importable.
      entry: [
        'index',
        'define',
        'isolated',
        ...['react', 'solid', 'svelte', 'vue'].map((name) => `frameworks/${name}`),
      ].map((name) => `src/${name}.ts`),
      formats: ['es'],
    },
    rolldownOptions: { external: /^lit/ },
  },
};

/** Builds the package; with `--mode script`, `isolated`, `frame`, `realm` or `pay`, that file. */
export default defineConfig(({ mode }) => {
  const entry = isolatedEntries.get(mode);
  const ordinary = mode === 'script' ? scriptTag : forBundlers;
  // Otherwise a whole language would be one string, of which nothing can be left out.
  const json = { stringify: false };
  return { json, ...(entry === undefined ? ordinary : isolatedFile(mode, entry)) };
});
