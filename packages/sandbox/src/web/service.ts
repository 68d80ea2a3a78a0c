import Fastify, { type FastifyInstance } from 'fastify';

/** Where a service listens. */
export interface Address {
  host: string;
  /** 0 takes any free port. */
  port: number;
}

/** A service that listens. */
export interface Service {
  /** Its origin, without a slash at the end. */
  url: string;
  /** Closes every connection, also those that wait for an answer. */
  stop(): Promise<void>;
}

/** Creates a server that can be stopped while requests hang. */
export function createServer(): FastifyInstance {
  return Fastify({ forceCloseConnections: true });
}

/** A signal that aborts when the server stops; delays and postbacks end with it. */
export function stopSignal(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController();
  app.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });
  return stopping.signal;
}

/** Starts a server; rejects when the port is busy. */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<Service> {
  const url = await app.listen({ host, port });
  return { url, stop: () => app.close() };
}
