import { defineConfig, type Plugin } from 'vite';

/** Makes `dist` CommonJS, which `import` and `require` load everywhere, in Jest, too. */
const commonJS: Plugin = {
  name: 'type-of-dist',
  generateBundle() {
    const source = '{ "type": "commonjs" }\n';
    this.emitFile({ type: 'asset', fileName: 'package.json', source });
  },
};

/** Bundles the package with the private contract and zod, so that a shop installs neither. */
export default defineConfig({
  plugins: [commonJS],
  build: {
    ssr: 'src/index.ts',
    target: 'node22',
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: { output: { format: 'cjs', entryFileNames: 'index.js' } },
  },
  ssr: { noExternal: ['@card-checkout/contract', 'zod'] },
});
