import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Server } from 'node:net';

export type HttpServer = Awaited<ReturnType<typeof startHttpServer>>;

/** Starts a server on 127.0.0.1, on a free port by default. */
export async function startHttpServer(answer: RequestListener, port = 0) {
  const server = createServer(answer);
  // No client meets a connection that closes in the moment of its next request.
  server.keepAliveTimeout = 600_000;
  const bound = await listen(server, port);
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    /** Breaks the connections that are open, and ends. */
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Lets a server listen on a port of 127.0.0.1, a free one by default, and returns the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}
