import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';

export type HttpServer = Awaited<ReturnType<typeof startHttpServer>>;

/** Starts a server on 127.0.0.1, by default on a free port. */
export async function startHttpServer(answer: RequestListener, port = 0) {
  const server = createServer(answer);
  // Otherwise a connection could close just as a client reuses it.
  server.keepAliveTimeout = 600_000;
  const bound = await listen(server, port);
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

/** Lets a server listen on 127.0.0.1, by default on a free port. Returns the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
