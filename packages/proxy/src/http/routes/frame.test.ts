import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { describe, expect, it } from 'vitest';
import { startProxyWith } from '../../../testing/running-proxy.ts';

/** Asks for a document of the isolated form; gives its headers and its policy, by directive. */
async function ask(path: string, env: Record<string, string> = {}) {
  const { proxy } = await startProxyWith(undefined, {
    API_BASE_URL: 'https://api.example/v1',
    ALLOWED_ORIGINS: 'https://shop.example,https://loja.example',
    ...env,
  });
  const { status, headers, text } = await proxy.call(path);
  const policy = (headers.get('content-security-policy') ?? '')
    .split(';')
    .map((directive) => directive.split(/ (.*)/).slice(0, 2));
  return { status, headers, text, policy: Object.fromEntries(policy) };
}

describe('the frame of the isolated form', () => {
  it('allows the proxy’s own files, and nothing unsafe', async () => {
    const { status, headers, policy } = await ask('/widget/frame');

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(policy).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': 'https://shop.example https://loja.example',
      'script-src': "'self'",
      'connect-src': "'self' https://api.example",
      'frame-src': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'card-checkout lit-html',
    });
  });

  it('may be shown by the merchant’s pages, and lets the issuer authenticate', async () => {
    const { headers, text } = await ask('/widget/frame');

    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': expect.stringMatching(
        /^payment=\*, publickey-credentials-get=\*, otp-credentials=\*, /,
      ),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers.has('x-frame-options')).toBe(false);
    expect(text).toContain('data-origins="https://shop.example https://loja.example"');
  });
});

describe('the realm of the 3DS provider', () => {
  it('allows the provider and any issuer, and no script that is inline', async () => {
    const { text, headers, policy } = await ask('/widget/realm', {
      THREE_DS_ENVIRONMENT: 'production',
    });

    const provider =
      'https://mpi.braspag.com.br https://*.cardinalcommerce.com https://*.cardinaltrusted.com';
    expect(policy).toEqual({
      'default-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self' https://shop.example https://loja.example",
      'script-src': provider,
      'connect-src': provider,
      'style-src': `'unsafe-inline' ${provider}`,
      'img-src': 'data: https:',
      'frame-src': 'https:',
      'form-action': 'https:',
    });
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(text).not.toMatch(/<(script|meta http)/);
    const script = 'https://mpi.braspag.com.br/Scripts/BP.Mpi.3ds21.min.js';
    expect(text.match(/<link.*>/g)).toEqual([
      `<link rel="preload" as="script" href="${script}" />`,
    ]);
  });
});

it('the realm of a provider without a script preloads none', async () => {
  const { text, policy } = await ask('/widget/realm', { THREE_DS_PROVIDER: 'other' });

  expect(text).not.toContain('preload');
  expect(policy['script-src']).not.toContain('braspag');
});

describe('the realm on an origin of its own', () => {
  const env = { THREE_DS_FRAME_ORIGIN: 'https://3ds.example', THREE_DS_ENVIRONMENT: 'production' };

  it('is what the frame may open, and brings its own script', async () => {
    const frame = await ask('/widget/frame', env);
    const realm = await ask('/widget/realm', env);

    expect(frame.policy).toMatchObject({ 'frame-src': 'https://3ds.example' });
    expect(frame.text).toContain('data-realm="https://3ds.example"');
    expect(realm.policy).toMatchObject({
      'script-src': expect.stringMatching(/^'self' https:\/\/mpi\.braspag/),
      'frame-ancestors': 'https:',
    });
    expect(realm.text).toContain('<script type="module" src="realm.js"></script>');
  });
});

describe('the payment page', () => {
  const env = { PAYMENT_PAGE: 'on', SHOP_NAME: '"Café" & <script>', SHOP_COLOR: '#8a1538' };

  it('is there only if PAYMENT_PAGE is on', async () => {
    expect((await ask('/pay')).status).toBe(404);
    expect((await ask('/pay', env)).status).toBe(200);
  });

  it.each([
    ['/pay/', '../pay'],
    ['/pay%23a.b-_.c', 'pay#a.b-_.c'],
    ['/payments', null],
    ['/pay%23%0Aa', null],
  ])('is found by %s', async (path, location) => {
    const { proxy } = await startProxyWith(undefined, env);

    const answer = await fetch(`${proxy.url}${path}`, { redirect: 'manual' });

    expect(answer.headers.get('location')).toBe(location);
    expect(answer.status).toBe(location === null ? 404 : 308);
  });

  it('has the policy of the frame, and no page may show it in a frame', async () => {
    const frame = await ask('/widget/frame', env);
    const { policy, headers } = await ask('/pay', env);

    expect(policy).toEqual({
      ...frame.policy,
      'frame-ancestors': "'none'",
      'img-src': "'self' data:",
    });
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('shows the shop’s name as text', async () => {
    const { text } = await ask('/pay', env);

    expect(text).toContain('<h1>&quot;Café&quot; &amp; &lt;script&gt;</h1>');
    expect(text).toContain('data-color="#8a1538"');
  });
});

describe('what the shop adds to both pages', () => {
  it('is its font, which is loaded from the proxy alone', async () => {
    const FONT_FILE = join(temporaryFolder(), 'font.woff2');
    writeFileSync(FONT_FILE, 'wOF2 and more');
    const env = { PAYMENT_PAGE: 'on', FONT_FILE };
    const frame = await ask('/widget/frame', env);
    const page = await ask('/pay', env);

    expect([frame.policy['font-src'], page.policy['font-src']]).toEqual(["'self'", "'self'"]);
    const [, name = ''] = /data-font="(font-[\da-f]{8}\.woff2)"/.exec(frame.text) ?? [];
    expect(page.text).toContain(`data-font="widget/${name}"`);
    const { status, headers, text } = await ask(`/widget/${name}`, env);
    expect([status, headers.get('content-type'), text]).toEqual([
      200,
      'font/woff2',
      'wOF2 and more',
    ]);
    expect(headers.get('cache-control')).toContain('immutable');
  });

  it.each([
    ['svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['png', 'image/png', '\x89PNG\r\n\x1a\n…'],
  ])(
    'is its logo as %s on /pay, which is a picture and nothing else',
    async (end, type, content) => {
      const SHOP_LOGO_FILE = join(temporaryFolder(), 'logo');
      writeFileSync(SHOP_LOGO_FILE, content, 'latin1');
      const env = { PAYMENT_PAGE: 'on', SHOP_NAME: 'Loja "A"', SHOP_LOGO_FILE };
      const page = await ask('/pay', env);

      const [img, path = ''] =
        /<img src="(widget\/logo-[\da-f]{8}\.\w+)" alt="[^"]*"/.exec(page.text) ?? [];
      expect(img).toContain('alt="Loja &quot;A&quot;"');
      const { status, headers, policy } = await ask(`/${path}`, env);
      expect([status, headers.get('content-type'), path.endsWith(end)]).toEqual([200, type, true]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(policy).toMatchObject({ 'default-src': "'none'" });
      expect(policy).toHaveProperty('sandbox');
      expect(policy).not.toHaveProperty('script-src');
    },
  );

  it('is the seller’s CNPJ and how to reach it, at the foot of /pay', async () => {
    const { text } = await ask('/pay', {
      PAYMENT_PAGE: 'on',
      SHOP_NAME: 'Loja',
      SHOP_CNPJ: '12ABC34501DE35',
      HELP_TEXT: 'Fale conosco',
    });

    expect(text).toContain('<p>Loja · CNPJ 12.ABC.345/01DE-35</p>');
    expect(/<footer>[^]+<\/footer>/.exec(text)?.[0]).toContain('Fale conosco');
  });

  it('is how to reach it, as text', async () => {
    const env = { HELP_TEXT: 'Fale <b>conosco</b>:', HELP_URL: 'https://shop.example/?a="&b=1' };
    const { text } = await ask('/widget/frame', env);

    const href = 'https://shop.example/?a=&quot;&amp;b=1';
    expect(text).toContain(
      `<p slot="help">Fale &lt;b&gt;conosco&lt;/b&gt;: <a href="${href}" target="_blank" rel="noreferrer">shop.example/?a=&quot;&amp;b=1</a></p>`,
    );
  });

  it('is nothing by default', async () => {
    const { text, policy } = await ask('/widget/frame');

    expect(text).not.toMatch(/template|data-font/);
    expect(policy).not.toHaveProperty('font-src');
  });
});

describe('a payment from the frame', () => {
  it.each([
    ['same-origin', 200],
    ['cross-site', 403],
  ])('of a page whose origin is %s is answered %i', async (site, status) => {
    const { proxy } = await startProxyWith();
    const headers = { Origin: proxy.url, 'Sec-Fetch-Site': site };

    const answer = await proxy.pay({ headers });

    expect(answer.status).toBe(status);
  });
});
