import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { bundle } from '../frameworks/build.ts';
import type { CheckoutPage } from './checkout-page.ts';
import { elementFor, openOwnPage, scriptTag } from './own-page.ts';
import type { RunningDemo } from './running-demo.ts';
import { test as base } from './test.ts';

const pages = ['element', 'element-reference', 'looks', 'payment-page', 'three-ds'];

const filesBeside = [['./stone.js', readFileSync('examples/three-ds/stone.js', 'utf8')]] as const;

interface Example {
  page: string;
  language: string;
  code: string;
}

interface NamedExample extends Example {
  name: string;
}

/** The guides' examples, by the name in their fence. */
export const examples: ReadonlyMap<string, Example> = new Map(pages.flatMap(examplesOf));

function examplesOf(page: string): [name: string, Example][] {
  const text = readFileSync(`docs/${page}.md`, 'utf8');
  return [...text.matchAll(/^```(\w+) example=([\w-]+)\n([^]*?)^```$/gm)].map(
    ([, language = '', name = '', code = '']) => [name, { page, language, code }],
  );
}

interface Stage {
  checkout: CheckoutPage;
  demo: RunningDemo;
  page: Page;
}

type Names = string | readonly string[];
/** Opens a page that consists of examples; `around` is additional HTML. */
type Open = (names: Names, around?: string) => Promise<void>;

export const test = base.extend<{ open: Open }>({
  open: async ({ checkout, demo, page }, use) => {
    await use((names, around = '') =>
      openExamples([names].flat(), around, { checkout, demo, page }),
    );
  },
});

/** Returns functions that test some pages' examples in some languages. */
export function examplesIn(pagesTested: readonly string[], ...languages: readonly string[]) {
  const tested = new Set<string>();
  return {
    /** Tests these examples; the title is what the guide promises. */
    example: (
      names: Names,
      promise: string,
      run: (fixtures: Stage & { open: Open }) => Promise<void>,
    ) => {
      for (const name of [names].flat()) tested.add(name);
      test(`${[names].flat().join(', ')}: ${promise}`, run);
    },
    /** Throws unless every example has a test. */
    expectAllTested: () => {
      const forgotten = [...examples].filter(
        ([name, { page, language }]) =>
          pagesTested.includes(page) && languages.includes(language) && !tested.has(name),
      );
      if (forgotten.length === 0) return;
      throw new Error(`No test runs the examples ${forgotten.map(([name]) => name).join(', ')}.`);
    },
  };
}

async function openExamples(
  names: readonly string[],
  around: string,
  { checkout, demo, page }: Stage,
): Promise<void> {
  const order = await checkout.order();
  const shown = names.map((name) => {
    const example = examples.get(name);
    if (!example) throw new Error(`The guide has no example "${name}".`);
    const code = example.code
      .replaceAll('ORDER_TOKEN', order)
      .replaceAll('https://checkout.example.com', demo.urls.proxy)
      .replaceAll(
        /widget\/(isolated|card-checkout)\.js/g,
        checkout.isIsolated ? 'widget/isolated.js' : 'widget/card-checkout.js',
      );
    return { ...example, name, code };
  });
  const scripts = new Map((await Promise.all(shown.map(scriptsOf))).flat());
  const hasElement = shown.some(({ language, code }) => language === 'html' || isModule(code));
  const element = hasElement ? '' : await elementFor(checkout, demo);
  const loads = shown.some(({ code }) => code.includes('/widget/') || isModule(code));
  const content = (loads ? '' : scriptTag(demo)) + element + shown.map(contentOf).join('');
  // The page is a blob, so its URL leads nowhere.
  const body = `<base href="${demo.urls.shop}/">${around}${content}`;
  await openOwnPage(page, demo, { body, scripts });
}

function contentOf({ name, language, code }: NamedExample): string {
  if (language === 'html') return code;
  if (language === 'css') return `<style>${code}</style>`;
  return `<script type="module" src="/own/example-${name}.js"></script>`;
}

/** Returns the script files of an example, by name; modules are bundled. */
async function scriptsOf({ name, language, code }: NamedExample): Promise<[string, string][]> {
  const file = `example-${name}`;
  if (language !== 'js') return [];
  return isModule(code)
    ? [...(await bundle([file], new Map([[file, code], ...filesBeside])))]
    : [[`${file}.js`, `const checkout = document.querySelector('card-checkout');\n${code}`]];
}

function isModule(code: string): boolean {
  return code.startsWith('import ');
}
