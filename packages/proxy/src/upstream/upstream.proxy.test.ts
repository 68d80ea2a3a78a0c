import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { listen } from '@card-checkout/testing/during-test';
import { token } from '@card-checkout/testing/proxy-environment';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { selfSigned } from '../../testing/self-signed.ts';
import { Secret } from '../sensitive/secret.ts';
import { apiRulesOf } from '../payments-api/api-file.ts';
import { createUpstream } from './upstream.ts';

function openTunnel(socket: Socket, port: number): void {
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  socket.pipe(connect(port, '127.0.0.1')).pipe(socket);
}

/** Starts a payments API with TLS, and an HTTP proxy that connects to it, or does as told. */
async function startBehindProxy({
  onConnect = openTunnel,
  host = 'localhost',
  isBroken = false,
  timeoutMs = 5000,
  noProxy = '',
} = {}) {
  const received: IncomingMessage[] = [];
  const texts: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    texts.push(await text(request));
    response.writeContinue();
    response.writeHead(429, { 'Retry-After': '7' }).end('{"detail":"x"}');
  };
  const service = createServer(selfSigned, (request, response) => {
    received.push(request);
    if (isBroken) request.socket.destroy();
    else void answer(request, response);
  });
  const port = await listen(service);
  const connects: IncomingMessage[] = [];
  const proxy = createHttpServer().on('connect', (request, socket: Socket) => {
    connects.push(request);
    socket.on('error', () => undefined);
    onConnect(socket, port);
  });
  const proxyUrl = `http://user:p%40ss@127.0.0.1:${await listen(proxy)}`;
  const upstream = upstreamThrough(proxyUrl, `https://${host}:${port}`, {
    upstreamTimeoutMs: timeoutMs,
    noProxy: noProxy.replace('PORT', String(port)),
  });
  return { upstream, received, texts, connects, target: `${host}:${port}` };
}

function upstreamThrough(
  proxyUrl: string,
  apiBaseUrl: string,
  settings = { upstreamTimeoutMs: 5000, noProxy: '' },
) {
  const apiToken = new Secret(token);
  const httpsProxy = new Secret(proxyUrl);
  const upstream = createUpstream({
    ...apiRulesOf(),
    apiBaseUrl,
    apiToken,
    httpsProxy,
    ...settings,
  });
  onTestFinished(() => upstream.close());
  return upstream;
}

function trustTheService(): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, selfSigned.cert]);
  onTestFinished(() => setDefaultCACertificates(before));
}

describe('a proxy on the way to the service', () => {
  it('gets its own credentials; the service gets the request, and none of them', async () => {
    trustTheService();
    const { upstream, received, texts, connects, target } = await startBehindProxy();

    const result = await upstream.send({ a: 1 });

    expect(result).toMatchObject({ kind: 'answer', status: 429, retryAfterMs: 7000 });
    expect(connects.map(({ url }) => url)).toEqual([target]);
    const credentials = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
    expect(connects[0]?.headers['proxy-authorization']).toBe(credentials);
    expect(connects[0]?.headers.authorization).toBeUndefined();
    expect(texts).toEqual(['{"a":1}']);
    expect(received[0]?.headers).toMatchObject({ host: target, authorization: `Token ${token}` });
    expect(received[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it.each([
    ['localhost', true],
    ['other.test, .localhost', true],
    ['LOCALHOST:PORT', true],
    ['*', true],
    ['localhost:8443', false],
    ['ocalhost', false],
    ['localhost.api', false],
  ])('is left out if NO_PROXY names the service: %s', async (noProxy, isDirect) => {
    trustTheService();
    const { upstream, texts, connects } = await startBehindProxy({ noProxy });

    await upstream.send({ a: 1 });

    expect(texts).toEqual(['{"a":1}']);
    expect(connects).toHaveLength(isDirect ? 0 : 1);
  });

  it('is left out for a service without TLS, whatever the environment says', async () => {
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    onTestFinished(() => void vi.unstubAllEnvs());
    const service = createHttpServer((_request, response) => response.end('{}'));
    const upstream = upstreamThrough(
      'http://127.0.0.1:1',
      `http://127.0.0.1:${await listen(service)}`,
    );

    expect(await upstream.send({})).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('that NO_PROXY leaves out does not matter to what was sent', async () => {
    const { upstream, received } = await startBehindProxy({ noProxy: '*' });

    const cause = 'DEPTH_ZERO_SELF_SIGNED_CERT';
    expect(await upstream.send({})).toEqual({ kind: 'not_sent', cause });
    expect(received).toEqual([]);
  });

  it.each([
    ['asks for other credentials', 'HTTP/1.1 407 No\r\n\r\n', 'PROXY_407'],
    ['cannot reach the service', 'HTTP/1.1 502 No\r\n\r\n', 'PROXY_502'],
    ['speaks another protocol', 'SSH-2.0-x\r\n', 'HTTPParserError'],
  ])('that %s has let nothing through', async (_words, answer, cause) => {
    const { upstream, received } = await startBehindProxy({
      onConnect: (socket) => socket.end(answer),
    });

    expect(await upstream.send({})).toEqual({ kind: 'not_sent', cause });
    expect(received).toEqual([]);
  });

  it.each<[words: string, onConnect: (socket: Socket) => unknown, cause: string]>([
    ['hangs up', (socket) => socket.destroy(), 'UND_ERR_PRX_CONN'],
    ['hangs up behind the tunnel', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), 'ECONNRESET'],
  ])('that %s has let nothing through', async (_words, onConnect, cause) => {
    const { upstream } = await startBehindProxy({ onConnect });

    expect(await upstream.send({})).toEqual({ kind: 'not_sent', cause });
  });

  it('that opens the tunnel after the try has ended lets nothing through', async () => {
    trustTheService();
    const late = Promise.withResolvers<undefined>();
    const { upstream, texts } = await startBehindProxy({
      onConnect: (socket, port) => void late.promise.then(() => openTunnel(socket, port)),
      timeoutMs: 1000,
    });

    const tooLate = await upstream.send({ number: 1 });
    late.resolve(undefined);
    await upstream.send({ number: 2 });

    expect(tooLate).toEqual({ kind: 'not_sent', cause: 'TimeoutError' });
    expect(texts).toEqual(['{"number":2}']);
  });

  it('leads to a service with the certificate of another host: nothing is sent', async () => {
    trustTheService();
    const { upstream, received } = await startBehindProxy({ host: 'payments.example' });

    const cause = 'ERR_TLS_CERT_ALTNAME_INVALID';
    expect(await upstream.send({})).toEqual({ kind: 'not_sent', cause });
    expect(received).toEqual([]);
  });

  it('that is not there has let nothing through', async () => {
    const upstream = upstreamThrough('http://127.0.0.1:1', 'https://payments.example');

    expect(await upstream.send({})).toEqual({ kind: 'not_sent', cause: 'ECONNREFUSED' });
  });

  it('shows a certificate that is not trusted: nothing is sent', async () => {
    const { upstream, received } = await startBehindProxy();

    const cause = 'DEPTH_ZERO_SELF_SIGNED_CERT';
    expect(await upstream.send({})).toEqual({ kind: 'not_sent', cause });
    expect(received).toEqual([]);
  });

  it('proves nothing when the line breaks after the request was sent', async () => {
    trustTheService();
    const { upstream } = await startBehindProxy({ isBroken: true });

    expect(await upstream.send({})).toMatchObject({ kind: 'no_answer' });
  });
});
