import type { Page } from '@playwright/test';
import type { CheckoutPage } from './checkout-page.ts';
import { examples, openExample } from './doc-examples.ts';
import { expect, test as base } from './test.ts';

type Open = (name: string, around?: string) => Promise<void>;
type Run = (fixtures: { checkout: CheckoutPage; open: Open; page: Page }) => Promise<void>;

export const test = base.extend<{ open: Open }>({
  open: async ({ checkout, demo, page }, use) => {
    await use((name, around = '') => openExample(name, { checkout, demo, page, around }));
  },
});

const tested = new Set<string>();

/** Tests the example of that name; its title says what the guide promises. */
export function example(name: string, promise: string, run: Run): void {
  tested.add(name);
  test(`${name}: ${promise}`, run);
}

/** Tests that every example in these languages has a test in the same file. */
export function expectAllTested(...languages: readonly string[]): void {
  test(`every example in ${languages.join(', ')} has its test`, () => {
    const named = [...examples].filter(([, { language }]) => languages.includes(language));

    expect([...tested].toSorted()).toEqual(named.map(([name]) => name).toSorted());
  });
}
