import type { KnipConfig } from 'knip';
import proxy from './packages/proxy/package.json' with { type: 'json' };

export default {
  workspaces: {
    '.': {
      entry: [
        'scripts/{start,check,dev,example,test,hash-and-compress,complete-types,pack-all,test-install}.ts',
        'scripts/mutants/{setup,vitest.config}.ts',
      ],
      project: ['scripts/**/*.ts', 'e2e/**/*.ts'],
      // scripts/test.ts runs these as programs; oxlint loads its type-aware linter itself.
      ignoreDependencies: [
        '@arethetypeswrong/cli',
        'jest',
        'oxlint',
        'oxlint-tsgolint',
        'prettier',
        'publint',
      ],
      // Tests run them if installed.
      ignoreBinaries: ['systemd-analyze', 'xdotool'],
    },
    bench: {
      entry: [
        '{bench,card-testing,siege,steady,stored,dbos,libraries,payments-api,slow-connections}.ts',
      ],
      project: ['**/*.{ts,mjs}', '!rivals/**'],
    },
    chaos: {
      entry: ['{chaos,run/preload/preload}.ts', '**/*.test.ts'],
      project: ['**/*.ts'],
      // Part of Linux; limits a process's file size.
      ignoreBinaries: ['prlimit'],
    },
    // The tests build and run these.
    'e2e/frameworks': {
      entry: ['{react,react-server,solid,types.test}.tsx', '{angular,preact,server,svelte}.ts'],
      ignoreDependencies: ['babel-preset-solid'],
    },
    // scripts/examples.ts starts these.
    examples: {
      entry: [
        'playwright.*.js',
        '*/{adapter,fake,shop,watch,sign-order,receive}.mjs',
        'react/{client,server}.jsx',
        'vue/shop.js',
        'three-ds/{pagbank,stone}.js',
      ],
      // Its packages are outside the workspace.
      ignore: ['vendure/**'],
    },
    'packages/*': {
      entry: ['src/{index,server,define}.ts'],
      project: ['src/**/*.ts'],
    },
    'packages/testing': { project: ['src/**/*.ts'] },
    'packages/widget': {
      entry: [
        'src/{index,define,isolated,react,solid,svelte,vue}.ts',
        'src/isolated/frame/frame.ts',
        'src/isolated/frame/realm-page.ts',
        'src/isolated/frame/pay-page.ts',
        'custom-elements-manifest.config.js',
      ],
      project: ['src/**'],
    },
    'packages/proxy': {
      // The browser tests run the built proxy.
      entry: ['testing/quick-built.ts'],
      project: ['{src,testing}/**/*.ts'],
      // Tests run them if installed.
      ignoreBinaries: ['pgbouncer', 'promtool'],
      // The build copies the widget's files.
      ignoreDependencies: ['@card-checkout/widget'],
    },
    // The proxy is bundled, and needs its dependencies here.
    'packages/sandbox': {
      project: ['src/**/*.ts'],
      // Makes the certificate for the local network.
      ignoreBinaries: ['openssl'],
      ignoreDependencies: Object.keys(proxy.dependencies),
    },
  },
} satisfies KnipConfig;
