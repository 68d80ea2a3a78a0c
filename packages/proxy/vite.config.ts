import { cpSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Copies the widget's files for script tags, which the proxy serves, so that it needs no other package. */
const widgetFiles: Plugin = {
  name: 'widget-files',
  closeBundle: () => cpSync('../widget/dist/script', 'dist/widget', { recursive: true }),
};

/** Bundles the package for Node; its dependencies stay outside, our other packages go in. */
export default defineConfig({
  plugins: [widgetFiles],
  build: {
    ssr: true,
    target: 'node22',
    rolldownOptions: {
      input: ['src/index.ts', 'src/server.ts'],
    },
  },
  ssr: { noExternal: ['@card-checkout/contract', '@card-checkout/server'] },
});
