import { cpSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** Copies the widget's files for script tags, which the proxy serves, so that it needs no other package. */
const widgetFiles: Plugin = {
  name: 'widget-files',
  closeBundle: () => cpSync('../widget/dist/script', 'dist/widget', { recursive: true }),
};

/**
 * Bundles the package for Node; its dependencies stay outside, the private contract goes in. With
 * `--mode page`, bundles the operator's page for browsers, with lit.
 */
export default defineConfig(({ mode }) =>
  mode === 'page'
    ? {
        root: 'src/operator/page',
        base: './',
        build: {
          target: ['chrome125', 'edge125', 'firefox126', 'safari17.5'],
          outDir: '../../../dist/page',
          emptyOutDir: true,
          license: { fileName: 'licenses.md' },
          modulePreload: false,
          // The page's policy allows no data: address.
          assetsInlineLimit: 0,
        },
      }
    : {
        plugins: [widgetFiles],
        build: {
          ssr: true,
          target: 'node22',
          rolldownOptions: {
            input: ['src/index.ts', 'src/server.ts', 'src/server-sdk/server-sdk.ts'],
          },
        },
        ssr: { noExternal: ['@card-checkout/contract'] },
      },
);
