import { readFileSync } from 'node:fs';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { onRequestHookHandler } from 'fastify';

/**
 * Options of Fastify and Node's `http.createServer` that limit one connection. The time-outs apply
 * while a request is being received, not while it waits for its answer.
 */
export const connectionLimits = {
  /** Headers and body together, from the first byte of the request. */
  requestTimeout: 10_000,
  /** Idle time without a byte sent or received; longer than any answer takes. */
  connectionTimeout: 60_000,
  http: {
    /** The headers, or the first byte of a new connection. */
    headersTimeout: 10_000,
    /**
     * How often Node enforces these time-outs; by default every 30 s. Expired connections are closed
     * in one go, which blocks the event loop, so check often.
     */
    connectionsCheckingInterval: 20,
    /** Headers and request line: browsers send the cookies of the shop's whole domain. */
    maxHeaderSize: 64 * 1024,
    /** Otherwise Node drops the second of two equal headers, and we couldn't refuse them. */
    joinDuplicateHeaders: true,
    /** `refuseAmbiguous` checks the host instead; Node's own answer could be cached. */
    requireHostHeader: false,
  },
};

const keptFiles = 64;

/**
 * Returns how many connections the server may hold: half of the files that the process may open, so that
 * the rest is left for the payments API and the database. Node closes further ones at once.
 */
export function maxConnections(): number {
  const files = Number(/^Max open files +(\d+)/m.exec(processLimits())?.[1] ?? Infinity);
  return Math.max(1, Math.floor((files - keptFiles) / 2));
}

/** Reads what Linux says; other systems have no such file. */
function processLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

const statuses = new Map(
  Object.entries({ ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }),
);

/** Requests that aren't answered yet. */
const unanswered = new WeakMap<Socket, Set<IncomingMessage>>();

/**
 * How many requests of a connection may wait for their answers. Browsers and web servers send the next
 * one after the answer; Node reads and starts as many as fit into its buffers.
 */
const maxUnanswered = 10;

/** Closes a connection that sends too many requests without waiting for answers. Must run first. */
export const limitPipelining: onRequestHookHandler = ({ raw }, reply, done) => {
  const { socket } = raw;
  const ofSocket = unanswered.get(socket) ?? new Set();
  unanswered.set(socket, ofSocket.add(raw));
  reply.raw.once('close', () => ofSocket.delete(raw));
  // In HTTP/2, which a server that the proxy is mounted in may speak, requests overlap.
  if (raw.httpVersionMajor < 2 && ofSocket.size > maxUnanswered) socket.destroy();
  // Node has already parsed further requests.
  if (socket.destroyed) reply.hijack();
  else done();
};

/**
 * Answers a request that is malformed, too slow or too large, and closes the connection. Behind a
 * request that is being handled, it closes without an answer; otherwise the client would mistake it for
 * its payment's answer.
 */
export function refuseConnection({ code }: NodeJS.ErrnoException, socket: Socket): void {
  const isHandling = [...(unanswered.get(socket) ?? [])].some(({ complete }) => complete);
  if (isHandling) return void socket.destroy();
  const status = statuses.get(code ?? '') ?? 400;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Length: 0',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
