import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { promisify } from 'node:util';
import type { Page, TestInfo } from '@playwright/test';
import { cards, type CheckoutPage } from '../support/checkout-page.ts';
import { examples, examplesIn, test } from '../support/doc-examples.ts';
import { elementFor, openOwnPage } from '../support/own-page.ts';
import type { RunningDemo } from '../support/running-demo.ts';
import { expect } from '../support/test.ts';

const { example, expectAllTested } = examplesIn(['payment-page'], 'js');
const run = promisify(execFile);
const hashedFile = /\/widget\/\d+\.\d+\.\d+-[\da-f]{8}\/[\w-]+\.js$/;

interface Stage {
  checkout: CheckoutPage;
  demo: RunningDemo;
  page: Page;
}

/** Runs the guide's program for the demo's proxy and returns its tags. */
async function pinnedTags({ urls }: RunningDemo): Promise<string> {
  const code = examples.get('pinned')?.code ?? '';
  const program = code.replaceAll('https://checkout.example.com', urls.proxy);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program]);
  return stdout;
}

async function openPinned({ checkout, demo, page }: Stage, attributes = ''): Promise<void> {
  const body = (await pinnedTags(demo)) + (await elementFor(checkout, demo, attributes));
  await openOwnPage(page, demo, { body });
}

/** Returns the shop's policy for a `<meta>` element, allowing the tags' inline code. */
async function policyFor(tags: string, { checkout, page }: Stage): Promise<string> {
  const answer = await page.request.get(checkout.shopUrl());
  const [, inline = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(tags) ?? [];
  const hash = createHash('sha256').update(inline).digest('base64');
  const policy = answer.headers()['content-security-policy'] ?? '';
  return policy
    .replace('script-src', `script-src 'sha256-${hash}'`)
    .replace('img-src', 'img-src data:')
    .replace("frame-ancestors 'none'; ", '');
}

/** Changes a file of the widget, like an attacker with access to a cache. */
async function tamperWith(page: Page, file: string): Promise<void> {
  await page.route(file, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\nglobalThis.tampered = 1;` });
  });
}

test.describe('with the guide’s tags', () => {
  test.skip(({ isolated }) => isolated, 'the tags load the ordinary form');
  test.use({ breaksSomething: true });

  example(
    'pinned',
    'pays with files pinned by hash, under a policy that allows only the import map inline',
    async ({ checkout, demo, page }) => {
      const asked: string[] = [];
      const said: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => said.push(message.text()));
      const tags = await pinnedTags(demo);
      const policy = await policyFor(tags, { checkout, demo, page });
      await openOwnPage(page, demo, { body: tags + (await elementFor(checkout, demo)), policy });
      await checkout.pay({ number: cards.challenge });
      await checkout.answerBank('1234');

      await expect(checkout.inner).toContainText('Pagamento aprovado.');
      expect(said).toEqual([]);
      const files = asked.filter((url) => url.includes('/widget/') && !url.endsWith('.json'));
      expect(files).not.toEqual([]);
      for (const file of files) expect(file).toMatch(hashedFile);
      await expect(page.evaluate(() => document.write('<p>'))).rejects.toThrow('TrustedHTML');
    },
  );

  test('a file changed in transit doesn’t run', async ({ checkout, demo, page }) => {
    await tamperWith(page, '**/widget/*/en-*.js');
    await openPinned({ checkout, demo, page }, 'locale="en"');
    await expect(checkout.number).toBeVisible();
    expect(await page.evaluate('globalThis.tampered')).toBeUndefined();

    await tamperWith(page, '**/widget/*/card-checkout.js');
    const refused = page.waitForEvent('console', (message) => message.text().includes('integrity'));
    await openPinned({ checkout, demo, page });
    await refused;
    expect(await page.evaluate('customElements.get("card-checkout")')).toBeUndefined();
    expect(await page.evaluate('globalThis.tampered')).toBeUndefined();
  });
});

async function serve(answer: RequestListener): Promise<{ address: string; close(): void }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const given = server.address();
  const port = typeof given === 'object' ? given?.port : undefined;
  return { address: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

/** Runs the guide's program. Returns its exit code and output. */
async function watch(address: string, info: TestInfo): Promise<{ code: number; said: string }> {
  const program = info.outputPath('watch.mjs');
  const { launchOptions } = info.project.use;
  const launch = `chromium.launch(${JSON.stringify(launchOptions)})`;
  const code = readFileSync('examples/payment-page/watch.mjs', 'utf8');
  writeFileSync(
    program,
    code.replace('chromium.launch()', () => launch),
  );
  const args = [program, address, info.outputPath('approved.json')];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, _stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stderr }),
    );
  });
}

test('the watch reports changed scripts and headers', async ({ demo }) => {
  test.slow(); // It starts two more browsers.
  const info = test.info();
  const shop = { script: 'addEventListener("load", () => 1)', inline: '', policy: 'default-src *' };
  const site = await serve((request, response) => {
    const nonce = randomUUID();
    if (request.url === '/shop.js') return response.end(shop.script);
    return response
      .setHeader('Content-Type', 'text/html')
      .setHeader('Content-Security-Policy', `${shop.policy}; script-src * 'nonce-${nonce}'`)
      .end(`<link rel="icon" href="data:,"><script src="/shop.js"></script>${shop.inline}
        <script type="module" src="${demo.urls.proxy}/widget/card-checkout.js"></script>`);
  });

  expect(await watch(site.address, info)).toEqual({ code: 0, said: '' });
  shop.script += '; steal()';
  shop.inline = '<script nonce="x">steal()</script>';
  shop.policy = 'connect-src *';
  const { code, said } = await watch(site.address, info);
  site.close();

  expect(code).toBe(1);
  expect(said.match(/^(header|script|inline script) .+/gm)).toEqual([
    'header content-security-policy',
    `script ${site.address}shop.js`,
    expect.stringMatching(/^inline script sha384-/),
  ]);
});

expectAllTested();
