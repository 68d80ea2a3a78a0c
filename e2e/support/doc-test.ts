import type { Page } from '@playwright/test';
import type { CheckoutPage } from './checkout-page.ts';
import { examples, openExamples, type Guide } from './doc-examples.ts';
import type { RunningDemo } from './running-demo.ts';
import { test as base } from './test.ts';

type Open = (names: string | readonly string[], around?: string) => Promise<void>;
type Run = (fixtures: {
  checkout: CheckoutPage;
  demo: RunningDemo;
  open: Open;
  page: Page;
}) => Promise<void>;

export const test = base.extend<{ open: Open }>({
  open: async ({ checkout, demo, page }, use) => {
    await use((names, around = '') =>
      openExamples([names].flat(), { checkout, demo, page, around }),
    );
  },
});

interface ExampleTests {
  /** Tests the examples of these names; its title says what the guide promises. */
  example: (names: string | readonly string[], promise: string, run: Run) => void;
  /** Throws unless every example has its test. */
  expectAllTested: () => void;
}

/** Gives what tests a guide's examples in some languages. */
export function examplesIn(ofGuide: Guide, ...languages: readonly string[]): ExampleTests {
  const tested = new Set<string>();
  return {
    example: (names, promise, run) => {
      for (const name of [names].flat()) tested.add(name);
      test(`${[names].flat().join(', ')}: ${promise}`, run);
    },
    expectAllTested: () => {
      const forgotten = [...examples].filter(
        ([name, { guide, language }]) =>
          guide === ofGuide && languages.includes(language) && !tested.has(name),
      );
      if (forgotten.length === 0) return;
      throw new Error(`No test runs the examples ${forgotten.map(([name]) => name).join(', ')}.`);
    },
  };
}
