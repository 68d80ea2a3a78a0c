import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The modules of each package, and what each may import. */
const packages: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/contract/src': {
    rules: ['checkout.ts', 'order.ts'],
    schemas: [
      'rules',
      'checkout.ts',
      'client-config.ts',
      'json.ts',
      'order.ts',
      'payer.ts',
      'payment.ts',
      'problem.ts',
      'shop-server.ts',
    ],
  },
  'packages/proxy/src': {
    'refusal.ts': [],
    'edits-between.ts': [],
    sensitive: [],
    attempt: [],
    order: ['sensitive', 'refusal.ts'],
    upstream: ['sensitive'],
    'payments-api': ['edits-between.ts', 'attempt', 'order', 'sensitive', 'upstream'],
    store: ['attempt', 'sensitive'],
    telemetry: ['attempt', 'upstream', 'store', 'refusal.ts'],
    'card-testing': ['attempt', 'refusal.ts', 'telemetry'],
    checkout: [
      'attempt',
      'order',
      'upstream',
      'payments-api',
      'store',
      'telemetry',
      'card-testing',
      'sensitive',
      'refusal.ts',
    ],
    config: [
      'edits-between.ts',
      'attempt',
      'order',
      'payments-api',
      'store',
      'checkout',
      'sensitive',
    ],
    http: [
      'attempt',
      'upstream',
      'payments-api',
      'store',
      'telemetry',
      'checkout',
      'sensitive',
      'refusal.ts',
    ],
    operator: [
      'attempt',
      'store',
      'telemetry',
      'checkout',
      'http',
      'sensitive',
      'refusal.ts',
      'terminal',
    ],
    terminal: [],
    program: [
      'attempt',
      'order',
      'upstream',
      'payments-api',
      'config',
      'operator',
      'store',
      'sensitive',
      'terminal',
    ],
  },
  'packages/server/src': {},
  'packages/widget/src': {
    'errors.ts': [],
    order: ['errors.ts'],
    browser: ['errors.ts'],
    fields: ['order'],
    locales: ['errors.ts', 'fields', 'order'],
    fraud: ['browser', 'errors.ts'],
    'three-ds': ['browser', 'errors.ts', 'fields', 'locales'],
    'proxy-client': ['browser', 'errors.ts'],
    checkout: [
      'browser',
      'errors.ts',
      'fields',
      'fraud',
      'locales',
      'order',
      'proxy-client',
      'three-ds',
    ],
    view: ['browser', 'checkout', 'fields', 'locales', 'order'],
    form: ['browser', 'checkout', 'fields', 'locales', 'order', 'view'],
    element: [
      'browser',
      'checkout',
      'errors.ts',
      'fields',
      'form',
      'fraud',
      'locales',
      'three-ds',
      'view',
    ],
    frameworks: ['checkout', 'element'],
    isolated: [
      'browser',
      'checkout',
      'element',
      'errors.ts',
      'fields',
      'fraud',
      'locales',
      'order',
      'proxy-client',
      'three-ds',
    ],
  },
  'packages/sandbox/src': {
    'public-files.ts': [],
    web: [],
    'three-ds': ['web', 'public-files.ts'],
    fraud: ['web', 'public-files.ts'],
    payments: ['web', 'three-ds'],
    bank: ['web', 'three-ds', 'public-files.ts'],
    shop: ['web', 'payments', 'three-ds', 'public-files.ts'],
  },
};

/** Folders without modules, which must not have import cycles either. */
const others = ['packages/proxy/testing', 'scripts', 'chaos', 'bench', 'e2e'];

const importsOf = readImports([...Object.keys(packages), ...others]);
const isProduct = (file: string): boolean => !/\.(test|spec|d)\.ts$/.test(file);

describe.each(Object.entries(packages))('%s', (folder, modules) => {
  const files = [...importsOf.keys()].filter((file) => file.startsWith(`${folder}/`));
  const moduleOf = (file: string): string => posix.relative(folder, file).split('/')[0] ?? '';

  it('has a rule for every folder', () => {
    const folders = files
      .map(moduleOf)
      .filter((name) => !name.endsWith('.ts') && !name.endsWith('.tsx'));
    expect([...new Set(folders)].filter((name) => !(name in modules))).toEqual([]);
  });

  it('imports only what its rules allow', () => {
    const broken = files.filter(isProduct).flatMap((file) => {
      const name = moduleOf(file);
      const allowed = modules[name];
      if (!allowed) return [];
      return (importsOf.get(file) ?? [])
        .filter((target) => target.startsWith(`${folder}/`))
        .filter((target) => moduleOf(target) !== name && !allowed.includes(moduleOf(target)))
        .map((target) => `${file} may not import ${target}`);
    });
    expect(broken).toEqual([]);
  });

  it('allows no circle of modules', () => {
    const allowed = new Map(Object.entries(modules));

    expect(cyclesIn(allowed)).toEqual([]);
  });

  it.each(Object.entries(modules))('uses all that it allows %s', (name, allowed) => {
    const own = files.filter((file) => isProduct(file) && moduleOf(file) === name);
    const used = new Set(own.flatMap((file) => importsOf.get(file) ?? []).map(moduleOf));
    expect(allowed.filter((other) => !used.has(other))).toEqual([]);
  });
});

it('has no import cycle, even of types', () => {
  expect(cyclesIn(importsOf)).toEqual([]);
});

function readImports(folders: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const files = folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) => posix.join(folder, String(name))),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file));
  return new Map(
    files.map((file) => [
      file,
      [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
        ([, path = '']) => posix.join(posix.dirname(file), path),
      ),
    ]),
  );
}

/** Returns a cycle for each file or module that is part of one, as a list of them. */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    done.add(file);
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
  };
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}
