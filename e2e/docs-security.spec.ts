import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { CheckoutPage } from './checkout-page.ts';
import { examples } from './doc-examples.ts';
import { examplesIn, test } from './doc-test.ts';
import { elementFor, openOwnPage } from './own-page.ts';
import { expect, type RunningDemo } from './test.ts';

const { example, expectAllTested } = examplesIn('security', 'js');
const run = promisify(execFile);

interface Stage {
  checkout: CheckoutPage;
  demo: RunningDemo;
  page: Page;
}

/** Opens a page with the tags that the guide's program writes for the demo's proxy. */
async function openPinned({ checkout, demo, page }: Stage): Promise<void> {
  const code = examples.get('pinned')?.code ?? '';
  const program = code.replaceAll('https://checkout.example.com', demo.urls.proxy);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  const body = stdout + (await elementFor(checkout, demo));
  await openOwnPage(page, demo, { body });
}

/** Adds to a file of the widget, as whoever gets hold of a cache between proxy and browser could. */
async function tamperWith(page: Page, file: string): Promise<void> {
  await page.route(file, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\nglobalThis.tampered = 1;` });
  });
}

example('pinned', 'pays from files that the page has hashed', async ({ checkout, demo, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openPinned({ checkout, demo, page });
  await checkout.pay();

  await expect(checkout.element).toContainText('Pagamento aprovado.');
  const files = asked.filter((url) => url.includes('/widget/'));
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect(file).toMatch(/\/widget\/\d+\.\d+\.\d+-[\da-f]{8}\/[\w-]+\.js$/);
});

test.describe('where a file was changed on its way', () => {
  test.use({ breaksSomething: true });

  test('the script does not run', async ({ checkout, demo, page }) => {
    await tamperWith(page, '**/widget/*/card-checkout.js');
    const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
    await openPinned({ checkout, demo, page });
    await refused;

    expect(await page.evaluate('customElements.get("card-checkout")')).toBeUndefined();
    expect(await page.evaluate('globalThis.tampered')).toBeUndefined();
  });

  test('what the script loads later does not run, and nothing is paid', async ({
    checkout,
    demo,
    page,
  }) => {
    await tamperWith(page, '**/widget/*/pay-*.js');
    await openPinned({ checkout, demo, page });
    await checkout.pay();
    await expect(checkout.alert).not.toBeEmpty();

    expect(await page.evaluate('globalThis.tampered')).toBeUndefined();
    expect(await checkout.charges()).toEqual([]);
  });
});

expectAllTested();
