import { join } from 'node:path';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asking, paying, shop } from '@card-checkout/testing/checkout-request';
import { temporaryFolder, startScriptedServer } from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';
import { postbackUrlOf } from '@card-checkout/testing/scripted-server';
import { readConfig } from './config/config.ts';
import { cardCheckoutProxy, createHandler } from './mount.ts';
import { exchange, pipelined } from '../testing/wire.ts';

/** Mounts the proxy in an application, and serves it on a free port. */
async function serve(app: FastifyInstance, env: Record<string, string> = {}, prefix = '/pay') {
  const service = await startScriptedServer();
  const logLines: string[] = [];
  onTestFinished(() => app.close());
  await app.register(cardCheckoutProxy, {
    prefix,
    config: readConfig(environment({ API_BASE_URL: service.url, ...env })),
    logStream: { write: (line) => void logLines.push(line) },
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, service, logLines };
}

describe('cardCheckoutProxy', () => {
  it.each(['checkout/', 'checkout'])(
    'takes payments at /pay/api/%s, and says where',
    async (at) => {
      const { url } = await serve(Fastify());

      const request = await paying({ headers: { Prefer: 'wait=0' } });
      const started = await fetch(`${url}/pay/api/${at}?a=b`, request);
      const location = started.headers.get('location') ?? '';
      const ended = await fetch(new URL(location, started.url), { headers: { Prefer: 'wait=30' } });

      expect(location).toMatch(/^(checkout\/)?[\da-f-]{36}$/);
      expect(await ended.json()).toMatchObject({ status: 'approved' });
    },
  );

  it('serves every other route under the prefix, too', async () => {
    const { url } = await serve(Fastify());
    const statusOf = async (path: string, method = 'GET') =>
      (await fetch(url + path, { method })).status;

    expect(await statusOf('/pay/widget/card-checkout.js')).toBe(200);
    expect(await statusOf('/pay/widget/card-checkout.js', 'HEAD')).toBe(200);
    expect(await statusOf('/pay/openapi.json')).toBe(200);
    expect(await statusOf('/pay/readyz')).toBe(200);
    expect(await statusOf('/readyz')).toBe(404);
  });

  it('closes a connection that sends more requests than it waits for', async () => {
    const { url } = await serve(Fastify());

    expect(await exchange(url, pipelined(11, '/pay/widget/card-checkout.js'))).toBe('');
  });

  it('is posted back to at the path of PUBLIC_URL', async () => {
    const { url, service } = await serve(Fastify(), { PUBLIC_URL: 'https://shop.example/pay' });
    await fetch(`${url}/pay/api/checkout/`, await paying({}));

    const { origin, pathname } = new URL(postbackUrlOf(service.received[0]));
    const body = '{"status":"paid"}';
    const posted = await fetch(url + pathname, { method: 'POST', body });

    expect(`${origin}${pathname}`).toMatch(/^https:\/\/shop\.example\/pay\/api\/postback\//);
    expect([posted.status, await posted.text()]).toEqual([200, '{}']);
  });

  it('stands beside the plugins and the parsers of the application', async () => {
    const app = Fastify({ bodyLimit: 20 });
    await app.register(cors, { origin: 'https://other.example' });
    await app.register(rateLimit, { max: 100 });
    await app.register(fastifyStatic, { root: temporaryFolder() });
    app.decorateRequest('card', null);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', () => {
      throw new Error('The application read a card');
    });

    const { url } = await serve(app);
    const paid = await fetch(`${url}/pay/api/checkout/`, await paying({}));

    expect([paid.status, paid.headers.get('access-control-allow-origin')]).toEqual([200, shop]);
  });

  it('changes nothing of the application', async () => {
    const app = Fastify({ bodyLimit: 100 });
    app.setErrorHandler((error, _request, reply) => reply.code(418).send(String(error)));
    app.setNotFoundHandler((_request, reply) => reply.code(404).send('nothing in this shop'));
    app.post('/cart', ({ body }) => body);
    app.get('/', ({ ip }) => ip);
    const { url } = await serve(app, { TRUST_PROXY: '127.0.0.1' });
    const sendCart = async (type: string, body: string) =>
      (
        await fetch(`${url}/cart`, { method: 'POST', headers: { 'Content-Type': type }, body })
      ).text();

    const headers = { Origin: shop, 'X-Forwarded-For': '203.0.113.7' };
    const home = await fetch(url, { headers });

    expect([await home.text(), home.headers.get('access-control-allow-origin')]).toEqual([
      '127.0.0.1',
      null,
    ]);
    expect(await sendCart('application/json', '{"a":1}')).toBe('{"a":1}');
    expect(await sendCart('text/plain', 'a=b')).toBe('a=b');
    expect(await sendCart('text/plain', 'a'.repeat(101))).toContain('body is too large');
    expect(await (await fetch(`${url}/pay/none`)).text()).toBe('nothing in this shop');
    expect(await (await fetch(`${url}/none`)).text()).toBe('nothing in this shop');
  });

  it('believes TRUST_PROXY, and not the application, about who the client is', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const clientIpOf = async (url: string) => {
      const answer = await fetch(`${url}/pay/api/order`, asking({ headers }));
      return Object(await answer.json()).config?.clientIp;
    };

    const trusting = await serve(Fastify(), { TRUST_PROXY: '127.0.0.1' });
    const doubting = await serve(Fastify({ trustProxy: true }));

    expect(await clientIpOf(trusting.url)).toBe('203.0.113.7');
    expect(await clientIpOf(doubting.url)).toBe('127.0.0.1');
  });

  it('shows no card to the hooks of the application', async () => {
    const seen: unknown[] = [];
    const app = Fastify();
    app.addHook('onRequest', async ({ url }) => void seen.push(url));
    app.addHook('preHandler', async ({ body }) => void seen.push(body));
    app.addHook('onSend', async (_request, _reply, payload) => void seen.push(payload));
    app.addHook('onResponse', async ({ body }) => void seen.push(body));
    const { url } = await serve(app);

    await fetch(`${url}/pay/api/checkout/`, await paying({}));

    await expect.poll(() => seen).toEqual(['/pay/api/checkout/', undefined]);
  });

  it('keeps the secret in the address of a postback out of the log of the application', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const { url } = await serve(Fastify({ logger: { level: 'trace', stream } }));

    await fetch(`${url}/none`);
    await fetch(`${url}/pay/api/postback/canary`, { method: 'POST', body: '{}' });

    await expect.poll(() => lines.join('')).toContain('/none');
    expect(lines.join('')).not.toContain('canary');
  });

  it('runs the hooks for onRequest and onResponse', async () => {
    const app = Fastify();
    const seen: unknown[] = [];
    app.addHook('onRequest', async ({ method, url }) => void seen.push([method, url]));
    app.addHook('onResponse', async ({ url }, { statusCode }) => void seen.push([statusCode, url]));
    const { url } = await serve(app);

    await fetch(`${url}/pay/healthz`);

    await expect
      .poll(() => seen)
      .toEqual([
        ['GET', '/pay/healthz'],
        [200, '/pay/healthz'],
      ]);
  });

  it('lets a running payment end when the application closes, and closes its store', async () => {
    const app = Fastify();
    const DATABASE_URL = `sqlite:${temporaryFolder()}/checkout.db`;
    const gate = Promise.withResolvers<undefined>();
    const { url, service } = await serve(app, { DATABASE_URL });
    service.script = async () => {
      await gate.promise;
      return { status: 200, json: {} };
    };
    const paid = fetch(`${url}/pay/api/checkout/`, await paying({}));
    await expect.poll(() => service.received.length).toBe(1);

    const closed = app.close();
    const answer = await paid;
    gate.resolve(undefined);
    await closed;

    expect(answer.status).toBe(202);
    const next = await serve(Fastify(), { DATABASE_URL });
    const found = await fetch(`${next.url}/pay/api/checkout/${answer.headers.get('location')}`);
    expect(await found.json()).toMatchObject({ status: 'approved' });
  });

  it('does not let the application start where its database cannot be opened', async () => {
    const app = Fastify();

    const starting = serve(app, { DATABASE_URL: 'sqlite:/no/such/folder/checkout.db' });

    await expect(starting).rejects.toThrow('DATABASE_URL must name a file');
  });

  it('leaves the database to others when it cannot start', async () => {
    const folder = temporaryFolder();
    const DATABASE_URL = `sqlite:${join(folder, 'checkout.db')}`;
    const env = environment({ DATABASE_URL, ADMIN_SOCKET: folder });

    await expect(createHandler(readConfig(env))).rejects.toThrow('ADMIN_SOCKET');

    await expect(serve(Fastify(), { DATABASE_URL, ADMIN_SOCKET: 'off' })).resolves.toBeDefined();
  });
});
