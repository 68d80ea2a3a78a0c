import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { CheckoutPage } from './checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from './own-page.ts';
import type { RunningDemo } from './test.ts';

/** The guides in `docs/` whose examples are run. */
export type Guide = 'integration' | 'security' | 'three-ds';

interface Example {
  guide: Guide;
  language: string;
  code: string;
}

/** The examples of the guides that their fences name, by that name. */
export const examples: ReadonlyMap<string, Example> = new Map([
  ...examplesOf('integration'),
  ...examplesOf('security'),
  ...examplesOf('three-ds'),
]);

function examplesOf(guide: Guide): [name: string, Example][] {
  const text = readFileSync(`docs/${guide}.md`, 'utf8');
  return [...text.matchAll(/^```(\w+) example=([\w-]+)\n([^]*?)^```$/gm)].map(
    ([, language = '', name = '', code = '']) => [name, { guide, language, code }],
  );
}

/** Where an example stands. */
interface Stage {
  checkout: CheckoutPage;
  demo: RunningDemo;
  page: Page;
  /** What the example's page has besides. */
  around?: string;
}

/** Opens a page that consists of an example, with an order of the test's own and the demo's proxy. */
export async function openExample(name: string, stage: Stage): Promise<void> {
  const { checkout, demo, page, around = '' } = stage;
  const example = examples.get(name);
  if (!example) throw new Error(`The guide has no example "${name}".`);
  const order = await checkout.order();
  const code = example.code
    .replaceAll('ORDER_TOKEN', order)
    .replaceAll('https://checkout.example.com', demo.urls.proxy);
  const scripts = new Map([['example.js', await scriptOf({ ...example, code })]]);
  const content = await contentOf({ ...example, code }, stage);
  // The page is a blob, whose own address leads nowhere.
  const body = `<base href="${demo.urls.shop}/">${around}${content}`;
  await openOwnPage(page, demo, { body, scripts });
}

/** Puts an example that is no page of its own where its reader would put it. */
async function contentOf({ language, code }: Example, { checkout, demo }: Stage): Promise<string> {
  if (language === 'html') return code.includes('/widget/') ? code : scriptTag(demo) + code;
  const script = '<script type="module" src="/own/example.js"></script>';
  if (isModule(code)) return script;
  const page = scriptTag(demo) + (await elementFor(checkout, demo));
  return page + (language === 'css' ? `<style>${code}</style>` : script);
}

async function scriptOf({ language, code }: Example): Promise<string> {
  if (language !== 'js') return '';
  return isModule(code)
    ? bundle(code)
    : `const checkout = document.querySelector('card-checkout');\n${code}`;
}

function isModule(code: string): boolean {
  return code.startsWith('import ');
}

/** Bundles a module as a merchant would, where the widget is installed. */
async function bundle(code: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: 'e2e/frameworks',
    logLevel: 'error',
    plugins: [
      {
        name: 'example',
        resolveId: (id) => (id === 'virtual:example' ? id : undefined),
        load: (id) => (id === 'virtual:example' ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input: 'virtual:example', output: { codeSplitting: false } },
    },
  });
  if (!('output' in built)) throw new Error('The build gave no files.');
  return built.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
}
