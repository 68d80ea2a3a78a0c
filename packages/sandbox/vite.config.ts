import { cpSync, writeFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import proxy from '../proxy/package.json' with { type: 'json' };

const { exports, name, type, version } = proxy;

/** Neither types nor traces, whose packages are optional. */
const isNeeded = (path: string): boolean => !/\bdist.(types|assets.tracing)\b/.test(path);

/** Ships the proxy inside the sandbox, under a name of its own, by which it finds its files. */
const proxyInside: Plugin = {
  name: 'proxy-inside',
  enforce: 'pre',
  resolveId(id) {
    if (id === name) return { id: './proxy/dist/index.js', external: 'relative' };
    if (id !== `${name}/server-sdk`) return undefined;
    return { id: './proxy/dist/server-sdk.js', external: 'relative' };
  },
  closeBundle() {
    cpSync('../proxy/dist', 'dist/proxy/dist', { recursive: true, filter: isNeeded });
    writeFileSync('dist/proxy/package.json', JSON.stringify({ name, version, type, exports }));
  },
};

/**
 * Bundles the package for Node; its dependencies and its browser files stay outside.
 * Every file lies flat in `dist`, so that `../public` and `./proxy` are right from each.
 */
export default defineConfig({
  publicDir: false,
  plugins: [proxyInside],
  build: {
    ssr: true,
    target: 'node22',
    rolldownOptions: {
      input: 'src/server.ts',
      output: { chunkFileNames: '[name].js' },
    },
  },
});
