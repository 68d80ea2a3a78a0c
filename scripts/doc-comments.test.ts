import { temporaryFolder } from '@card-checkout/testing/during-test';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Each package's entry points, and the variables that its examples take from the reader's program.
 */
const packages = {
  proxy: {
    entries: ['index.ts'],
    given: `declare const app: Parameters<typeof cardCheckoutProxy>[0];
      declare function createExpress(): { use(path: string, handler: ProxyHandler): void };`,
  },
  server: {
    entries: ['index.ts'],
    given: `declare const proxy: ProxyAccess, request: Request;
      declare function ship(orderId: string): void;`,
  },
  sandbox: {
    entries: ['index.ts'],
    given: 'declare const page: { getByLabel(name: string): { fill(text: string): unknown } };',
  },
  widget: {
    entries: ['index.ts', 'isolated.ts'],
    given: `declare const checkout: CardCheckout, signal: AbortSignal, spinner: Element;
      declare const payButton: HTMLButtonElement, backButton: HTMLButtonElement, cardTab: Element;
      declare const dialog: HTMLDialogElement, terms: HTMLInputElement;
      declare function ask(url: string, body: object, signal: AbortSignal): Promise<never>;
      declare function fetchOrder(): Promise<string>;
      declare function runProvider(...values: unknown[]): Promise<ThreeDSOutcome>;
      declare function keepOrderOpen(paymentId: string): void;
      declare function showThanks(paymentId: string | undefined): void;
      declare function show(valid: boolean, brand: Brand | undefined): void;
      declare function track(...values: unknown[]): void;`,
  },
} as const;

const always = 'declare function log(...values: unknown[]): void;';

const sources = Object.entries(packages).map(([name, { entries, given }]) => {
  const folder = resolve('packages', name, 'src');
  return { name, folder, given, found: entries.flatMap((file) => exportsOf(join(folder, file))) };
});

it('the examples in doc comments compile', () => {
  const programs = sources.map(({ name, folder, found, given }) => {
    const examples = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
      .flatMap((file) => examplesIn(readFileSync(join(folder, file), 'utf8')))
      .filter((example) => !example.startsWith('<'))
      .map((example) => `void (async () => {\n${example}\n});`);
    expect(examples.length).toBeGreaterThan(0);
    return [`${name}.ts`, [...importsOf(found), always, given, ...examples].join('\n')] as const;
  });

  expect(faultsIn(new Map(programs))).toEqual([]);
});

interface Exported {
  name: string;
  file: string;
}

function exportsOf(entry: string): Exported[] {
  const source = readFileSync(entry, 'utf8');
  const lists = source.matchAll(/^(?:export|import) (?:type )?\{([^}]+)\} from '([^']+)'/gm);
  return [...lists].flatMap(([, names = '', from = '']) =>
    names.split(',').flatMap((item) => {
      const [, name] = /^\s*(?:type )?(\w+)\s*$/.exec(item) ?? [];
      const file = from.startsWith('.') ? join(dirname(entry), from) : '';
      return name ? [{ name, file }] : [];
    }),
  );
}

function importsOf(found: readonly Exported[]): string[] {
  const files = new Map(found.filter(({ file }) => file).map(({ name, file }) => [name, file]));
  return [...files].map(([name, file]) => `import { ${name} } from '${file}';`);
}

function examplesIn(source: string): string[] {
  const comments = [...source.matchAll(/\/\*\*(?:(?!\*\/)[^])*\*\//g)].map(([comment]) =>
    comment.replaceAll(/^ *(?:\/\*\*|\*\/|\* ?)/gm, ''),
  );
  return comments.flatMap((comment) => {
    const [, ...examples] = comment.split(/^@example\s/m);
    return examples.map((example) => example.split(/^@/m)[0]?.trim() ?? '');
  });
}

function faultsIn(programs: ReadonlyMap<string, string>): string[] {
  const folder = temporaryFolder();
  const compilerOptions = {
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    verbatimModuleSyntax: false,
    rewriteRelativeImportExtensions: false,
    noUnusedLocals: false,
    experimentalDecorators: true,
    useDefineForClassFields: false,
  };
  const settings = { extends: resolve('tsconfig.base.json'), compilerOptions, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  for (const [file, text] of programs) writeFileSync(join(folder, file), text);
  const { stdout } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' });
  // Ignore the sources: the declarations for their style sheets are missing here.
  return stdout.split('\n').filter((line) => line.includes(basename(folder)));
}
