import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** A server on 127.0.0.1. */
export interface HttpServer {
  url: string;
  port: number;
  /** Breaks the connections that are open, and ends. */
  stop(): Promise<void>;
}

/** Starts a server, on a free port by default. */
export async function startHttpServer(answer: RequestListener, port = 0): Promise<HttpServer> {
  const server = createServer(answer);
  // No client meets a connection that closes in the moment of its next request.
  server.keepAliveTimeout = 600_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = portOf(server);
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Returns the port that a server listens on. */
export function portOf(server: Pick<Server, 'address'>): number {
  const address: AddressInfo | string | null = server.address();
  if (typeof address === 'object' && address) return address.port;
  throw new Error('The server does not listen');
}

/** Reads the body of a request. Throws when the connection breaks before its end. */
export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
