import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const proxy = '@card-checkout/proxy';

/** Skips the types. */
const isNeeded = (path: string): boolean => !/\bdist.types\b/.test(path);

/** Copies the built proxy into the sandbox, which imports it by the name of its entry. */
const proxyInside: Plugin = {
  name: 'proxy-inside',
  enforce: 'pre',
  resolveId(id) {
    if (id === proxy) return { id: './proxy/index.js', external: 'relative' };
    return undefined;
  },
  closeBundle() {
    cpSync('../proxy/dist', 'dist/proxy/dist', { recursive: true, filter: isNeeded });
    writeFileSync('dist/proxy/index.js', "export * from './dist/index.js';\n");
    for (const file of globSync('dist/proxy/dist/**/*.js')) {
      const text = readFileSync(file, 'utf8');
      const own = text.replaceAll(`${proxy}/package.json`, '@card-checkout/sandbox/proxy');
      if (own !== text) writeFileSync(file, own);
    }
  },
};

/**
 * Bundles the package for Node, without its dependencies and browser files. All files go directly
 * into `dist`, so that `../public` and `./proxy` resolve from each.
 */
export default defineConfig({
  publicDir: false,
  plugins: [proxyInside],
  build: {
    ssr: true,
    target: 'node22',
    rolldownOptions: {
      input: ['src/index.ts', 'src/server.ts'],
      output: { chunkFileNames: '[name].js' },
    },
  },
  ssr: { noExternal: ['@card-checkout/contract', '@card-checkout/server'] },
});
