import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { bundle } from '../frameworks/build.ts';
import type { CheckoutPage } from './checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from './own-page.ts';
import type { RunningDemo } from './running-demo.ts';

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
  const scripts = await scriptsOf({ ...example, code });
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

/** Returns the files of an example's script; modules are bundled as a merchant would. */
async function scriptsOf({ language, code }: Example): Promise<ReadonlyMap<string, string>> {
  if (language !== 'js') return new Map();
  return isModule(code)
    ? bundle(['example'], new Map([['example', code]]))
    : new Map([
        ['example.js', `const checkout = document.querySelector('card-checkout');\n${code}`],
      ]);
}

function isModule(code: string): boolean {
  return code.startsWith('import ');
}
