import Fastify, { type FastifyInstance } from 'fastify';
import { serveOnLan, type Lan } from './lan.ts';

/** Where a service listens. */
export interface Address {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Where it listens by HTTPS as well; its URL is the one there. */
  lan?: Lan | undefined;
}

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
export async function listen(
  app: Pick<FastifyInstance, 'listen' | 'close'>,
  { host, port, lan }: Address,
): Promise<Service> {
  const url = await app.listen({ host, port });
  const front = lan && (await serveOnLan(lan, url));
  const stop = async (): Promise<void> => {
    front?.stop();
    await app.close();
  };
  return { url: front?.url ?? url, stop };
}
