import { elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { expect, test } from '../support/test.ts';

// The table of mistakes is in misuse.test.ts.
test.use({ breaksSomething: true });

test('the console names what is wrong with a page, once it has loaded', async ({
  checkout,
  demo,
  page,
}) => {
  test.skip(checkout.isIsolated, 'its frame has no page to tell about');
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  const bare = '<card-checkout kinds="pix"></card-checkout>';
  await openOwnPage(page, demo, { body: bare + bare + scriptTag(demo) });

  await expect
    .poll(() => lines)
    .toEqual([
      '<card-checkout> has no proxy-url: set it to the address of your proxy (misconfigured)',
      expect.stringContaining('kinds="pix"'),
      '<card-checkout> has no order: set it to what signOrder returns (misconfigured)',
    ]);

  const origin = demo.urls.shop.replace('127.0.0.1', 'localhost');
  await page.goto(checkout.shopUrl().replace(demo.urls.shop, origin));
  await expect
    .poll(() => lines.at(-1))
    .toBe(
      `<card-checkout> is on ${origin}: add that to ALLOWED_ORIGINS at the proxy (origin_not_allowed)`,
    );
});

test('an address with spaces and slashes around it is taken', async ({ checkout, demo, page }) => {
  const element = (await elementFor(checkout, demo)).replace(
    demo.urls.proxy,
    ` ${demo.urls.proxy}// `,
  );
  await openOwnPage(page, demo, { body: element + scriptTag(demo) });
  await checkout.pay();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});
