import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { PassThrough, pipeline } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import { makeCertificate } from '../../packages/sandbox/src/web/lan.ts';

/** How far away the servers are. */
export interface Distance {
  /** Time that a packet takes there and back. */
  rttMs: number;
  /** Time that each request of ours waits in addition; counts the requests in a row. */
  holdMs: number;
}

/** TCP's segment, and its first window in segments (RFC 6928). */
const segmentBytes = 1460;
const firstWindow = 10;

/**
 * Puts HTTP/2, TLS 1.3, a round-trip time and TCP's slow start in front of servers at `127.0.0.1`.
 * Bandwidth is unlimited, and no packet is lost. A browser started with `args` finds them at `host`.
 */
export async function openNetwork(host: string, ports: readonly number[]) {
  const distance: Distance & { isHeld?: (url: URL) => boolean } = { rttMs: 0, holdMs: 0 };
  const certificate = makeCertificate(host);
  const { publicKey } = new X509Certificate(certificate.cert);
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const servers: Server[] = [];
  const rules: string[] = [];
  for (const port of ports) {
    const address = `${host}:${port}`;
    const options = { ...certificate, settings: { initialWindowSize: 2 ** 22 } };
    const front = createSecureServer(options, (request, response) => {
      const isHeld = distance.isHeld?.(new URL(request.url, `https://${address}`));
      void pause(isHeld ? distance.holdMs : 0).then(() => forward(request, response, port));
    });
    const relay = createServer({ noDelay: true }, (near) => {
      const far = connect({ port: portOf(front), host: '127.0.0.1', noDelay: true });
      const { rttMs } = distance;
      // The handshake takes a round trip before the first byte leaves.
      void carry(near, far, rttMs, pause(rttMs)).catch(() => near.destroy());
      void carry(far, near, rttMs).catch(() => far.destroy());
    });
    for (const server of [front, relay]) await once(server.listen(0, '127.0.0.1'), 'listening');
    servers.push(front, relay);
    rules.push(`MAP ${address} 127.0.0.1:${portOf(relay)}`);
  }
  return {
    args: [
      `--host-resolver-rules=${rules.join()},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1`,
      `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`,
    ],
    set: (to: typeof distance) => void Object.assign(distance, to),
    stop: () => servers.forEach((server) => server.close()),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Carries bytes half a round trip away; each acknowledged one lets another one go with it. */
async function carry(from: Socket, to: Socket, rttMs: number, ready?: Promise<void>) {
  const flow = {
    window: firstWindow * segmentBytes,
    sent: 0,
    heard: Promise.withResolvers<void>(),
  };
  await ready;
  for await (const segment of segmentsOf(from)) {
    while (flow.sent >= flow.window) await flow.heard.promise;
    flow.sent += segment.length;
    setTimeout(() => to.write(segment), rttMs / 2);
    setTimeout(() => {
      flow.sent -= segment.length;
      flow.window += segment.length;
      flow.heard.resolve();
      flow.heard = Promise.withResolvers();
    }, rttMs);
  }
  await pause(rttMs / 2);
  to.end();
}

async function* segmentsOf(from: Socket): AsyncGenerator<Buffer> {
  for await (const chunk of from) {
    const bytes = Buffer.from(chunk);
    for (let at = 0; at < bytes.length; at += segmentBytes)
      yield bytes.subarray(at, at + segmentBytes);
  }
}

/** Passes a request on to the server, over HTTP/1.1, and compresses pages, as web servers do. */
function forward(request: Http2ServerRequest, response: Http2ServerResponse, port: number): void {
  const { method, url: path, authority } = request;
  const headers = { ...without(request.headers, /^:/), host: authority };
  const upstream = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    const isPage = answer.headers['content-type']?.startsWith('text/html');
    const changed = /^(connection|keep-alive|transfer-encoding|content-length)$/;
    const kept = without(answer.headers, changed);
    const encoding = isPage ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(answer.statusCode ?? 502, { ...kept, ...encoding });
    pipeline(answer, isPage ? createGzip() : new PassThrough(), response, () => undefined);
  });
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  pipeline(request, upstream, () => undefined);
}

function without(headers: IncomingHttpHeaders, names: RegExp): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name)));
}
