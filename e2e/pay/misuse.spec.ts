import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Page, Route } from '@playwright/test';
import { cards, CheckoutPage } from '../support/checkout-page.ts';
import { documentWith, elementFor, openOwnPage, scriptTag } from '../support/own-page.ts';
import { configIs, hold } from '../support/routes.ts';
import type { RunningDemo } from '../support/running-demo.ts';
import { expect, isOfSlowServer, test } from '../support/test.ts';

// prepare.test.ts tests the mistakes in attributes.
test.use({ breaksSomething: true });

/** Nothing listens here. */
const nobody = 'http://127.0.0.1:61';

const sentences = {
  store: 'Entre em contato com a loja.',
  away: 'Não conseguimos falar com a loja.',
  expired: 'Este pedido expirou. Atualize a página e tente de novo.',
  unreadable: 'Este pedido não pode mais ser pago aqui.',
};

interface Stage {
  checkout: CheckoutPage;
  demo: RunningDemo;
  /** A signed order whose time is over. */
  expired: string;
}

interface Mistake {
  what: string;
  proxyUrl?: string;
  order?: string;
  line: string;
  sentence: string;
  /** Whether the frame never loads, so that the page shows the message. */
  isFrameless?: boolean;
}

function tag(proxyUrl: string, order: string): string {
  return `<card-checkout proxy-url="${proxyUrl}" order="${order}"></card-checkout>`;
}

/** Changes an order's claims, which makes its signature invalid. */
function changed(order: string, claims: object): string {
  const [header, payload = '', signature] = order.split('.');
  const said: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const now = Buffer.from(JSON.stringify(Object.assign({}, said, claims))).toString('base64url');
  return [header, now, signature].join('.');
}

/** Mistakes that an element can make without affecting others on its page. */
function mistakesIn({ checkout: { isIsolated }, demo: { urls }, expired }: Stage): Mistake[] {
  return [
    {
      what: 'a port where nothing answers',
      proxyUrl: nobody,
      line: `gets no readable answer from proxy-url ${nobody}: is it the proxy's address and port, and does the proxy run? (proxy_unreachable)`,
      sentence: sentences.away,
      isFrameless: true,
    },
    {
      what: 'an address that is no proxy',
      proxyUrl: urls.payments,
      line: `has proxy-url ${urls.payments}, whose answer to /api/order is hidden by CORS, such as a 404 or 502: is it the proxy's address, and does the proxy run? (misconfigured)`,
      sentence: sentences.store,
      isFrameless: true,
    },
    {
      what: 'the page’s own address',
      proxyUrl: urls.shop,
      line: isIsolated
        ? 'needs a proxy on an origin of its own: change proxy-url (misconfigured)'
        : `has proxy-url ${urls.shop}, which answers 404 to /api/order: is it the proxy's address? (misconfigured)`,
      sentence: sentences.store,
      isFrameless: true,
    },
    {
      what: 'no proxy-url',
      proxyUrl: '',
      line: 'has no proxy-url: set it to the address of your proxy (misconfigured)',
      sentence: sentences.store,
      isFrameless: true,
    },
    {
      what: 'no order',
      order: '',
      line: 'has no order: set it to what signOrder returns (misconfigured)',
      sentence: sentences.store,
    },
    {
      what: 'an order that isn’t a token',
      order: 'order-1',
      line: "has an order that can't be read: it must be a whole signed token (order_invalid)",
      sentence: sentences.unreadable,
    },
    {
      what: 'an expired order',
      order: expired,
      line: 'has an expired order: sign one for each page load (order_expired)',
      sentence: sentences.expired,
    },
  ];
}

/** The demo with its shop on an origin that is not in ALLOWED_ORIGINS. */
function elsewhere(demo: RunningDemo): RunningDemo {
  return {
    ...demo,
    urls: { ...demo.urls, shop: demo.urls.shop.replace('127.0.0.1', 'localhost') },
  };
}

/** Collects what the element reports, but of slow servers only the silent ones. */
function collectLines(page: Page, silent = nobody): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    const [, line] = text.split('<card-checkout> ');
    const isNoise = isOfSlowServer.test(text) && !text.includes(silent);
    if (line !== undefined && !isNoise) lines.push(line);
  });
  return lines;
}

async function expectLines(lines: readonly string[], ...expected: unknown[]): Promise<void> {
  await expect.poll(() => lines).toEqual(expected);
}

function countRequests(page: Page, url: string): () => number {
  let count = 0;
  page.on('request', (request) => (count += Number(request.url() === url)));
  return () => count;
}

for (const isolated of [false, true]) {
  test.describe(isolated ? 'the isolated form' : 'the ordinary form', () => {
    test.use({ isolated });

    test('reports each mistake, and the buyer sees a message instead of a form', async ({
      checkout,
      demo,
      page,
    }) => {
      const lines = collectLines(page);
      const order = await checkout.order();
      const expired = await checkout.order({ expires: -600 });
      const mistakes = mistakesIn({ checkout, demo, expired });
      const elements = mistakes.map((mistake) =>
        tag(mistake.proxyUrl ?? demo.urls.proxy, mistake.order ?? order),
      );
      await openOwnPage(page, demo, { body: elements.join('') + scriptTag(demo, isolated) });

      for (const [index, { what, sentence, isFrameless }] of mistakes.entries()) {
        await test.step(what, async () => {
          const element = page.locator('card-checkout').nth(index);
          const one = new CheckoutPage(page, demo, element, isolated);
          const alert = (isolated && isFrameless ? one.element : one.inner).getByRole('alert');
          await expect(alert).toContainText(sentence);
          await expect(one.number).toBeHidden();
        });
      }
      await expect
        .poll(() => lines.toSorted())
        .toEqual(mistakes.map(({ line }) => line).toSorted());
    });

    test('reports its origin if the proxy doesn’t allow it', async ({ checkout, demo, page }) => {
      const lines = collectLines(page);
      const body = (await elementFor(checkout, demo)) + scriptTag(demo, isolated);
      await openOwnPage(page, elsewhere(demo), { body });

      const alert = (isolated ? checkout.element : checkout.inner).getByRole('alert');
      await expect(alert).toContainText(sentences.store);
      await expect(checkout.number).toBeHidden();
      await expectLines(
        lines,
        `is on ${elsewhere(demo).urls.shop}: add that to ALLOWED_ORIGINS at the proxy (origin_not_allowed)`,
      );
    });

    test('names a private address to a page of the internet', async ({ checkout, demo, page }) => {
      const { proxy } = demo.urls;
      const lines = collectLines(page, proxy);
      const path = `packages/proxy/dist/widget/${isolated ? 'isolated' : 'card-checkout'}.js`;
      const body =
        (await elementFor(checkout, demo)) + '<script type="module" src="/own.js"></script>';
      // A page that a route fulfills isn't local, so Chromium asks before it lets it ask this machine.
      await page.route('https://shop.example/', async (route) =>
        route.fulfill({ contentType: 'text/html', body: documentWith(body) }),
      );
      await page.route('https://shop.example/own.js', async (route) => route.fulfill({ path }));
      await page.goto('https://shop.example/');

      await expectLines(
        lines,
        `has proxy-url ${proxy}, a private address, which browsers block (Local Network Access) (proxy_unreachable)`,
      );
    });

    test('reports what the page’s policy lacks', async ({ checkout, demo, page }) => {
      const lines = collectLines(page);
      const directive = isolated ? 'frame-src' : 'connect-src';
      const body = (await elementFor(checkout, demo)) + scriptTag(demo, isolated);
      await openOwnPage(page, demo, { body, policy: `${directive} 'self'` });

      const alert = (isolated ? checkout.element : checkout.inner).getByRole('alert');
      await expect(alert).toContainText(sentences.store);
      await expect(checkout.number).toBeHidden();
      await expectLines(
        lines,
        `is blocked by the page's Content-Security-Policy: add ${demo.urls.proxy} to ${directive} (misconfigured)`,
      );
    });

    test('reports a server that accepts connections and never answers', async ({
      checkout,
      demo,
      page,
    }) => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const asked = once(server, 'connection');
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const proxyUrl = `http://127.0.0.1:${port}`;
      const lines = collectLines(page, proxyUrl);
      await page.clock.install();
      await openOwnPage(page, demo, {
        body: tag(proxyUrl, await checkout.order()) + scriptTag(demo, isolated),
      });

      // Loading the page may take any time.
      await asked;
      await page.clock.fastForward(2_500);
      await expectLines(
        lines,
        `gets no readable answer from proxy-url ${proxyUrl}: is it the proxy's address and port, and does the proxy run? (proxy_unreachable)`,
      );
      await page.clock.fastForward(9_000);
      const alert = (isolated ? checkout.element : checkout.inner).getByRole('alert');
      await expect(alert).toContainText(sentences.away);
      await page.goto('about:blank');
      server.close();
    });

    test('reports both scripts on one page, and pays', async ({ checkout, demo, page }) => {
      const lines = collectLines(page);
      const element = await elementFor(checkout, demo, 'three-ds="off"');
      const scripts = scriptTag(demo, isolated) + scriptTag(demo, !isolated);
      await openOwnPage(page, demo, { body: element + scripts });
      await checkout.pay();

      await expect(checkout.inner).toContainText('Pagamento aprovado.');
      await expect.poll(() => lines).toEqual([expect.stringContaining('load only one of them')]);
    });

    test('opens once the proxy answers, and isn’t asked by a hidden page', async ({
      checkout,
      demo,
      page,
    }) => {
      // In the isolated form's test, a gateway answers for the proxy; prepare.test.ts has the others.
      let isAway = true;
      const answer = async (route: Route): Promise<void> => {
        if (!isAway) return route.continue();
        return isolated ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.abort();
      };
      for (const path of ['widget/frame', 'api/order', 'widget/integrity.json', ''])
        await page.route(`${demo.urls.proxy}/${path}`, answer);
      const frames = countRequests(page, `${demo.urls.proxy}/widget/frame`);
      const looks = countRequests(page, `${demo.urls.proxy}/widget/integrity.json`);
      const state = (): Promise<unknown> =>
        checkout.element.evaluate((element) => Reflect.get(element, 'state'));
      await page.clock.install();
      await page.addInitScript(() => {
        Object.defineProperty(document, 'hidden', { value: true, writable: true });
      });
      await openOwnPage(page, demo, {
        body: (await elementFor(checkout, demo, 'three-ds="off"')) + scriptTag(demo, isolated),
      });
      const closed = (isolated ? checkout.element : checkout.inner).getByRole('alert');
      await expect(closed).toContainText(isolated ? sentences.store : sentences.away);
      await page.clock.fastForward(60_000);
      expect([frames(), looks()]).toEqual([isolated ? 1 : 0, 1]);

      await page.evaluate(() => {
        Reflect.set(document, 'hidden', false);
        document.dispatchEvent(new Event('visibilitychange'));
      });
      await expect.poll(looks).toBe(2);
      expect(await state()).toBe('error');
      isAway = false;
      await expect(async () => {
        await page.clock.fastForward(1_000);
        await expect(checkout.number).toBeVisible({ timeout: 100 });
      }).toPass();
      await expect.poll(state).toBe('ready');
      await checkout.pay();

      await expect(checkout.inner).toContainText('Pagamento aprovado.');
    });
  });
}

test.describe('in the isolated form, whose frame holds the ordinary form', () => {
  test.use({ isolated: true });

  test('the page says once that the shop can’t be reached, whatever the retries', async ({
    checkout,
    demo,
    page,
  }) => {
    const frames = countRequests(page, `${nobody}/widget/frame`);
    await page.clock.install();
    await openOwnPage(page, demo, {
      body: tag(nobody, await checkout.order()) + scriptTag(demo, true),
    });
    const notice = checkout.element.getByRole('alert');
    await expect(async () => {
      await page.clock.fastForward(1_500);
      await expect(notice).toContainText(sentences.away, { timeout: 100 });
    }).toPass();
    const sentence = await notice.locator('p').elementHandle();

    await expect(async () => {
      await page.clock.fastForward(1_500);
      expect(frames()).toBeGreaterThan(3);
    }).toPass();
    expect(await sentence?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    await expect(notice.locator('p')).toHaveCount(1);
  });

  test('it closes after a reload, once no earlier payment is found', async ({
    checkout,
    demo,
    page,
  }) => {
    const element = await elementFor(checkout, demo);
    await configIs(page, () => ({ provider: 'acme' }));
    const { sub }: { sub: string } = JSON.parse(
      Buffer.from(/order="[^.]*\.([^.]*)/.exec(element)?.[1] ?? '', 'base64url').toString(),
    );
    await page.addInitScript((id) => sessionStorage.setItem(`card-checkout:${id}`, 'card'), sub);
    await openOwnPage(page, demo, { body: element + scriptTag(demo, true) });

    await expect(checkout.alert).toContainText(sentences.store);
    await expect(checkout.number).toBeHidden();
  });

  test('it reports an invalid signature at load, and takes no card', async ({
    checkout,
    demo,
    page,
  }) => {
    const lines = collectLines(page);
    const order = changed(await checkout.order(), { jti: 'changed' });
    await openOwnPage(page, demo, {
      body: tag(demo.urls.proxy, order) + scriptTag(demo, true),
    });
    await expect(checkout.alert).toContainText(sentences.unreadable);
    await expectLines(
      lines,
      'has an order that the proxy refuses: ORDER_SECRET differs between shop and proxy, or the token was changed (order_invalid)',
    );
    await expect(checkout.number).toBeHidden();
  });
});

test('a policy that blocks the 3DS script is reported, and the buyer is not asked for another card', async ({
  checkout,
  demo,
  page,
}) => {
  test.skip(checkout.isIsolated, 'its frame has its own policy');
  const lines = collectLines(page);
  const body = (await elementFor(checkout, demo)) + scriptTag(demo, false);
  const script = page.waitForResponse('**/api/order');
  await openOwnPage(page, demo, { body, policy: `script-src ${demo.urls.proxy}` });
  const { config }: { config: { threeDSScriptUrl: string; fraudScriptUrl: string } } = await (
    await script
  ).json();
  const { threeDSScriptUrl, fraudScriptUrl } = config;
  await checkout.pay();

  await expect(checkout.alert).toHaveText(
    'Não foi possível abrir a página do seu banco. Nada foi cobrado. Tente de novo em alguns minutos.',
  );
  const origins = [fraudScriptUrl, threeDSScriptUrl].map((url) => new URL(url).origin);
  await expectLines(
    lines,
    ...[...new Set(origins)].map(
      (origin) =>
        `is blocked by the page's Content-Security-Policy: add ${origin} to script-src (misconfigured)`,
    ),
  );
});

test('a policy that blocks the bank’s page is reported, and the buyer sees no blocked page', async ({
  checkout,
  demo,
  page,
}) => {
  test.skip(checkout.isIsolated, 'its frame has its own policy');
  const lines = collectLines(page);
  const body = (await elementFor(checkout, demo)) + scriptTag(demo, false);
  await openOwnPage(page, demo, { body, policy: "frame-src 'self'" });
  await checkout.pay({ number: cards.challenge });

  await expect(checkout.alert).toContainText('Não foi possível abrir a página do seu banco.');
  await expect(checkout.challenge).toBeHidden();
  await expectLines(lines, expect.stringMatching(/: add http:\S+ to frame-src \(misconfigured\)$/));
});

test.describe('a frame that did not come', () => {
  test.use({ isolated: true });

  test('is reported and loaded again although the page’s policy allows no questions', async ({
    checkout,
    demo,
    page,
  }) => {
    const lines = collectLines(page);
    const shop = elsewhere(demo);
    const policy = `script-src ${demo.urls.proxy}; frame-src ${demo.urls.proxy}; connect-src 'none'`;
    const frames = countRequests(page, `${demo.urls.proxy}/widget/frame`);
    const body = (await elementFor(checkout, demo)) + scriptTag(demo, true);
    await page.clock.install();
    await openOwnPage(page, shop, { body, policy });

    await expect(checkout.element.getByRole('alert')).toContainText(sentences.away);
    await expectLines(
      lines,
      `gets no frame from proxy-url ${demo.urls.proxy}: is it the proxy's address, is ${shop.urls.shop} in ALLOWED_ORIGINS, and does the proxy run? (proxy_unreachable)`,
    );
    await expect(async () => {
      await page.clock.fastForward(1_000);
      expect(frames()).toBeGreaterThan(2);
    }).toPass();
  });
});

test.describe('a frame that comes later', () => {
  test.use({ isolated: true });

  test('is named if a script of the page holds it back, and pays once that lets it go', async ({
    checkout,
    demo,
    page,
  }) => {
    const lines = collectLines(page);
    // As consent banners do.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const frame = document.querySelector<HTMLIFrameElement>('iframe:not([data-src])');
        if (frame) Object.assign(frame.dataset, { src: frame.src });
        if (frame) frame.src = 'about:blank';
      }).observe(document, { childList: true, subtree: true });
    });
    const body = (await elementFor(checkout, demo)) + scriptTag(demo, true);
    await page.clock.install();
    await openOwnPage(page, demo, { body });
    await expect(async () => {
      await page.clock.fastForward(1_500);
      expect(lines).toHaveLength(1);
    }).toPass();
    await page.clock.fastForward(30_000);

    await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
      frame.src = frame.dataset['src'] ?? '';
    });
    await checkout.pay();
    await expect(checkout.inner).toContainText('Pagamento aprovado.');
    expect(lines[0]).toBe(
      'has a frame that a script of the page holds back, such as a consent banner: exclude it (misconfigured)',
    );
  });

  test('is awaited without a word while the page is prerendered', async ({
    checkout,
    demo,
    page,
  }) => {
    const lines = collectLines(page);
    // A prerendered page loads no frame of another origin.
    await page.addInitScript(() => {
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
    });
    const release = await hold(page, '**/widget/frame');
    const asked = page.waitForRequest('**/widget/frame');
    const body = (await elementFor(checkout, demo)) + scriptTag(demo, true);
    await page.clock.install();
    const opened = openOwnPage(page, demo, { body });
    await asked;
    for (let seconds = 0; seconds < 20; seconds += 2) await page.clock.fastForward(2_000);
    await expect(checkout.element.getByRole('alert', { includeHidden: true })).toBeEmpty();

    await page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false });
      document.dispatchEvent(new Event('prerenderingchange'));
    });
    release();
    await opened;
    await expect(checkout.number).toBeVisible();
    expect(lines).toEqual([]);
  });

  test('is blocked by the page’s embedder policy, which is named', async ({
    checkout,
    demo,
    page,
  }) => {
    const lines = collectLines(page);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'crossOriginIsolated', { value: true });
    });
    await page.route('**/widget/frame', async (route) => route.abort('blockedbyresponse'));
    const body = (await elementFor(checkout, demo)) + scriptTag(demo, true);
    await openOwnPage(page, demo, { body });

    await expect(checkout.element.getByRole('alert')).toContainText(sentences.store);
    await expectLines(
      lines,
      'is on a page with Cross-Origin-Embedder-Policy, which blocks the frame: remove that header (misconfigured)',
    );
  });
});

test('a copied script without its files says so, and speaks Portuguese', async ({
  checkout,
  demo,
  page,
}) => {
  test.skip(checkout.isIsolated, 'its frame has the proxy’s script');
  const lines = collectLines(page);
  await page.route('**/widget/en-*.js', async (route) => route.fulfill({ status: 404 }));
  const body = (await elementFor(checkout, demo, 'locale="en"')) + scriptTag(demo, false);
  await openOwnPage(page, demo, { body });

  await expect(checkout.number).toBeVisible();
  await expectLines(lines, "can't load its texts: load the proxy's own script (misconfigured)");
});

test.describe('content for the ordinary form', () => {
  test.use({ isolated: true });

  test('in slots, texts and rules for parts are reported by the isolated form', async ({
    checkout,
    demo,
    page,
  }) => {
    const lines = collectLines(page);
    const element = (await elementFor(checkout, demo)).replace(
      '></',
      '><p slot="help">Ligue</p><p slot="next">Siga</p></',
    );
    const style = '<style>@media all { card-checkout::part(input) { color: red } }</style>';
    const script = `<script>document.querySelector('card-checkout').messages = { pay: 'Doar' }</script>`;
    await openOwnPage(page, demo, { body: style + element + script + scriptTag(demo, true) });

    await expect(checkout.number).toBeVisible();
    await expect
      .poll(() => lines)
      .toEqual([
        expect.stringContaining('slot="help next"'),
        expect.stringContaining('has messages'),
        expect.stringContaining('use its --card-checkout-* properties'),
      ]);
  });
});

test('the isolated form in a shadow root is reported', async ({ checkout, demo, page }) => {
  const lines = collectLines(page);
  const element = await elementFor(checkout, demo);
  const host = `<div id="host"><template shadowrootmode="open">${element}</template></div>`;
  await openOwnPage(page, demo, { body: host + scriptTag(demo, true) });

  await expect
    .poll(() => lines)
    .toEqual([
      expect.stringContaining('is in a shadow root, where browsers fill in no saved card'),
    ]);
});

test('an address with spaces and slashes around it is accepted', async ({
  checkout,
  demo,
  page,
}) => {
  const element = (await elementFor(checkout, demo)).replace(
    demo.urls.proxy,
    ` ${demo.urls.proxy}// `,
  );
  await openOwnPage(page, demo, { body: element + scriptTag(demo) });
  await checkout.pay();

  await expect(checkout.inner).toContainText('Pagamento aprovado.');
});
