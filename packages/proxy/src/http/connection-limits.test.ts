import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { paying } from '@card-checkout/testing/checkout-request';
import {
  runProgram,
  startScriptedServer,
  temporaryFolder,
} from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';
import type { ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { createProxy } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { program } from '../../testing/proxy-process.ts';
import { startProxyWith as start } from '../../testing/running-proxy.ts';
import {
  bytesOf,
  closed,
  exchange,
  pipelined,
  rightPayment,
  sendBytes,
  withHeaders,
  type Spoiled,
} from '../../testing/wire.ts';

/** Makes a proxy give a request 10 ms to arrive. */
function hurry({ server }: FastifyInstance): void {
  server.headersTimeout = 10;
  server.requestTimeout = 10;
}

/** Starts a proxy that a test may hurry. */
async function startPatient(script?: () => Promise<ScriptedAnswer>) {
  const service = await startScriptedServer(script);
  const logLines: string[] = [];
  const logStream = { write: (line: string) => void logLines.push(line) };
  const config = readConfig(environment({ API_BASE_URL: service.url }));
  const proxy = createProxy(config, { logStream });
  onTestFinished(() => proxy.close());
  const url = await proxy.listen({ host: '127.0.0.1', port: 0 });
  return { service, proxy, url, logLines };
}

async function startImpatient() {
  const started = await startPatient();
  hurry(started.proxy);
  return started;
}

function connections({ server }: FastifyInstance): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.getConnections((_error, count) => resolve(count));
  return promise;
}

describe('a client that takes its time', () => {
  it.each<[string, Spoiled]>([
    ['says nothing', () => ''],
    ['sends half of a request line', () => 'POST /api/che'],
    ['sends half of the headers', ({ head }) => bytesOf(head()).slice(0, -4)],
    ['sends half of a body', ({ head, body }) => bytesOf(head(), body).slice(0, -9)],
    [
      'sends half of a chunk',
      ({ head }) => bytesOf([...head(), ['Transfer-Encoding', 'chunked']], '9\r\n{'),
    ],
  ])('is answered 408 and its connection closed when it %s', async (_name, half) => {
    const { service, url, logLines } = await startImpatient();

    const answers = await sendBytes(url, half(await rightPayment()));

    expect(answers).toMatchObject([{ status: 408 }]);
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    expect(service.received).toHaveLength(0);
    expect(logLines.join('')).not.toContain('unexpected_error');
  });

  it('gains nothing by a byte now and then', async () => {
    const { url } = await startImpatient();
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
    socket.resume();
    const begun = 'POST /api/checkout/ HTTP/1.1\r\nX: ';
    socket.write(begun);
    const trickle = setInterval(() => socket.write('x'), 5);

    await closed(socket);

    clearInterval(trickle);
    expect(socket.bytesWritten).toBeGreaterThan(begun.length);
  });

  it('waits for an answer for as long as that takes', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy, url } = await startPatient(async () => gate.promise);
    let requests = 0;
    proxy.server.on('request', () => (requests += 1));
    const key = randomUUID();
    const { head, body } = await rightPayment({ key });
    const sending = sendBytes(url, bytesOf(head(), body));
    await expect.poll(() => service.received.length).toBe(1);
    const asking = fetch(`${url}/api/checkout/${key}`, { headers: { Prefer: 'wait=30' } });
    await expect.poll(() => requests).toBe(2);

    hurry(proxy);
    const [late] = await sendBytes(url, 'GET');
    gate.resolve({ status: 200, json: {} });

    expect(late?.status).toBe(408);
    expect(await sending).toMatchObject([{ status: 200 }]);
    expect(await (await asking).json()).toMatchObject({ status: 'approved' });
  });

  it('loses its connection when it asks and never takes an answer', async () => {
    const { proxy, url } = await startImpatient();
    proxy.server.timeout = 50;
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).pause();

    socket.write(pipelined(10));
    await once(socket, 'connect');

    await expect.poll(() => connections(proxy)).toBe(0);
  });

  it('has 10 s for a request, and a minute to take a byte', async () => {
    const proxy = createProxy(readConfig(environment({ LOG_LEVEL: 'silent' })));
    onTestFinished(() => proxy.close());

    expect(proxy.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 10_000,
      timeout: 60_000,
    });
  });
});

describe('a connection that sends requests without waiting for answers', () => {
  it('gets ten answers', async () => {
    const { url } = await startPatient();

    const answers = await sendBytes(url, pipelined(10));

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  });

  it.each(['/widget/card-checkout.js', '/healthz', '/api/checkout/a'])(
    'is closed at the eleventh GET %s, and none is answered',
    async (path) => {
      const { url } = await startPatient();

      expect(await exchange(url, pipelined(11, path))).toBe('');
    },
  );

  it('may send any number of requests one after the other', async () => {
    const { url, proxy } = await startPatient();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());

    for (let sent = 0; sent < 100; sent++) {
      const [answer] = await once(get(`${url}/readyz`, { agent }), 'response');
      await text(answer);
    }

    expect(await connections(proxy)).toBe(1);
  });
});

const kib = (count: number) => 'x'.repeat(count * 1024);

describe('a request that is too large', () => {
  it.each<[string, number, Spoiled]>([
    ['a header of 65 KiB', 431, withHeaders(['X', kib(65)])],
    [
      'headers of 65 KiB',
      431,
      ({ head, body }) =>
        bytesOf(head(), body).replace('Origin', `${`X: ${kib(1)}\r\n`.repeat(65)}Origin`),
    ],
    [
      'an address of 65 KiB',
      431,
      ({ head, body }) => bytesOf(head(`POST /api/checkout/?${kib(65)} HTTP/1.1`), body),
    ],
    ['a body of 17 KiB', 413, ({ head }) => bytesOf(head(), kib(17))],
    [
      'a body that says it has a gigabyte',
      413,
      ({ head }) => bytesOf([...head(), ['Content-Length', '1073741824']], 'x'),
    ],
    [
      'chunks of 17 KiB',
      413,
      ({ head }) =>
        bytesOf([...head(), ['Transfer-Encoding', 'chunked']], `4400\r\n${kib(17)}\r\n`),
    ],
  ])('is refused: %s, with %i', async (_name, status, spoil) => {
    const { service, proxy } = await start();

    const answers = await sendBytes(proxy.url, spoil(await rightPayment()));

    expect(answers).toMatchObject([{ status }]);
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
    expect(service.received).toHaveLength(0);
    expect(proxy.logLines.join('')).not.toContain('unexpected_error');
  });
});

it("takes 60 KiB of cookies: the shop's other hosts may set so many", async () => {
  const { proxy } = await start();

  const answer = await proxy.pay({ headers: { Cookie: `a=${kib(60)}` } });

  expect(answer.status).toBe(200);
});

describe('garbage behind a payment that is running', () => {
  it('is not answered: the client would take that for the payment’s answer', async () => {
    const { url } = await startPatient();
    const { head, body } = await rightPayment();
    const kept = bytesOf(head(), body).replace('Connection: close\r\n', '');

    const answers = await exchange(url, `${kept}garbage\r\n\r\n`);

    expect(answers).toBe('');
  });
});

describe('a flood of connections', () => {
  it('leaves files for the payments that run, and ends nothing', { timeout: 30_000 }, async () => {
    const { promise: answer, resolve } = Promise.withResolvers<ScriptedAnswer>();
    const service = await startScriptedServer(async () => answer);
    const { child, said } = runProgram({
      command: 'bash',
      args: ['-c', 'ulimit -n 200 && exec "$0" "$@"', process.execPath, program],
      env: environment({ API_BASE_URL: service.url, PORT: '0', ADMIN_SOCKET: 'off' }),
      cwd: temporaryFolder(),
    });
    await expect.poll(() => said.out, { timeout: 20_000 }).toMatch(/listening at http:/);
    const url = /listening at (http:\/\/[\d.:]+)/.exec(said.out)?.[1] ?? '';
    const paid = fetch(`${url}/api/checkout/`, await paying());
    await expect.poll(() => service.received.length).toBe(1);

    const port = Number(new URL(url).port);
    const sockets = Array.from({ length: 250 }, () => connect({ port, host: '127.0.0.1' }));
    const closes = sockets.map(async (socket) =>
      once(
        socket.on('error', () => undefined),
        'close',
      ),
    );
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await Promise.race(closes);
    resolve({ status: 200, json: { id: 'pay_1', status: 'paid' } });

    expect((await paid).status).toBe(200);
    sockets.forEach((socket) => socket.destroy());
    await expect
      .poll(async () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    expect(child.exitCode).toBe(null);
  });
});
