import { freePort } from '@card-checkout/testing/free-port';
import { describe, expect, it } from 'vitest';
import { startProxyWith } from '../../../testing/running-proxy.ts';

const password = 'canary of the operator';

/** What is unusual about one request. */
interface Asked {
  method?: string;
  secret?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Starts a proxy with the page, and a payments API that does not answer. */
async function start(overrides: Record<string, string> = { OPERATOR_PASSWORD: password }) {
  const METRICS_PORT = String(await freePort());
  const env = { METRICS_PORT, UPSTREAM_TIMEOUT_MS: '50', ...overrides };
  const { proxy } = await startProxyWith(() => 'hang', env);
  const url = `http://127.0.0.1:${METRICS_PORT}`;
  const ask = async (path: string, { secret = password, headers, ...init }: Asked = {}) => {
    const Authorization = `Basic ${btoa(`operator:${secret}`)}`;
    return fetch(`${url}${path}`, { ...init, headers: { Authorization, ...headers } });
  };
  return { proxy, url, ask };
}

/** Makes a request that changes something, as the page's script does. */
function write(headers: Record<string, string>, body: object = {}): Asked {
  const json = { 'Content-Type': 'application/json', ...headers };
  return { method: 'POST', headers: json, body: JSON.stringify(body) };
}

function from(client: string): Asked {
  return { headers: { 'X-Forwarded-For': client } };
}

describe('the operator’s page', () => {
  it('is there for the user operator with the password', async () => {
    const { ask } = await start();

    const answer = await ask('/');

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await answer.text()).toContain('<operator-page>');
  });

  it('has a policy that allows its own files, and nothing inline', async () => {
    const { ask } = await start();

    const { headers } = await ask('/');

    const policy = headers.get('content-security-policy')?.split(';') ?? [];
    expect(policy.toSorted()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      "require-trusted-types-for 'script'",
      "script-src 'self'",
      "style-src 'self'",
      'trusted-types lit-html',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['/', '/index.html', '/licenses.md', '/operator/alarms', '/operator/payments'])(
    'asks for the password at %s',
    async (path) => {
      const { url, ask } = await start();

      const answers = [
        await fetch(`${url}${path}`),
        await ask(path, { secret: 'another password' }),
        await ask(path, { headers: { Authorization: `Bearer ${password}` } }),
        await ask(path, { headers: { Authorization: `Basic ${btoa(`root:${password}`)}` } }),
      ];

      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
      expect(answers[0]?.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    },
  );

  it('lets nobody guess more than ten passwords a minute', async () => {
    const { proxy, url, ask } = await start();
    const guesses = Array.from({ length: 10 }, (_, index) => `guess ${index} at the password`);
    for (const guess of guesses) expect((await ask('/', { secret: guess })).status).toBe(401);

    const answers = [
      await ask('/', { secret: 'one more guess' }),
      await ask('/'),
      await fetch(url),
    ];

    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(answers[0]?.headers.get('retry-after')).toBe('60');
    expect(proxy.logged('operator_refused')).toHaveLength(10);
    expect(proxy.logLines.join()).not.toMatch(/guess \d|canary/);
  });

  it('lets others guess without locking the operator out, if a trusted web server tells them apart', async () => {
    const { proxy, ask } = await start({ OPERATOR_PASSWORD: password, TRUST_PROXY: '127.0.0.1' });
    for (let guess = 1; guess <= 10; guess++) {
      await ask('/', { secret: `guess ${guess}`, ...from('203.0.113.1') });
    }

    const answers = [await ask('/', from('203.0.113.1')), await ask('/', from('198.51.100.1'))];

    expect(answers.map(({ status }) => status)).toEqual([429, 200]);
    expect(proxy.logged('operator_refused')[0]).toMatchObject({ address: '203.0.113.1' });
  });

  it('is not there without a password', async () => {
    const { ask } = await start({});

    const paths = ['/', '/index.html', '/operator/alarms', '/operator/payments'];
    const answers = await Promise.all(paths.map(async (path) => ask(path)));

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('is not there on the port of the payments', async () => {
    const { proxy } = await start();
    const Authorization = `Basic ${btoa(`operator:${password}`)}`;

    for (const path of ['/', '/index.html', '/operator/alarms', '/operator/payments']) {
      const { status } = await proxy.call(path, { headers: { Authorization } });
      expect(status).toBe(404);
    }
  });

  it('leaves the metrics open to Prometheus', async () => {
    const { url } = await start();

    expect((await fetch(`${url}/metrics`)).status).toBe(200);
  });
});

describe('a write', () => {
  const path = '/operator/alarms/1/acknowledge';

  it.each([
    ['its own script', { 'Sec-Fetch-Site': 'same-origin' }, 404],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another subdomain', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['a bookmark', { 'Sec-Fetch-Site': 'none' }, 403],
    ['another origin, without Fetch Metadata', { Origin: 'http://evil.example' }, 403],
    ['a page without an origin', { Origin: 'null' }, 403],
    ['no browser', {}, 403],
  ])('of %s is answered %j → %i', async (_, headers, status) => {
    const { ask } = await start();

    expect((await ask(path, write(headers))).status).toBe(status);
  });

  it('of its own script works on an address without TLS, which gets no Fetch Metadata', async () => {
    const { url, ask } = await start();

    expect((await ask(path, write({ Origin: url }))).status).toBe(404);
  });

  it('must be JSON, which no form of another page can send', async () => {
    const { ask } = await start();
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'text/plain' };

    const answer = await ask(path, write(headers));

    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_request' }]);
  });

  it('is one of the operator, whatever its body says', async () => {
    const { proxy, url, ask } = await start();
    const id = String((await proxy.pay()).body['id']);
    const finding = { status: 'declined', note: 'not in the portal', by: 'root' };

    const resolved = await ask(`/operator/payments/${id}/resolve`, write({ Origin: url }, finding));

    expect(resolved.status).toBe(200);
    const details = { ...finding, by: 'operator' };
    expect(await (await ask(`/operator/orders/${id}`)).json()).toMatchObject({
      status: 'unpaid',
      payments: [{ status: 'declined' }],
      steps: expect.arrayContaining([expect.objectContaining({ kind: 'operator', details })]),
    });
  });

  it.each(['purge', 'backup'])('cannot be a %s', async (command) => {
    const { url, ask } = await start();

    expect((await ask(`/operator/${command}`, write({ Origin: url }))).status).toBe(404);
  });
});
