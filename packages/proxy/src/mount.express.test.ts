import type { RequestListener } from 'node:http';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asking, paying, shop } from '@card-checkout/testing/checkout-request';
import {
  startHttpServer,
  startScriptedServer,
  temporaryFolder,
} from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';
import { postbackUrlOf } from '@card-checkout/testing/scripted-server';
import { readConfig } from './config/config.ts';
import { createHandler } from './mount.ts';
import { retrying } from '../testing/running-proxy.ts';
import { exchange, pipelined } from '../testing/wire.ts';

/** Makes a handler with a payments API behind it. */
async function makeHandler(env: Record<string, string> = {}) {
  const service = await startScriptedServer();
  const logLines: string[] = [];
  const handler = await createHandler(
    readConfig(environment({ API_BASE_URL: service.url, ...env })),
    { logStream: { write: (line) => void logLines.push(line) } },
  );
  onTestFinished(() => handler.close());
  return { handler, service, logLines };
}

/** Serves an application on a free port for the length of a test. */
async function serve(app: RequestListener): Promise<string> {
  const { url } = await startHttpServer(app);
  return url;
}

describe('createHandler', () => {
  it('takes payments under a path of Express, and says where they are', async () => {
    const { handler } = await makeHandler();
    const url = await serve(express().use('/pay', handler));

    const started = await fetch(
      `${url}/pay/api/checkout/?a=b`,
      await paying({ headers: { Prefer: 'wait=0' } }),
    );
    const location = started.headers.get('location') ?? '';
    const ended = await fetch(new URL(location, started.url), { headers: { Prefer: 'wait=30' } });

    expect(location).toMatch(/^[\da-f-]{36}$/);
    expect(started.headers.get('access-control-allow-origin')).toBe(shop);
    expect(await ended.json()).toMatchObject({ status: 'approved' });
  });

  it('answers preflights, serves the script, and takes postbacks there', async () => {
    const { handler, service } = await makeHandler({
      ...retrying,
      PUBLIC_URL: 'https://shop.example/pay',
    });
    const url = await serve(express().use('/pay', handler));
    await fetch(`${url}/pay/api/checkout/`, await paying({}));

    const preflight = await fetch(`${url}/pay/api/checkout/`, {
      method: 'OPTIONS',
      headers: { Origin: shop, 'Access-Control-Request-Method': 'POST' },
    });
    const script = await fetch(`${url}/pay/widget/card-checkout.js`);
    const { pathname } = new URL(postbackUrlOf(service.received[0]));
    const posted = await fetch(url + pathname, { method: 'POST', body: '{"status":"paid"}' });
    const undecodable = await fetch(`${url}/pay/api/postback/%zz`, { method: 'POST' });

    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      shop,
    ]);
    expect([script.status, await script.text()]).toEqual([200, expect.stringContaining('import')]);
    expect([posted.status, await posted.text()]).toEqual([200, '{}']);
    expect([undecodable.status, await undecodable.text()]).toEqual([200, '{}']);
  });

  it('leaves the rest of the application alone', async () => {
    const { handler } = await makeHandler({ TRUST_PROXY: '127.0.0.1' });
    const app = express()
      .use('/pay', handler)
      .use(express.json())
      .post(
        '/cart',
        (request, response) => void response.json({ ip: request.ip, ...request.body }),
      );
    const url = await serve(app);

    const cart = await fetch(`${url}/cart`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.7' },
      body: '{"a":1}',
    });
    const headers = { 'X-Forwarded-For': '203.0.113.7' };
    const order = await fetch(`${url}/pay/api/order`, asking({ headers }));
    const none = await fetch(`${url}/none`);

    expect(await cart.json()).toEqual({ ip: '127.0.0.1', a: 1 });
    expect(await order.json()).toMatchObject({ config: { clientIp: '203.0.113.7' } });
    expect([none.status, none.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
  });

  it.each([
    ['express.json', express.json()],
    ['express.raw', express.raw({ type: () => true })],
  ])('refuses a request whose body %s has read, and says why in the log', async (_name, parser) => {
    const { handler, service, logLines } = await makeHandler();
    const url = await serve(express().use(parser).use('/pay', handler));

    const ready = await fetch(`${url}/pay/readyz`);
    const paid = await fetch(`${url}/pay/api/checkout/`, await paying({}));

    expect(ready.status).toBe(200);
    expect([paid.status, await paid.json()]).toEqual([
      500,
      expect.objectContaining({ code: 'internal' }),
    ]);
    expect(logLines.join('')).toContain(
      'Mount the proxy before any body parser, e.g. express.json()',
    );
    expect(service.received).toEqual([]);
  });

  it('stands before a server of Node alone', async () => {
    const { handler } = await makeHandler();
    const url = await serve(handler);

    const paid = await fetch(`${url}/api/checkout/`, await paying({}));
    const none = await fetch(`${url}/none`);

    expect([paid.status, none.status]).toEqual([200, 404]);
  });

  it('answers those who wait when it is closed, and then closes its store', async () => {
    const DATABASE_URL = `sqlite:${temporaryFolder()}/checkout.db`;
    const gate = Promise.withResolvers<undefined>();
    const { handler, service } = await makeHandler({ DATABASE_URL });
    service.script = async () => {
      await gate.promise;
      return { status: 200, json: {} };
    };
    const url = await serve(express().use('/pay', handler));
    const waiting = fetch(`${url}/pay/api/checkout/`, await paying({}));
    await expect.poll(() => service.received.length).toBe(1);

    const closed = handler.close();
    const answer = await waiting;
    const refused = await fetch(`${url}/pay/api/checkout/`, await paying({}));
    gate.resolve(undefined);
    await closed;

    expect([answer.status, refused.status]).toEqual([202, 503]);
    const next = await serve(express().use('/pay', (await makeHandler({ DATABASE_URL })).handler));
    const found = await fetch(`${next}/pay/api/checkout/${answer.headers.get('location')}`);
    expect(await found.json()).toMatchObject({ status: 'approved' });
  });

  it('rejects where its database cannot be opened', async () => {
    const config = readConfig(environment({ DATABASE_URL: 'sqlite:/no/such/folder/checkout.db' }));

    await expect(createHandler(config)).rejects.toThrow('DATABASE_URL must name a file');
  });

  it('closes a connection that sends more requests than it waits for', async () => {
    const { handler } = await makeHandler();
    const url = await serve(express().use('/pay', handler));

    expect(await exchange(url, pipelined(11, '/pay/widget/card-checkout.js'))).toBe('');
  });
});
