import type { Page, Request } from '@playwright/test';
import type { CheckoutPage } from '../support/checkout-page.ts';
import { expect, test } from '../support/test.ts';

const ours = /^[\da-f]{32}$/;

/** Lets the element load a script of the test's own, spoken with as the fragment says. */
async function fraudScriptIs(
  checkout: CheckoutPage,
  fragment: string,
  body: string,
): Promise<void> {
  const { page, element } = checkout;
  // The shop's own script may be on its way still.
  await page.locator('script[src*="/x.js"]').waitFor({ state: 'attached' });
  await page.route('**/s/*/x.js?own=*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
  await element.evaluate((checkoutElement, addition) => {
    const loaded = document.querySelector<HTMLScriptElement>('script[src*="/x.js"]');
    const { origin } = new URL(loaded?.src ?? '');
    const fraudScriptUrl = `${origin}/s/{merchantId}/x.js?own={sessionId}#${addition}`;
    Object.assign(checkoutElement, { fraudScriptUrl });
  }, fragment);
}

/** Pays, and gives what the proxy was told of the profile. */
async function profileSent(checkout: CheckoutPage): Promise<unknown> {
  const sent = checkout.page.waitForRequest('**/api/checkout/');
  await checkout.pay();
  const body: { fraud?: unknown } = (await sent).postDataJSON();
  return body.fraud;
}

async function globalOf(page: Page, name: string): Promise<unknown> {
  return page.evaluate((key): unknown => Reflect.get(window, key), name);
}

test('Nethone is told the id, the sensitive fields, and when the profile is complete', async ({
  checkout,
  page,
}) => {
  await checkout.open();
  await fraudScriptIs(
    checkout,
    'preset=nethone',
    `window.calls = [];
     window.dftp = {
       init: (options) => calls.push(options),
       profileCompleted: async () => calls.push('completed'),
     };`,
  );
  const profile = await profileSent(checkout);

  expect(profile).toEqual({ sessionId: expect.stringMatching(ours), completed: true });
  const sensitiveFields = ['number', 'expiry', 'securityCode', 'holder', 'document'];
  expect(await globalOf(page, 'calls')).toEqual([
    { attemptReference: expect.stringMatching(ours), sensitiveFields },
    'completed',
  ]);
});

test('Konduto gets its key, and its visitor goes with the payment', async ({ checkout, page }) => {
  await checkout.open();
  const script = `setTimeout(() => { window.Konduto = { getVisitorID: () => 'visitor-1' } }, 50)`;
  await fraudScriptIs(checkout, 'preset=konduto&key=P123', script);

  expect(await profileSent(checkout)).toEqual({ sessionId: 'visitor-1', completed: true });
  expect(await globalOf(page, '__kdt')).toEqual([{ public_key: 'P123' }, { post_on_load: false }]);
});

test('ClearSale finds its key and the id', async ({ checkout, page }) => {
  await checkout.open();
  await fraudScriptIs(checkout, 'preset=clearsale&key=app-1', 'window.read = window.csdp.q');

  expect(await profileSent(checkout)).toMatchObject({ completed: true });
  expect(await globalOf(page, 'read')).toEqual([
    ['app', 'app-1'],
    ['sessionid', expect.stringMatching(ours)],
  ]);
});

test('ThreatMetrix gets the id in its address, without hyphens', async ({ checkout, page }) => {
  await checkout.open();
  const loaded = page.waitForRequest(/\/x\.js\?own=[\da-f]{32}$/);
  await fraudScriptIs(checkout, 'preset=threatmetrix', '');

  expect(await profileSent(checkout)).toMatchObject({ completed: true });
  await loaded;
});

for (const [fragment, script] of [
  ['global=MADE_BY_VENDOR', `window.MADE_BY_VENDOR = 'vendor-1'`],
  [
    'input=black-box',
    `const input = document.createElement('input');
     Object.assign(input, { type: 'hidden', id: 'black-box', value: 'vendor-1' });
     document.body.append(input);`,
  ],
] as const) {
  test(`the id is read from ${fragment}`, async ({ checkout }) => {
    await checkout.open();
    await fraudScriptIs(checkout, fragment, script);

    expect(await profileSent(checkout)).toEqual({ sessionId: 'vendor-1', completed: true });
  });
}

test('an id that never comes is waited for 4 s; ours goes instead, marked', async ({
  checkout,
  page,
}) => {
  await page.clock.install();
  await checkout.open();
  const loaded = page.waitForResponse('**/x.js?own=**');
  await fraudScriptIs(checkout, 'global=NEVER', '');
  const sent = page.waitForRequest('**/api/checkout/');
  await checkout.pay();
  await loaded;
  await page.clock.runFor(4_000);

  const body: unknown = (await sent).postDataJSON();
  expect(body).toMatchObject({
    fraud: { sessionId: expect.stringMatching(ours), completed: false },
  });
});

test('the script is loaded once, however many elements there are', async ({ checkout, page }) => {
  const asked: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/x.js')) asked.push(request);
  });
  await checkout.open();
  await checkout.element.evaluate((element) => {
    const ready = new Promise((resolve) => {
      addEventListener('checkout-ready', resolve, { once: true });
    });
    element.after(element.cloneNode());
    return ready.then(() => undefined);
  });

  expect(asked).toHaveLength(1);
});

for (const fault of ['throws', 'gives nothing'] as const) {
  test(`an adapter of the page that ${fault} is a profile that was not completed`, async ({
    checkout,
  }) => {
    await checkout.open();
    await checkout.element.evaluate((element, how) => {
      Object.assign(element, {
        fraudScriptUrl: 'https://fraud.example/other.js',
        fraudAdapter: {
          start() {
            if (how === 'throws') throw new Error('no');
          },
        },
      });
    }, fault);

    expect(await profileSent(checkout)).toMatchObject({ completed: false });
  });
}

test('an adapter of the page that loads nothing gives its reference at once', async ({
  checkout,
}) => {
  await checkout.open();
  await checkout.element.evaluate((element) => {
    const fraudAdapter = { start: () => ({ reference: () => 'of-the-page' }) };
    Object.assign(element, { fraudScriptUrl: 'https://fraud.example/none.js', fraudAdapter });
  });

  expect(await profileSent(checkout)).toEqual({ sessionId: 'of-the-page', completed: true });
});

for (const reference of ['', 'x'.repeat(4097), 7]) {
  test(`an adapter's reference ${JSON.stringify(reference).slice(0, 9)} is not sent`, async ({
    checkout,
  }) => {
    await checkout.open();
    await checkout.element.evaluate((element, given) => {
      const profile = { loaded: Promise.resolve(), reference: () => given };
      const fraudScriptUrl = 'https://fraud.example/other.js';
      Object.assign(element, { fraudScriptUrl, fraudAdapter: { start: () => profile } });
    }, reference);

    expect(await profileSent(checkout)).toEqual({
      sessionId: expect.stringMatching(ours),
      completed: false,
    });
  });
}

test('Nethone without its functions is a profile that was not completed', async ({ checkout }) => {
  await checkout.open();
  await fraudScriptIs(checkout, 'preset=nethone', 'window.dftp = {}');

  expect(await profileSent(checkout)).toMatchObject({ completed: false });
});

test('a merchant who wants a profile and names no script is not paid', async ({
  checkout,
  page,
}) => {
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch();
    const { fraudScriptUrl: _named, ...config } = await response.json();
    await route.fulfill({ response, json: config });
  });
  await checkout.open();
  await checkout.element.evaluate((element) => element.setAttribute('fraud', 'required'));
  await checkout.pay();

  await expect(checkout.alert).toContainText('Tente de novo em alguns minutos');
  expect(await checkout.charges()).toEqual([]);
});

test('a preset that nobody knows is a mistake of the page', async ({ checkout }) => {
  await checkout.open();
  await fraudScriptIs(checkout, 'preset=other', '');
  await checkout.pay();

  await expect(checkout.alert).toContainText('Entre em contato com a loja');
  expect(await checkout.charges()).toEqual([]);
});

test.describe('where the script is blocked', () => {
  test.use({ breaksSomething: true });

  test('the payment goes on and says so', async ({ checkout }) => {
    await checkout.open({ fraud: 'blocked' });

    expect(await profileSent(checkout)).toEqual({
      sessionId: expect.stringMatching(ours),
      completed: false,
    });
  });

  test('a merchant who wants the profile is not paid without', async ({ checkout }) => {
    await checkout.open({ fraud: 'blocked' });
    await checkout.element.evaluate((element) => element.setAttribute('fraud', 'required'));
    await checkout.pay();

    await expect(checkout.alert).toContainText('Tente de novo em alguns minutos');
    await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'false');
    expect(await checkout.charges()).toEqual([]);
  });

  test('a script that is not the pinned one does not run', async ({ checkout, page }) => {
    await checkout.open();
    const integrity = `sha384-${'A'.repeat(62)}+/`;
    await fraudScriptIs(checkout, `integrity=${integrity}`, 'window.hasRun = true');

    expect(await profileSent(checkout)).toMatchObject({ completed: false });
    expect(await globalOf(page, 'hasRun')).toBeUndefined();
  });
});
