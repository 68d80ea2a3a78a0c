import { fileURLToPath } from 'node:url';
import { transformAsync } from '@babel/core';
import { compile } from 'svelte/compiler';
import { build, type Plugin } from 'vite';
import { isIsolatedByDefault } from '../support/own-page.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Compiles Solid's page and Svelte's component, which Vite leaves to their plugins. */
const compilers: Plugin = {
  name: 'compilers',
  enforce: 'pre',
  transform: async (code, id) => {
    if (id.endsWith('.svelte')) return compile(code, { filename: id }).js.code;
    if (!id.endsWith('solid.tsx')) return undefined;
    const compiled = await transformAsync(code, { cwd: root, presets: ['solid'] });
    return compiled?.code ?? undefined;
  },
};

/**
 * Bundles scripts with the published widget, like a shop would. Returns their code by file name. A
 * script is a file in this folder, or an entry of `modules` with its code.
 */
export async function bundle(
  input: string[],
  modules: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    root,
    base: './',
    logLevel: 'error',
    plugins: [
      compilers,
      {
        name: 'modules',
        resolveId: (id) => (modules.has(id) ? id : undefined),
        load: (id) => modules.get(id),
      },
    ],
    define: {
      // React only mounts twice in strict mode in development.
      'process.env.NODE_ENV': '"development"',
      // Angular's builder would define this.
      ngServerMode: 'false',
    },
    resolve: {
      alias: isIsolatedByDefault
        ? { '@card-checkout/widget/define': '@card-checkout/widget/isolated' }
        : { '@card-checkout/widget/isolated': '@card-checkout/widget/define' },
    },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: 'esnext',
      rolldownOptions: {
        input,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  if (!('output' in built)) throw new Error('The build gave no files.');
  return new Map(
    built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : '']),
  );
}
