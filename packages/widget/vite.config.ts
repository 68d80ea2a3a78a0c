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

/** Removes what the minifier leaves: its own annotations, and the lines and indents of templates. */
const withoutIndents: Plugin = {
  name: 'without-indents',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code
        .replaceAll(/\n?\/\* (@__PURE__|webpackIgnore: true|@vite-ignore) \*\/ ?/g, '')
        .replaceAll(/\n\s*(?=[</$@?.a-z-])/g, ' ')
        .replaceAll(/\n\s*(?=>)/g, '');
    }
  },
};

/**
 * Keeps the lazy files apart. If one imported another that had to be loaded from its other address
 * (`lazy-file.ts`), browsers would fail at the first address once more, or run it twice.
 */
const lazyFilesApart: Plugin = {
  name: 'lazy-files-apart',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      const others = file.type === 'chunk' ? file.imports : [];
      if (others.some((name) => name !== 'card-checkout.js'))
        throw new Error(`${file.fileName} may import only the first file, not ${others.join()}`);
    }
  },
};

/** The files of the isolated form (for the page, and in the frame), and of the payment page. */
const isolatedEntries = new Map([
  ['isolated', 'src/isolated.ts'],
  ['frame', 'src/frame/frame.ts'],
  ['realm', 'src/frame/realm-page.ts'],
  ['pay', 'src/frame/pay-page.ts'],
]);

/** Builds a file of the isolated form, beside those of the script tag. */
function isolatedFile(name: string, entry: string): UserConfig {
  return {
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

/** The file for a script tag, with lit and lazy chunks for the payment and the locales. */
const scriptTag: UserConfig = {
  plugins: [withoutIndents, compiledAhead, lazyFilesApart],
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
      entry: ['index', 'define', 'isolated', 'react', 'solid', 'svelte', 'vue'].map(
        (name) => `src/${name}.ts`,
      ),
      formats: ['es'],
    },
    rolldownOptions: { external: /^lit/ },
  },
};

/** Builds the package; with `--mode script`, `isolated`, `frame`, `realm` or `pay`, that file. */
export default defineConfig(({ mode }) => {
  const entry = isolatedEntries.get(mode);
  if (entry !== undefined) return isolatedFile(mode, entry);
  return mode === 'script' ? scriptTag : forBundlers;
});
