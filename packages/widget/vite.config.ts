import { minify } from 'terser';
import { build, defineConfig, type Plugin } from 'vite';
import { en } from './src/locales/en.ts';
import { es } from './src/locales/es.ts';
import { toLines } from './src/locales/sentences.ts';

/** The first versions with `:state()` and `light-dark()`, the youngest features that the element needs. */
const target = ['chrome125', 'edge125', 'firefox126', 'safari17.5'];

/** Ships a language without the keys of its texts, a third of what the buyer would have to load. */
const bareLocales: Plugin = {
  name: 'bare-locales',
  enforce: 'pre',
  transform(_code, id) {
    const locale = Object.entries({ en, es }).find(([name]) => id.endsWith(`/locales/${name}.ts`));
    if (!locale) return undefined;
    const [name, messages] = locale;
    return `export const ${name} = ${JSON.stringify(toLines(messages))};`;
  },
};

/**
 * Minifies once more, which takes off another hundredth, and folds the indentation of templates, which no
 * minifier touches because it might be text. Beside a tag it is none: browsers would make a node of it.
 */
const smaller: Plugin = {
  name: 'smaller',
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      const { code = '' } = await minify(file.code, { module: true, compress: { passes: 3 } });
      file.code = code
        .replaceAll(/(?:\n|\\n) +/g, '\n')
        .replaceAll(/(?<=[>`])\n|\n(?=[<>`])/g, '')
        .replaceAll('\n', ' ');
    }
  },
};

/**
 * Has Chromium compile all of a file beside the main thread while it arrives, and not there function by
 * function with the first paint and the first keys (V8's explicit compile hints). To others it is a comment.
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
 * Ships the worker as a text, of which a page can make a blob: it may load none from another origin, which
 * is where the script mostly lives.
 */
const solverText: Plugin = {
  name: 'solver-text',
  resolveId: (id) => (id === 'virtual:solver' ? `\0${id}` : undefined),
  async load(id) {
    if (id !== '\0virtual:solver') return undefined;
    const entry = 'src/proxy-client/proof-of-work/solver.ts';
    const lib = { entry, formats: ['iife'] satisfies ['iife'], name: 'solver' };
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      build: { target, lib, write: false, minify: true },
    });
    const chunks = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
    const codes = chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : ''));
    return `export default ${JSON.stringify(codes.join(''))};`;
  },
};

/**
 * Builds the package for bundlers (lit stays outside), or with `--mode script` the file that a page
 * loads with one tag: lit inside, adapters and locales in lazy chunks.
 */
export default defineConfig(({ mode }) =>
  mode === 'script'
    ? {
        plugins: [bareLocales, smaller, compiledAhead, solverText],
        build: {
          target,
          cssTarget: target,
          outDir: 'dist/script',
          license: { fileName: 'licenses.md' },
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
        plugins: [solverText],
        build: {
          target,
          cssTarget: target,
          minify: false,
          license: { fileName: 'licenses.md' },
          lib: {
            // The two for frameworks hold types alone; an empty file lets any page import them.
            entry: ['src/index.ts', 'src/define.ts', 'src/react.ts', 'src/vue.ts'],
            formats: ['es'],
          },
          rolldownOptions: { external: /^lit/ },
        },
      },
);
