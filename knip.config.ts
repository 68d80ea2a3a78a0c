import type { KnipConfig } from 'knip';

export default {
  workspaces: {
    '.': {
      entry: [
        'scripts/{start,check,dev,test,environment-table,hash-and-compress,inline-contract-types}.ts',
        'bench/{bench,card-testing,siege,upstream,store-thread}.ts',
        'bench/siege/{flood,slow-connections}.ts',
        'bench/contestants/*.ts',
        'bench/form/contestants/*.ts',
        'chaos/{chaos,run/preload/preload}.ts',
        'chaos/**/*.test.ts',
      ],
      project: ['scripts/**/*.ts', 'e2e/**/*.ts', 'bench/**/*.ts', 'chaos/**/*.ts'],
      // Linux's own; it fills the disk of a process.
      ignoreBinaries: ['prlimit'],
      // scripts/test.ts runs these as programs; oxlint loads its type-aware half itself.
      ignoreDependencies: ['@arethetypeswrong/cli', 'oxlint', 'oxlint-tsgolint', 'publint'],
    },
    // The tests build and run these.
    'e2e/frameworks': {
      entry: ['{react,react-hydrated,types}.tsx', '{vue,angular,server}.ts'],
    },
    'packages/*': {
      entry: ['src/{index,server,define}.ts'],
      project: ['src/**/*.ts'],
    },
    'packages/widget': {
      entry: [
        'src/{index,define,react,vue}.ts',
        // vite.config.ts bundles it by itself, as a worker.
        'src/proxy-client/proof-of-work/solver.ts',
        'custom-elements-manifest.config.js',
      ],
      project: ['src/**'],
    },
    'packages/proxy': {
      entry: ['src/{index,server}.ts'],
      project: ['{src,testing}/**/*.ts'],
      // Tests run them where they are installed.
      ignoreBinaries: ['promtool', 'redis-server'],
    },
  },
} satisfies KnipConfig;
