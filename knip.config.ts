import type { KnipConfig } from 'knip';

export default {
  workspaces: {
    '.': {
      entry: ['scripts/{start,test,inline-contract-types}.ts'],
      project: ['scripts/**/*.ts', 'e2e/**/*.ts'],
      // scripts/test.ts runs these as programs; oxlint loads its type-aware half itself.
      ignoreDependencies: [
        '@arethetypeswrong/cli',
        'oxlint',
        'oxlint-tsgolint',
        'prettier',
        'publint',
      ],
    },
    'packages/*': {
      entry: ['src/{index,server,define}.ts'],
      project: ['src/**/*.ts'],
    },
    'packages/proxy': {
      entry: ['src/{index,server}.ts'],
      project: ['src/**/*.ts'],
      // The proxy serves the widget's files, which it finds by import.meta.resolve.
      ignoreDependencies: ['@card-checkout/widget'],
    },
  },
} satisfies KnipConfig;
