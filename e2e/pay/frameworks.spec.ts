import { cards } from '../support/checkout-page.ts';
import { bundle } from '../frameworks/build.ts';
import { openOwnPage } from '../support/own-page.ts';
import { expect, test as base } from '../support/test.ts';

const files = 'react.tsx react-server.tsx angular.ts solid.tsx svelte.ts preact.ts'.split(' ');
const test = base.extend<object, { pages: ReadonlyMap<string, string> }>({
  pages: [async ({}, use) => use(await bundle(files)), { scope: 'worker', timeout: 60_000 }],
});

test.use({ proxyEnvironment: { THREE_DS: 'required' } });

// One worker, so that the pages are built once.
test.describe.configure({ mode: 'default' });

for (const { script, number } of [
  { script: 'react', number: cards.challenge },
  { script: 'react-server', number: cards.frictionless },
  { script: 'angular', number: cards.frictionless },
  { script: 'solid', number: cards.frictionless },
  { script: 'svelte', number: cards.frictionless },
  { script: 'preact', number: cards.frictionless },
]) {
  test(`a page built with ${script} pays, sets properties and receives events`, async ({
    checkout,
    demo,
    page,
    pages,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const order = await checkout.order();
    const body = `
      <div id="shop" data-proxy-url="${demo.urls.proxy}" data-order="${order}"></div>
      <script>
        // Without its developer tools, React advertises them in the console.
        window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { isDisabled: true };
      </script>
      <script type="module" src="${demo.urls.shop}/own/${script}.js"></script>`;
    await openOwnPage(page, demo, { body, scripts: pages });
    await checkout.pay({ number });
    if (number === cards.challenge) await checkout.answerBank('1234');

    await expect(checkout.inner).toContainText('Obrigado pela compra!');
    await expect(page.locator('output')).toHaveText(/^[\da-f-]{36}$/);
    expect(await checkout.charges()).toHaveLength(1);
    expect(requests.filter((url) => url.endsWith('/api/order'))).toHaveLength(2);
    expect(requests.filter((url) => url.includes('/x.js?session='))).toHaveLength(1);
  });
}
