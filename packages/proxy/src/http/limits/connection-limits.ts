import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The options of Fastify and of Node's `http.createServer` that bound what one connection may
 * take of a server. A request that waits for its answer has been received, so no limit of
 * receiving meets it.
 */
export const connectionLimits = {
  /** For headers and body together, from the first byte of a request. */
  requestTimeout: 10_000,
  /** For a client that neither sends nor takes a byte; no answer makes one wait for longer. */
  connectionTimeout: 60_000,
  http: {
    /** For the headers, or for the first byte of a new connection. */
    headersTimeout: 10_000,
    /**
     * Node looks every 30 s unless told otherwise, and so would let 10 s become 40. What ran out of
     * time since the last look is closed in one go, for which everybody else waits.
     */
    connectionsCheckingInterval: 20,
    /** Covers the request line, too. */
    maxHeaderSize: 16 * 1024,
    /** Node would drop the second of two headers, and then nobody could refuse it. */
    joinDuplicateHeaders: true,
    /** `refuseAmbiguous` asks for the host, and its answer may not be stored. */
    requireHostHeader: false,
  },
};

const statuses = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/** Answers what is no HTTP request, or none in time or of a sane size, and closes the connection. */
export function refuseConnection({ code }: NodeJS.ErrnoException, socket: Socket): void {
  const status = statuses.get(code ?? '') ?? 400;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Length: 0',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}
