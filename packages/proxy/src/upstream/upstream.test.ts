import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen, startScriptedServer } from '@card-checkout/testing/during-test';
import { token } from '@card-checkout/testing/proxy-environment';
import { Secret } from '../sensitive/secret.ts';
import { selfSigned } from '../../testing/self-signed.ts';
import { apiRulesOf } from '../payments-api/api-file.ts';
import { createUpstream, retryAfterMsOf, type Upstream } from './upstream.ts';

function upstreamOf(apiBaseUrl: string, upstreamTimeoutMs = 5000, httpsProxy?: string): Upstream {
  const upstream = createUpstream({
    ...apiRulesOf(),
    apiBaseUrl,
    apiToken: new Secret(token),
    upstreamTimeoutMs,
    httpsProxy: httpsProxy === undefined ? undefined : new Secret(httpsProxy),
    noProxy: '',
  });
  onTestFinished(() => upstream.close());
  return upstream;
}

/** Collects the bodies that undici is given until the test ends. */
function bodiesGiven(): Buffer[] {
  const bodies: Buffer[] = [];
  const keep = (message: unknown) => {
    const { request }: { request?: { body?: unknown } } = Object(message);
    if (Buffer.isBuffer(request?.body)) bodies.push(request.body);
  };
  subscribe('undici:request:create', keep);
  onTestFinished(() => void unsubscribe('undici:request:create', keep));
  return bodies;
}

/** Starts an HTTP server on 127.0.0.1 that takes no connection, because its queue is full, until thawed. */
async function startFrozenServer() {
  const program = `
    const server = require('node:http').createServer((_, response) => response.writeHead(201).end('{}'));
    server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [printed] = await once(child.stdout, 'data');
  child.kill('SIGSTOP');
  const port = Number(printed);
  const queued = Array.from({ length: 2 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => queued.forEach((socket) => socket.destroy()));
  await Promise.all(queued.map(async (socket) => once(socket, 'connect')));
  return { port, thaw: () => void child.kill('SIGCONT') };
}

describe('send', () => {
  it('returns the answer, parsed if it is JSON', async () => {
    const service = await startScriptedServer((number) =>
      number === 1 ? { status: 400, json: { error: 'x' } } : { status: 502, text: '<html>' },
    );
    const upstream = upstreamOf(`${service.url}/base`);

    const first = await upstream.send({ a: 1 });
    const second = await upstream.send({ a: 2 });

    expect(first).toMatchObject({ kind: 'answer', status: 400, body: { error: 'x' } });
    expect(second).toEqual({ kind: 'answer', status: 502, text: '<html>', body: undefined });
    expect(service.received.map(({ path }) => path)).toEqual(Array(2).fill('/base/api/checkout/'));
    expect(service.received.map(({ text }) => text)).toEqual(['{"a":1}', '{"a":2}']);
  });

  it('reads JSON behind a byte order mark', async () => {
    const service = await startScriptedServer(() => ({ status: 200, text: '\uFEFF{"id":1}' }));

    expect(await upstreamOf(service.url).send({})).toMatchObject({ body: { id: 1 } });
  });

  const written = Buffer.from('{"status":"Não autorizado"}');
  it.each<[how: string, answer: (response: ServerResponse) => unknown]>([
    [
      'the charset that it declares',
      (response) =>
        response
          .setHeader('Content-Type', 'application/json; charset="UTF-16LE"')
          .end(written.toString(), 'utf16le'),
    ],
    ['Latin-1 without saying so', (response) => response.end(written.toString(), 'latin1')],
    [
      'UTF-8, after 100 and 103',
      (response) => {
        response.writeContinue();
        response.writeEarlyHints({ link: '</a>; rel=preload' }, () => response.end(written));
      },
    ],
  ])('reads an answer in %s', async (_how, answer) => {
    const port = await listen(createHttpServer((_request, response) => void answer(response)));

    const result = await upstreamOf(`http://127.0.0.1:${port}`).send({});

    expect(result).toMatchObject({ kind: 'answer', status: 200 });
    expect(result).toMatchObject({ body: { status: 'Não autorizado' } });
  });

  const early = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
  const goOn = 'HTTP/1.1 100 Continue\r\n\r\n';
  it.each([
    [`${early}${goOn}`, Infinity],
    [`${goOn}${goOn}${early}${goOn}`, Infinity],
    [`${goOn}${early}${goOn}`, 1],
  ])(
    'reads the answer behind %j, %d bytes at a time, on each connection',
    async (interim, size) => {
      const final = `HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"a":"${goOn.slice(9, 12)} ok"}`;
      const server = createTcpServer((socket) => {
        socket.on('data', () => {
          const pieces = size === 1 ? (interim + final).split('') : [interim + final];
          for (const piece of pieces) setImmediate(() => socket.write(piece));
        });
      });
      const upstream = upstreamOf(`http://127.0.0.1:${await listen(server)}`);

      for (let number = 0; number < 2; number += 1) {
        expect(await upstream.send({})).toMatchObject({ status: 200, body: { a: '100 ok' } });
      }
    },
  );

  it.each([
    [200, { kind: 'no_answer', cause: 'ENCODED' }],
    [400, { kind: 'no_answer', cause: 'ENCODED' }],
    [429, { kind: 'answer', status: 429, text: '', body: undefined }],
    [500, { kind: 'answer', status: 500, text: '', body: undefined }],
  ])('takes nothing from a body with status %i that comes compressed unasked', async (...given) => {
    const [status, expected] = given;
    const headers = { 'Content-Encoding': 'gzip' };
    const service = createHttpServer((_request, response) => {
      response.writeHead(status, headers).end(gzipSync(written));
    });
    const port = await listen(service);

    expect(await upstreamOf(`http://127.0.0.1:${port}`).send({})).toEqual(expected);
  });

  it.each([
    ['answer', 'http://127.0.0.1', () => ({ status: 200, json: {} })],
    ['no_answer', 'http://127.0.0.1', () => 'hang' as const],
    ['not_sent', 'https://127.0.0.1', () => 'reset' as const],
  ])('overwrites the bytes that it sent: %s', async (kind, origin, script) => {
    const service = await startScriptedServer(script);
    const bodies = bodiesGiven();
    const upstream = upstreamOf(`${origin}:${new URL(service.url).port}`, 500);

    const result = await upstream.send({ number: '4111111111111111' });

    const { length } = '{"number":"4111111111111111"}';
    expect(result.kind).toBe(kind);
    expect(bodies).toEqual([Buffer.alloc(length)]);
    for (const { text } of service.received) expect(text).toHaveLength(length);
  });

  it('keeps its connection from one request to the next', async () => {
    const service = await startScriptedServer();
    const upstream = upstreamOf(service.url);

    for (let number = 0; number < 3; number++) await upstream.send({});

    expect(new Set(service.received.map(({ headers }) => headers.connection))).toEqual(
      new Set(['keep-alive']),
    );
  });

  it('does not follow a redirect, which would carry the card elsewhere', async () => {
    const elsewhere = await startScriptedServer();
    const service = await startScriptedServer(() => ({ status: 307, location: elsewhere.url }));

    const result = await upstreamOf(service.url).send({});

    expect(result).toMatchObject({ kind: 'answer', status: 307 });
    expect(elsewhere.received).toHaveLength(0);
  });

  it('says not_sent when the port refuses', async () => {
    const server = createTcpServer();
    const port = await listen(server);
    server.close();

    const result = await upstreamOf(`http://127.0.0.1:${port}`).send({});

    expect(result).toEqual({ kind: 'not_sent', cause: 'ECONNREFUSED' });
  });

  it('says not_sent when the name does not exist', async () => {
    const { lookup } = dns;
    onTestFinished(() => void Reflect.set(dns, 'lookup', lookup));
    const code = 'ENOTFOUND';
    Reflect.set(dns, 'lookup', (_name: string, _options: object, done: (error: Error) => void) =>
      process.nextTick(done, Object.assign(new Error('no such name'), { code })),
    );

    const result = await upstreamOf('https://payments.invalid').send({});

    expect(result).toEqual({ kind: 'not_sent', cause: code });
  });

  it.each(['0', '1'])(
    'returns not_sent for an untrusted certificate, even with NODE_TLS_REJECT_UNAUTHORIZED=%s',
    async (reject) => {
      vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', reject);
      onTestFinished(() => void vi.unstubAllEnvs());
      const requests: unknown[] = [];
      const port = await listen(createServer(selfSigned, (request) => requests.push(request)));

      const result = await upstreamOf(`https://localhost:${port}`).send({});

      expect(result).toEqual({ kind: 'not_sent', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
      expect(requests).toHaveLength(0);
    },
  );

  it('gives an address time for a lost packet before it tries the next', async () => {
    const { port, thaw } = await startFrozenServer();
    const { lookup } = dns;
    onTestFinished(() => void Reflect.set(dns, 'lookup', lookup));
    const found = [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ];
    const answer = (_name: string, _options: object, done: (...found: unknown[]) => void) =>
      process.nextTick(() => {
        done(null, found);
        // The first packet is lost by now; the system repeats it after a second.
        thaw();
      });
    Reflect.set(dns, 'lookup', answer);

    const result = await upstreamOf(`http://payments.test:${port}`).send({});

    expect(result).toMatchObject({ kind: 'answer', status: 201 });
  });

  it('says not_sent when time runs out before there is a connection', async () => {
    const port = await listen(createTcpServer(() => undefined));

    const result = await upstreamOf(`https://127.0.0.1:${port}`, 50).send({});

    expect(result).toEqual({ kind: 'not_sent', cause: 'TimeoutError' });
  });

  it('says no_answer when the connection breaks after the request', async () => {
    const service = await startScriptedServer(() => 'reset');

    const result = await upstreamOf(service.url).send({});

    expect(result).toMatchObject({ kind: 'no_answer' });
    expect(service.received).toHaveLength(1);
  });

  it.each([
    ['no_answer', 'without the body of a 201', ''],
    ['answer', 'after the empty body of a 201', 'Content-Length: 0\r\n'],
  ])('says %s when the connection ends %s', async (kind, _when, headers) => {
    const server = createTcpServer((socket) =>
      socket.once('data', () =>
        socket.end(`HTTP/1.1 201 Created\r\nConnection: close\r\n${headers}\r\n`),
      ),
    );

    const result = await upstreamOf(`http://127.0.0.1:${await listen(server)}`).send({});

    expect(result).toMatchObject({ kind });
  });

  it('says no_answer when time runs out after the request', async () => {
    const timers = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const service = await startScriptedServer(() => {
      timers.advanceTimersByTime(5000);
      return 'hang';
    });

    const result = await upstreamOf(service.url, 5000).send({});

    expect(result).toEqual({ kind: 'no_answer', cause: 'TimeoutError' });
  });

  it('says no_answer when the answer is too large to be read', async () => {
    const service = await startScriptedServer(() => ({ status: 200, text: 'x'.repeat(300_000) }));

    const result = await upstreamOf(service.url).send({});

    expect(result).toEqual({ kind: 'no_answer', cause: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
  });

  it('keeps the token out of what the service says back', async () => {
    const service = await startScriptedServer((_number, { headers }) => ({
      status: 401,
      json: { detail: headers.authorization },
    }));

    const result = await upstreamOf(service.url).send({});

    expect(result).toMatchObject({ body: { detail: 'Token [secret]' } });
    expect(JSON.stringify(result)).not.toContain(token);
  });

  it.each([true, false])(
    'holds every byte back until the request may leave, and the connection too: %s',
    async (isAllowed) => {
      const heard: Buffer[] = [];
      const connected = Promise.withResolvers<void>();
      const server = createTcpServer((socket) => {
        connected.resolve();
        socket
          .on('error', () => undefined)
          .on('data', (chunk) => {
            heard.push(chunk);
            socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
          });
      });
      const allowed = Promise.withResolvers<boolean>();
      const upstream = upstreamOf(`http://127.0.0.1:${await listen(server)}`);

      const asked = Promise.withResolvers<void>();
      const sent = upstream.send(
        { a: 1 },
        {
          mayLeave: async () => {
            asked.resolve();
            return allowed.promise;
          },
        },
      );
      await Promise.all([connected.promise, asked.promise]);
      const before = heard.length;
      allowed.resolve(isAllowed);

      expect((await sent).kind).toBe(isAllowed ? 'answer' : 'not_sent');
      expect(before).toBe(0);
      const text = Buffer.concat(heard).toString();
      expect(text).toEqual(isAllowed ? expect.stringMatching(/\r\n\r\n{"a":1}$/) : '');
    },
  );

  it('says not_sent when time runs out before the request may leave', async () => {
    const timers = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const service = await startScriptedServer();
    const mayLeave = async () => {
      timers.advanceTimersByTime(5000);
      return new Promise<boolean>(() => undefined);
    };

    const result = await upstreamOf(service.url, 5000).send({}, { mayLeave });

    expect(result).toEqual({ kind: 'not_sent', cause: 'TimeoutError' });
    expect(service.received).toHaveLength(0);
  });

  it('does not take for an answer what an API says before the request has left', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 2\r\n\r\n{}');
    });
    const url = `http://127.0.0.1:${await listen(server)}`;

    const result = await upstreamOf(url).send(
      {},
      { mayLeave: async () => new Promise(() => undefined) },
    );

    expect(result).toMatchObject({ kind: 'not_sent' });
  });

  it.each([
    ['without a hint', ''],
    ['although the API hints at ten minutes', 'Keep-Alive: timeout=600\r\n'],
  ])('closes a connection after a second without requests, %s', async (_hint, header) => {
    const closed = Promise.withResolvers<number>();
    const server = createTcpServer((socket) => {
      let answeredAtMs = 0;
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\n${header}Content-Length: 2\r\n\r\n{}`);
        answeredAtMs = performance.now();
      });
      socket.once('end', () => {
        socket.end();
        closed.resolve(performance.now() - answeredAtMs);
      });
    });

    await upstreamOf(`http://127.0.0.1:${await listen(server)}`).send({});

    // An API that gives up idle connections does so after two seconds or more.
    expect(await closed.promise).toBeLessThan(1900);
  });

  it('keeps the postback’s token out of it, too', async () => {
    const service = await startScriptedServer((_number, { text }) => ({ status: 500, text }));
    const url = 'https://proxy.example/api/postback/canarypostback';

    const result = await upstreamOf(service.url).send(
      { [url]: url },
      { postbackSecret: 'canarypostback' },
    );

    const shown = 'https://proxy.example/api/postback/[secret]';
    expect(result).toMatchObject({ body: { [shown]: shown } });
    expect(JSON.stringify(result)).not.toContain('canarypostback');
  });
});

const now = Date.parse('Sun, 22 Nov 2026 12:00:00 GMT');

it.each([
  ['7', 7000],
  ['0', 0],
  ['Sun, 22 Nov 2026 12:00:30 GMT', 30_000],
  ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
  [['3', '4'], 3000],
  ['soon', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  [undefined, undefined],
])('reads Retry-After: %s', (header, expected) => {
  expect(retryAfterMsOf(header, now)).toBe(expected);
});
