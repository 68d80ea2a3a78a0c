import type { Page } from '@playwright/test';
import type { CheckoutPage } from './checkout-page.ts';
import { examples, openExample, type Guide } from './doc-examples.ts';
import type { RunningDemo } from './running-demo.ts';
import { expect, test as base } from './test.ts';

type Open = (name: string, around?: string) => Promise<void>;
type Run = (fixtures: {
  checkout: CheckoutPage;
  demo: RunningDemo;
  open: Open;
  page: Page;
}) => Promise<void>;

export const test = base.extend<{ open: Open }>({
  open: async ({ checkout, demo, page }, use) => {
    await use((name, around = '') => openExample(name, { checkout, demo, page, around }));
  },
});

interface ExampleTests {
  /** Tests the example of that name; its title says what the guide promises. */
  example: (name: string, promise: string, run: Run) => void;
  /** Tests that no example was forgotten. */
  expectAllTested: () => void;
}

/** Gives what tests a guide's examples in some languages. */
export function examplesIn(ofGuide: Guide, ...languages: readonly string[]): ExampleTests {
  const tested: string[] = [];
  return {
    example: (name, promise, run) => {
      tested.push(name);
      test(`${name}: ${promise}`, run);
    },
    expectAllTested: () => {
      test(`every example in ${languages.join(' and ')} has its test`, () => {
        const named = [...examples].filter(
          ([, { guide, language }]) => guide === ofGuide && languages.includes(language),
        );

        expect(tested.toSorted()).toEqual(named.map(([name]) => name).toSorted());
      });
    },
  };
}
