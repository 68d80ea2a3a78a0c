import type { KnipConfig } from 'knip';
import proxy from './packages/proxy/package.json' with { type: 'json' };

export default {
  workspaces: {
    '.': {
      entry: [
        'scripts/{start,check,dev,example,test,environment-list,hash-and-compress,complete-types,pack-all,test-install}.ts',
      ],
      project: ['scripts/**/*.ts', 'e2e/**/*.ts'],
      // scripts/test.ts runs these as programs; oxlint loads its type-aware half itself.
      ignoreDependencies: ['@arethetypeswrong/cli', 'oxlint', 'oxlint-tsgolint', 'publint'],
      // A test runs it where it is installed.
      ignoreBinaries: ['systemd-analyze'],
    },
    bench: {
      entry: ['{bench,siege,steady,stored,dbos,libraries,naive,service,slow-connections}.ts'],
      project: ['**/*.{ts,mjs}', '!rivals/**'],
      // Measured where it is installed.
      ignoreBinaries: ['nginx'],
    },
    chaos: {
      entry: ['{chaos,run/preload/preload}.ts', '**/*.test.ts'],
      project: ['**/*.ts'],
      // Linux's own; it fills the disk of a process.
      ignoreBinaries: ['prlimit'],
    },
    // The tests build and run these.
    'e2e/frameworks': {
      entry: ['{react,react-server,types.test}.tsx', '{angular,server}.ts'],
    },
    // scripts/examples.ts starts them.
    examples: {
      entry: [
        'playwright.*.js',
        '*/{shop,watch,sign-order,receive}.mjs',
        'react/{client,server}.jsx',
        'vue/shop.js',
        'three-ds/stone.js',
      ],
    },
    'packages/*': {
      entry: ['src/{index,server,define}.ts'],
      project: ['src/**/*.ts'],
    },
    'packages/testing': { project: ['src/**/*.ts'] },
    'packages/widget': {
      entry: [
        'src/{index,define,isolated,react,solid,svelte,vue}.ts',
        'src/frame/frame.ts',
        'src/frame/realm.ts',
        'src/frame/pay-page.ts',
        // vite.config.ts bundles it by itself, as a worker.
        'src/proxy-client/proof-of-work/solver.ts',
        'custom-elements-manifest.config.js',
      ],
      project: ['src/**'],
    },
    'packages/proxy': {
      // index.html loads the page; the browser tests run the built proxy.
      entry: ['src/operator/page/main.ts', 'testing/quick-built.ts'],
      project: ['{src,testing}/**/*.ts'],
      // Tests run them where they are installed.
      ignoreBinaries: ['promtool', 'redis-server'],
      // Its build copies the widget's files.
      ignoreDependencies: ['@card-checkout/widget'],
    },
    // The proxy is inside, and needs what it needs elsewhere.
    'packages/sandbox': {
      project: ['src/**/*.ts'],
      // It makes the certificate for the local network.
      ignoreBinaries: ['openssl'],
      ignoreDependencies: Object.keys(proxy.dependencies),
    },
  },
} satisfies KnipConfig;
