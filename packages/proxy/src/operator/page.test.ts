import { freePort } from '@card-checkout/testing/free-port';
import { describe, expect, it } from 'vitest';
import { startProxyWith } from '../../testing/running-proxy.ts';

const password = 'canary of the operator';

/** What is unusual about one request. */
interface Asked {
  method?: string;
  secret?: string;
  headers?: Record<string, string>;
  body?: URLSearchParams;
}

/** Starts a proxy with the page, and a payments API that does not answer. */
async function start(overrides: Record<string, string> = { OPERATOR_PASSWORD: password }) {
  const METRICS_PORT = String(await freePort());
  const env = { METRICS_PORT, UPSTREAM_TIMEOUT_MS: '50', ...overrides };
  const { proxy } = await startProxyWith(() => 'hang', env);
  const url = `http://127.0.0.1:${METRICS_PORT}`;
  const ask = async (path: string, { secret = password, headers, ...init }: Asked = {}) => {
    const Authorization = `Basic ${btoa(`operator:${secret}`)}`;
    const all = { Authorization, 'Accept-Language': 'en', ...headers };
    return fetch(`${url}${path}`, { ...init, headers: all, redirect: 'manual' });
  };
  return { proxy, url, ask };
}

/** Makes a request that changes something, as a form of the page does. */
function form(headers: Record<string, string>, fields: string[][] = []): Asked {
  const body = new URLSearchParams();
  for (const [name = '', value = ''] of fields) body.append(name, value);
  return { method: 'POST', headers, body };
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
    expect(await answer.text()).toContain('<h1>Payments</h1>');
  });

  it('has a policy that allows no script, and its own forms, styles and pictures', async () => {
    const { ask } = await start();

    const { headers } = await ask('/');

    const policy = headers.get('content-security-policy')?.split(';') ?? [];
    expect(policy.toSorted()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      "style-src 'self'",
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  it.each(['/', '/page.css', '/icon.svg', '/resolve', '/?id=order-1'])(
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

    const paths = ['/', '/page.css', '/resolve', '/alarms'];
    const answers = await Promise.all(paths.map(async (path) => ask(path)));

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('is not there on the port of the payments', async () => {
    const { proxy } = await start();
    const Authorization = `Basic ${btoa(`operator:${password}`)}`;

    for (const path of ['/', '/page.css', '/resolve', '/alarms']) {
      const { status } = await proxy.call(path, { headers: { Authorization } });
      expect(status).toBe(404);
    }
  });

  it('leaves the metrics open to Prometheus', async () => {
    const { url } = await start();

    expect((await fetch(`${url}/metrics`)).status).toBe(200);
  });
});

describe('a form', () => {
  const fields = [['alarm', '1']];

  it.each([
    ['the page', { 'Sec-Fetch-Site': 'same-origin' }, 404],
    ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another subdomain', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['a bookmark', { 'Sec-Fetch-Site': 'none' }, 403],
    ['another origin, without Fetch Metadata', { Origin: 'http://evil.example' }, 403],
    ['a page without an origin', { Origin: 'null' }, 403],
    ['no browser', {}, 403],
  ])('of %s is answered %j → %i', async (_, headers, status) => {
    const { ask } = await start();

    expect((await ask('/acknowledge', form(headers, fields))).status).toBe(status);
  });

  it('of the page works on an address without TLS, which gets no Fetch Metadata', async () => {
    const { url, ask } = await start();

    expect((await ask('/acknowledge', form({ Origin: url }, fields))).status).toBe(404);
  });

  it.each([
    ['JSON', 415, 'application/json', '{"alarm":1}'],
    ['text', 415, 'text/plain', 'alarm=1'],
    ['more than 8 kB', 413, 'application/x-www-form-urlencoded', `alarm=1&x=${'x'.repeat(8192)}`],
  ])('with %s is refused with %i', async (_, status, type, body) => {
    const { url } = await start();
    const Authorization = `Basic ${btoa(`operator:${password}`)}`;
    const headers = { Authorization, Origin: url, 'Content-Type': type };

    const answer = await fetch(`${url}/acknowledge`, { method: 'POST', headers, body });

    expect(answer.status).toBe(status);
    expect(await answer.text()).toMatch(/The body (has another media type|is too large)\./);
  });

  it.each(['purge', 'backup', 'operator/purge'])('cannot be a %s', async (command) => {
    const { url, ask } = await start();

    expect((await ask(`/${command}`, form({ Origin: url }))).status).toBe(404);
  });
});

/** Makes payments of these orders, whose outcomes are unknown. */
async function unknownPayments(...orders: string[]) {
  const started = await start();
  const ids: string[] = [];
  for (const order of orders) {
    const { body } = await started.proxy.pay({ order: { sub: order } });
    ids.push(String(body['id']));
  }
  const resolve = async (values: string[][], own: string[] = ids) =>
    started.ask(
      '/resolve',
      form({ Origin: started.url }, [...own.map((id) => ['payment', id]), ...values]),
    );
  return { ...started, ids, resolve };
}

describe('resolving', () => {
  const declined = [
    ['status', 'declined'],
    ['note', 'not in the portal'],
  ];

  it('asks back with every selected payment', async () => {
    const { ask, ids } = await unknownPayments('order-1', 'order-2');

    const page = await (await ask(`/resolve?payment=${ids.join('&payment=')}`)).text();

    expect(page).toContain('Resolve 2 payments');
    expect(page).toContain('You can’t take this back.');
    for (const id of ids) expect(page).toContain(`name="payment" value="${id}"`);
  });

  it('is the operator’s, whatever the form says, and is told once', async () => {
    const { ask, ids, resolve } = await unknownPayments('order-1');

    const answer = await resolve([...declined, ['by', 'root']]);

    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect([answer.status, answer.headers.get('location'), cookie]).toEqual([
      303,
      './?id=order-1',
      'operator_done=declined.1',
    ]);
    const told = await ask('/?id=order-1', { headers: { Cookie: cookie } });
    const page = await told.text();
    expect(page).toContain('The payment is declined.');
    expect(page).toContain('resolved by operator');
    expect(page).toContain('not in the portal');
    expect(page).not.toContain('root');
    expect(told.headers.getSetCookie().join()).toMatch(/operator_done=; Max-Age=0/);
    expect(await (await ask(`/?id=${ids[0]}`)).text()).not.toContain('The payment is declined.');
  });

  it('works for many at once, and closes their alarms', async () => {
    const { ask, resolve } = await unknownPayments('order-1', 'order-2');

    const answer = await resolve(declined);

    expect([answer.status, answer.headers.get('location')]).toEqual([303, './']);
    const page = await (await ask('/')).text();
    expect(page).toContain('Every payment has an outcome, and no alarm is open.');
  });

  it('keeps the form of those that are refused, and says why', async () => {
    const { resolve, ids } = await unknownPayments('order-1', 'order-2');
    const approved = [
      ['status', 'approved'],
      ['note', 'in the portal'],
    ];
    await resolve(approved, ids.slice(0, 1));

    const answer = await resolve(declined);

    const page = await answer.text();
    expect(answer.status).toBe(409);
    expect(page).toContain('The payment is declined.');
    expect(page).toMatch(/value="declined"\s+required\s+checked/);
    expect(page).toContain('not in the portal</textarea');
    expect(page).toContain(`name="payment" value="${ids[0]}"`);
    expect(page).not.toContain(`name="payment" value="${ids[1]}"`);
  });

  it('keeps the form without a note, escaped', async () => {
    const { resolve, ask } = await unknownPayments('<b>order</b>');

    const answer = await resolve([
      ['status', 'approved'],
      ['note', ''],
    ]);
    const long = await resolve([
      ['status', '"><script>'],
      ['note', '</textarea><script>'],
    ]);

    const page = await answer.text();
    expect(answer.status).toBe(400);
    expect(page).toContain('The note must say in 1 to 500 characters how you know.');
    expect(page).toMatch(/value="approved"\s+required\s+checked/);
    const pages = [page, await long.text(), await (await ask('/')).text()].join('');
    expect(pages).toContain('&lt;b&gt;order');
    expect(pages).not.toMatch(/<script|<b>order/);
  });

  it('needs payments that exist, and at most fifty', async () => {
    const { ask } = await unknownPayments();
    const unknown = crypto.randomUUID();

    const statusOf = async (query: string) => (await ask(`/resolve?${query}`)).status;

    expect(await statusOf('')).toBe(400);
    expect(await statusOf('payment=order-1')).toBe(400);
    expect(await statusOf(`payment=${unknown}`)).toBe(404);
    expect(await statusOf(`payment=${unknown}&`.repeat(51))).toBe(400);
  });
});

describe('the page of an order', () => {
  it('says in two languages that there is none', async () => {
    const { ask } = await start();

    const answers = [
      await ask('/?id=order-9'),
      await ask('/?id=order-9', { headers: { 'Accept-Language': 'pt-BR,en' } }),
      await ask('/?id=order-9&lang=pt-BR'),
      await ask('/?id=order-9', { headers: { Cookie: 'a=b; operator_language=pt-BR' } }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const pages = await Promise.all(answers.map(async (answer) => answer.text()));
    const none = 'Nenhum pedido ou pagamento encontrado com esse ID.';
    expect(pages.map((page) => page.includes(none))).toEqual([false, true, true, true]);
    expect(pages[0]).toContain('No payment has been attempted for this order.');
    expect(pages[0]).toContain('value="order-9"');
  });

  it('says why the API declined', async () => {
    const METRICS_PORT = String(await freePort());
    const { proxy } = await startProxyWith(
      () => ({ status: 402, json: { status: 'DENIED', message: 'Saldo insuficiente' } }),
      { METRICS_PORT, OPERATOR_PASSWORD: password },
    );
    const { body } = await proxy.pay();

    const Authorization = `Basic ${btoa(`operator:${password}`)}`;
    const page = `http://127.0.0.1:${METRICS_PORT}/?id=${String(body['id'])}`;
    const answer = await fetch(page, { headers: { Authorization } });

    expect(await answer.text()).toContain('Saldo insuficiente');
  });

  it('ends an order whose payment was declined, and no other', async () => {
    const { proxy, url, ask } = await start();
    const { body } = await proxy.pay();
    const id = String(body['id']);
    const end = async () => ask('/close', form({ Origin: url }, [['id', 'order-1']]));

    const early = await end();
    const findings = [
      ['payment', id],
      ['status', 'declined'],
      ['note', 'not in the portal'],
    ];
    await ask('/resolve', form({ Origin: url }, findings));
    const offered = await (await ask('/?id=order-1')).text();
    const ended = await end();
    const shown = await (await ask('/?id=order-1')).text();

    expect([early.status, ended.status]).toEqual([409, 303]);
    expect(offered).toContain('End the order</button>');
    expect(shown).toContain('<span class="status closed">closed</span>');
    expect(shown).toContain('order closed by operator');
    expect(shown).not.toContain('End the order</button>');
    expect((await proxy.pay()).body['code']).toBe('order_closed');
  });

  it('sends no outcome again where no message goes to the shop, and says so', async () => {
    const { proxy, url, ask } = await start();
    const { body } = await proxy.pay();

    const answer = await ask('/resend', form({ Origin: url }, [['payment', String(body['id'])]]));

    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining('PAYMENT_WEBHOOK_URL isn&#39;t set.'),
    ]);
  });
});

it('acknowledges an alarm, and leads back to the order that was shown', async () => {
  const { proxy, url, ask } = await start();
  const { body } = await proxy.pay();
  const id = String(body['id']);
  const fields = [
    ['alarm', '1'],
    ['id', id],
  ];

  const answer = await ask('/acknowledge', form({ Origin: url }, fields));

  expect([answer.status, answer.headers.get('location')]).toEqual([303, `./?id=${id}`]);
  const page = await (await ask(`/?id=${id}`)).text();
  expect(page).not.toContain('Acknowledge');
  expect(page).toContain('acknowledged by operator');
});
