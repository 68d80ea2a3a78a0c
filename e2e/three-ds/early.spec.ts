import { hold } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

/** Runs in each document: keeps the connections that are opened early, without their ports. */
function noteConnections(): void {
  Object.assign(window, { connections: [] });
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLLinkElement && node.rel === 'preconnect' && !node.isConnected)
        Reflect.get(window, 'connections').push(`${new URL(node.href).origin} ${node.crossOrigin}`);
  }).observe(document, { childList: true, subtree: true });
}

const script = '/Scripts/BP.Mpi.3ds21.min.js';

for (const isolated of [false, true])
  test.describe(isolated ? 'the isolated form' : 'the ordinary form', () => {
    test.use({ isolated });

    test('opens its connections and loads the script once number and date are right, and asks nothing before the press', async ({
      checkout,
      demo,
      page,
    }) => {
      const { payments, threeDS } = demo.urls;
      const early: string[] = [];
      page.on('request', (request) => {
        const { origin } = new URL(request.url());
        if (origin === payments || origin === threeDS) early.push(request.url());
      });
      await page.addInitScript(noteConnections);
      const configured = page.waitForResponse('**/api/order');
      await checkout.open();
      await configured;
      const connections = async (): Promise<unknown> =>
        checkout.inner.evaluate(() => Reflect.get(window, 'connections'));
      await checkout.number.fill('4000 0000 0000 2701');
      await checkout.expiry.fill('12/3');
      expect(await connections()).toEqual([]);
      await checkout.expiry.fill('12/30');

      await expect.poll(connections).toEqual([`${payments} anonymous`, `${threeDS} anonymous`]);
      // The script hasn't run: it would load another one.
      await expect.poll(() => early).toEqual([`${threeDS}${script}`]);
      await checkout.fill();
      await expect(checkout.inner.locator('iframe')).toHaveCount(0);
      expect(await connections()).toHaveLength(2);
      expect(early).toHaveLength(1);
    });

    test('prepares for no press when that came before the proxy’s answer', async ({
      checkout,
      page,
    }) => {
      await page.addInitScript(noteConnections);
      const release = await hold(page, '**/api/order');
      await page.goto(checkout.shopUrl());
      await checkout.fill();
      await checkout.payButton.click();
      await expect(checkout.payButton).toBeDisabled();
      release();

      await expect(checkout.inner).toContainText('Pagamento aprovado.');
      const connections = await checkout.inner.evaluate(() => Reflect.get(window, 'connections'));
      expect(connections).toEqual([]);
    });
  });

test.describe('the isolated form, whose frame holds the ordinary one,', () => {
  test.use({ isolated: true, breaksSomething: true });

  for (const fate of ['is lost', 'is still on its way at the press'])
    test(`pays when the script of before ${fate}`, async ({ checkout, page }) => {
      const early = Promise.withResolvers<void>();
      await page.route(
        '**/Scripts/BP.Mpi*',
        async (route) => {
          if (fate === 'is lost') await route.abort();
          early.resolve();
        },
        { times: 1 },
      );
      await checkout.open();
      await checkout.fill();
      await early.promise;
      await checkout.payButton.click();

      await expect(checkout.inner).toContainText('Pagamento aprovado.');
      expect(await checkout.charges()).toHaveLength(1);
    });

  test('loads nothing twice, and asks the bank only after the look-up', async ({
    checkout,
    demo,
    page,
  }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await checkout.open();
    await checkout.fill();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/order', async (route) => {
      await held.promise;
      await route.continue();
    });
    const token = page.waitForResponse('**/api/3ds/token/**');
    await checkout.payButton.click();
    await token;
    await expect.poll(() => requested).toContain(script);
    expect(requested.filter((path) => path.startsWith('/v2/3ds/'))).toEqual([]);
    held.resolve();

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(requested.filter((path) => path === '/api/3ds/token/')).toHaveLength(1);
    expect(requested.filter((path) => path.startsWith('/v2/3ds/'))).not.toEqual([]);
    expect(await checkout.charges()).toHaveLength(1);
    expect(demo.log.length).toBeGreaterThan(0);
  });
});

test.describe('the ordinary form', () => {
  test.use({ isolated: false });

  test('asks the proxy for permission to post before the press, and only then', async ({
    checkout,
    page,
  }) => {
    const preflights: string[] = [];
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    client.on('Network.requestWillBeSent', ({ request: { method, url } }) => {
      if (method === 'OPTIONS' && url.endsWith('/api/checkout/')) preflights.push(url);
    });
    await checkout.open();
    const allowed = page.waitForResponse(
      (response) => response.request().method() === 'HEAD' && response.status() === 204,
    );
    await checkout.fill();
    await allowed;
    await checkout.payButton.click();

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(preflights).toHaveLength(1);
  });
});

test.describe('the ordinary form, which loads the script into a frame of its own,', () => {
  test.use({ isolated: false, breaksSomething: true });

  test('pays when the script is lost before and at the press', async ({ checkout, page }) => {
    await page.route('**/Scripts/BP.Mpi*', async (route) => route.abort(), { times: 2 });
    const lost = async () =>
      page.waitForEvent('requestfailed', (request) => request.url().includes(script));
    const before = lost();
    await checkout.open();
    await checkout.fill();
    await before;
    const release = await hold(page, '**/api/3ds/token/**');
    const atPress = lost();
    await checkout.payButton.click();
    await atPress;
    release();

    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(await checkout.charges()).toHaveLength(1);
  });
});
