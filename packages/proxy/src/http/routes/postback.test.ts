import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { apiFile } from '@card-checkout/testing/during-test';
import { postbackUrlOf, type ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import {
  breakStore,
  retrying,
  skipTime,
  startProxyWith as start,
} from '../../../testing/running-proxy.ts';

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const paid = '{"status":"paid"}';

/** Makes a proxy with one payment whose end only a postback can tell. */
async function startUnresolved(overrides: Record<string, string> = {}) {
  const { service, proxy } = await start(() => 'reset', { ...retrying, ...overrides });
  const { body } = await proxy.pay();
  const [request] = service.received;
  const statusNow = async () =>
    (await proxy.call(`/api/checkout/${String(body['id'])}`)).body['status'];
  return { proxy, request, statusNow };
}

describe('POST /api/postback/{token}', () => {
  it.each<[string, string, Record<string, string>, string]>([
    ['JSON', paid, json, 'approved'],
    [
      'JSON with a charset',
      paid,
      { 'Content-Type': 'application/json; charset=utf-8' },
      'approved',
    ],
    ['JSON of another name', paid, { 'Content-Type': 'text/plain' }, 'approved'],
    ['JSON of no proper name', paid, { 'Content-Type': 'json' }, 'approved'],
    ['JSON of an empty name', paid, { 'Content-Type': '' }, 'approved'],
    ['JSON with a byte order mark', `\uFEFF${paid}`, json, 'approved'],
    ['a form', 'id=tx_1&status=Aprovado', form, 'approved'],
    ['a refusal', '{"status":"recusado"}', json, 'declined'],
    ['JSON null', 'null', json, 'unknown'],
    ['JSON with a prototype', '{"__proto__":{"status":"paid"}}', json, 'unknown'],
    ['JSON as deep as it can be', `${'['.repeat(32_000)}${']'.repeat(32_000)}`, json, 'unknown'],
    [
      'JSON of 64 kB',
      JSON.stringify({ status: 'paid', pad: 'x'.repeat(65_500) }),
      json,
      'approved',
    ],
    ['JSON of more', JSON.stringify({ status: 'paid', pad: 'x'.repeat(65_600) }), json, 'unknown'],
    ['half a JSON', '{"status":"paid"', json, 'unknown'],
    ['garbage', '\u0000\uFFFF%', form, 'unknown'],
    ['nothing', '', {}, 'unknown'],
    ['what is packed otherwise', paid, { 'Content-Encoding': 'compress' }, 'unknown'],
  ])('takes %s', async (_name, body, headers, status) => {
    const { proxy, request, statusNow } = await startUnresolved();

    const answer = await proxy.postBack(request, body, { headers });

    expect([answer.status, answer.text]).toEqual([200, '{}']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await statusNow()).toBe(status);
    expect(proxy.logLines.join('')).not.toMatch(/unexpected_error|postback_unknown/);
  });

  it('takes one at its address with a slash behind it', async () => {
    const { proxy, request, statusNow } = await startUnresolved();
    const { pathname } = new URL(postbackUrlOf(request));

    await proxy.call(`${pathname}/`, { method: 'POST', headers: json, body: paid });

    expect(await statusNow()).toBe('approved');
  });

  it.each([
    ['forged', 'A'.repeat(43)],
    ['empty', ''],
    ['long', 'x'.repeat(8000)],
    ['with a path', '../a/b/c'],
    ['with a query', '?status=paid'],
    ['encoded', '%41%00%2F'],
    ['encoded wrongly', '%'],
    ['encoded as no text', '%zz%E0%A4%A'],
    ['of a payment that does not exist', `${randomUUID()}.${'A'.repeat(43)}`],
    ['with a quote', `'%20OR%201=1;--`],
  ])('says the same to a token that is %s', async (_name, token) => {
    const { proxy, statusNow } = await startUnresolved();

    const { status, text } = await rawPost(proxy.url, `/api/postback/${token}`, paid);

    expect([status, text]).toEqual([200, '{}']);
    expect(await statusNow()).toBe('unknown');
    expect(proxy.alarms()).toEqual(['outcome_unknown']);
  });

  it('tells a good token from a forged one by nothing that it answers', async () => {
    const { proxy, request } = await startUnresolved();

    const good = await proxy.postBack(request, paid);
    const forged = await proxy.call(`/api/postback/${'A'.repeat(43)}`, {
      method: 'POST',
      body: paid,
    });

    const seen = [good, forged].map(({ status, text, headers }) => [
      status,
      text,
      [...headers].filter(([name]) => name !== 'date'),
    ]);
    expect(seen[0]).toEqual(seen[1]);
    expect(proxy.logged('postback_unknown')).toMatchObject([{ level: 40 }]);
  });

  it('answers an unknown token before its body, and the next request on the same connection', async () => {
    const { proxy } = await startUnresolved();
    const post = 'POST /api/postback/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n';
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1').setEncoding('latin1');
    let said = '';
    socket.on('data', (text: string) => (said += text));

    socket.write(post);
    await expect.poll(() => said).toMatch(/200 OK[^]*\{\}$/);
    socket.write('{"a":"b"}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket, 'close');

    expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  it('answers a client that sends 8 MB to an unknown token before it reads', async () => {
    const { proxy } = await startUnresolved();

    expect(await rawPost(proxy.url, '/api/postback/x', 'x'.repeat(8_000_000))).toEqual({
      status: 200,
      text: '{}',
    });
  });

  it('closes the connection of who posts to many unknown tokens, and takes a right one', async () => {
    const { proxy, request, statusNow } = await startUnresolved();
    const post = async () => proxy.call('/api/postback/x', { method: 'POST', body: paid });

    const misses = await Promise.all(Array.from({ length: 61 }, post));
    const taken = await proxy.postBack(request, paid);

    expect(new Set(misses.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {}']),
    );
    const closed = misses.filter(({ headers }) => headers.get('connection') === 'close');
    expect(closed).toHaveLength(1);
    expect([taken.status, await statusNow()]).toEqual([200, 'approved']);
  });

  it('answers a client that sends 8 MB before it reads', async () => {
    const { proxy, request, statusNow } = await startUnresolved();
    const sending = httpRequest(proxy.url + new URL(postbackUrlOf(request)).pathname, {
      method: 'POST',
    });
    const answered = once(sending, 'response');

    await new Promise<void>((resolve) => sending.end('x'.repeat(8_000_000), resolve));
    const [answer]: IncomingMessage[] = await answered;

    expect(answer?.statusCode).toBe(200);
    expect(await statusNow()).toBe('unknown');
    sending.destroy();
  });

  it('outlives a client that breaks off in the middle', async () => {
    const { proxy, request, statusNow } = await startUnresolved();
    const { pathname } = new URL(postbackUrlOf(request));
    const socket = connect(Number(new URL(proxy.url).port), '127.0.0.1');

    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"status"`);
    await once(socket, 'connect');
    socket.resetAndDestroy();

    await proxy.postBack(request, paid);
    expect(await statusNow()).toBe('approved');
    expect(proxy.logLines.join('')).not.toContain('unexpected_error');
  });

  it.each([
    ['GET', '?id=tx_1&status=PAGO', null],
    ['POST', '?id=tx_1&status=PAGO', null],
    ['POST', '?topic=payment&status=recusado', paid],
    ['PUT', '', paid],
    ['PATCH', '/', paid],
    ['POST', '', gzipSync(paid)],
  ])('takes a %s with the query "%s"', async (method, end, body) => {
    const { proxy, request, statusNow } = await startUnresolved();
    const headers = { ...json, ...(Buffer.isBuffer(body) && { 'Content-Encoding': 'gzip' }) };
    const { pathname } = new URL(postbackUrlOf(request));

    const answer = await proxy.call(pathname + end, { method, headers, body });

    expect(answer.status).toBe(200);
    expect(await statusNow()).toBe('approved');
  });

  it('that is packed to be long is unreadable', async () => {
    const { proxy, request, statusNow } = await startUnresolved();
    const body = gzipSync(`${paid}${' '.repeat(10_000_000)}`);

    const headers = { 'Content-Encoding': 'gzip' };
    const { pathname } = new URL(postbackUrlOf(request));
    await proxy.call(pathname, { method: 'POST', headers, body });

    expect(await statusNow()).toBe('unknown');
    expect(proxy.alarms()).toContain('unreadable_postback');
  });

  it('raises one alarm for each doubtful value, and changes nothing but the proof', async () => {
    const only = { postback: { only: { '/type': ['payment'] } } };
    const { proxy, request, statusNow } = await startUnresolved(apiFile(only));

    for (const type of ['risk', 'risk', 'refund'])
      await proxy.postBack(request, { type, status: 'paid' });

    expect(await statusNow()).toBe('unknown');
    const doubts = proxy.logged('alarm').filter(({ alarm }) => alarm === 'unknown_status');
    expect(doubts.map(({ reason }) => String(reason).split(';')[0])).toEqual([
      '/type: risk',
      '/type: refund',
    ]);
  });

  it('has nothing for a DELETE', async () => {
    const { proxy, request, statusNow } = await startUnresolved();

    const { pathname } = new URL(postbackUrlOf(request));
    const answer = await proxy.call(pathname, { method: 'DELETE' });

    expect(answer.status).toBe(404);
    expect(await statusNow()).toBe('unknown');
  });

  it.each(['find', 'recordPostback'] as const)(
    'stores a postback once the store works again, whose %s has failed',
    async (operation) => {
      const { proxy, request, statusNow } = await startUnresolved();
      const broken = breakStore(operation);

      const posting = proxy.postBack(request, paid);
      await expect.poll(() => proxy.logged('postback_delayed')).toMatchObject([{}]);
      broken.mockRestore();

      expect((await posting).status).toBe(200);
      expect(await statusNow()).toBe('approved');
      expect(proxy.logged('postback_lost')).toEqual([]);
    },
  );

  it('answers 503 after ten seconds without a store, so that the postback comes again', async () => {
    const { proxy, request, statusNow } = await startUnresolved();
    const broken = breakStore('recordPostback');
    const refusing = proxy.postBack(request, paid);
    await expect.poll(() => proxy.logged('postback_delayed')).toMatchObject([{}]);

    skipTime(10_000);
    const refused = await refusing;
    const before = await statusNow();
    broken.mockRestore();
    const taken = await proxy.postBack(request, paid);

    expect([refused.status, before]).toEqual([503, 'unknown']);
    expect([taken.status, await statusNow()]).toEqual([200, 'approved']);
    expect(proxy.logged('postback_lost')).toHaveLength(1);
  });

  it('answers 503 to a postback that waits for the store while the proxy stops', async () => {
    const { proxy, request } = await startUnresolved({ SHUTDOWN_TIMEOUT_MS: '1000' });
    breakStore('recordPostback');
    const refusing = proxy.postBack(request, paid);
    await expect.poll(() => proxy.logged('postback_delayed')).not.toEqual([]);

    await proxy.close();

    expect((await refusing).status).toBe(503);
  });

  it('starts no retry once a postback has come, although it is not stored yet', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy } = await start(() => gate.promise, retrying);
    const paying = proxy.pay();
    await expect.poll(() => service.received.length).toBe(1);
    const broken = breakStore('recordPostback');
    const posting = proxy.postBack(service.received[0], paid);
    await expect.poll(() => proxy.logged('postback_delayed')).not.toEqual([]);

    gate.resolve({ status: 500 });
    await paying;
    broken.mockRestore();
    await posting;

    expect(service.received).toHaveLength(1);
    expect(proxy.logged('payment_resolved').at(-1)).toMatchObject({ status: 'approved' });
  });

  it('raises one alarm for all postbacks of a try that can’t be read', async () => {
    const { proxy, request, statusNow } = await startUnresolved();

    await proxy.postBack(request, '<status>paid</status>');
    await proxy.postBack(request, '<status>paid</status>');
    await proxy.postBack(request, 'x'.repeat(70_000));

    expect(proxy.alarms()).toEqual(['outcome_unknown', 'unreadable_postback']);
    expect(await statusNow()).toBe('unknown');
  });

  it('takes a postback while the proxy stops', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy } = await start(() => gate.promise, retrying);
    const waiting = proxy.pay();
    await expect.poll(() => service.received.length).toBe(1);

    const closed = proxy.close();
    await waiting;
    const answer = await proxy.postBack(service.received[0], paid);
    gate.resolve({ status: 500 });
    await closed;

    expect(answer.status).toBe(200);
    expect(proxy.logged('payment_resolved')).toMatchObject([{ status: 'approved' }]);
  });
});

/** Posts to a path as it is written, which `fetch` would tidy up. */
async function rawPost(url: string, path: string, body: string) {
  const { hostname, port } = new URL(url);
  const sending = httpRequest({ host: hostname, port, path, method: 'POST' });
  const answered = once(sending, 'response');
  sending.end(body);
  const [answer]: IncomingMessage[] = await answered;
  const text = answer ? Buffer.concat(await answer.toArray()).toString() : '';
  return { status: answer?.statusCode, text };
}
