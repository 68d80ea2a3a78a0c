import { cards } from './checkout-page.ts';
import { buildPages } from './frameworks/build.ts';
import { openOwnPage } from './own-page.ts';
import { expect, test as base } from './test.ts';

const test = base.extend<object, { pages: ReadonlyMap<string, string> }>({
  pages: [async ({}, use) => use(await buildPages()), { scope: 'worker' }],
});

for (const [framework, number] of [
  ['react', cards.challenge],
  ['vue', cards.frictionless],
  ['angular', cards.frictionless],
] as const) {
  test(`a page made with ${framework} pays, sets properties and hears events`, async ({
    checkout,
    demo,
    page,
    pages,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const body = `
      <div id="shop" data-proxy-url="${demo.urls.proxy}" data-order="${await checkout.order()}"></div>
      <script>
        // React looks for its developer tools, and advertises them in the console where there are none.
        window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { isDisabled: true };
      </script>
      <script type="module" src="${demo.urls.shop}/own/${framework}.js"></script>`;
    await openOwnPage(page, demo, { body, scripts: pages });
    await checkout.pay({ number });
    if (number === cards.challenge) await checkout.answerBank('1234');

    await expect(checkout.element).toContainText('Obrigado pela compra!');
    await expect(page.locator('output')).toHaveText(/^[\da-f-]{36}$/);
    expect(await checkout.charges()).toHaveLength(1);
    expect(requests.filter((url) => url.endsWith('/api/config'))).toHaveLength(1);
    expect(requests.filter((url) => url.includes('/x.js?session='))).toHaveLength(1);
  });
}
