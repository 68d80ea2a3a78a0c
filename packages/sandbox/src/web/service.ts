import Fastify, { type FastifyInstance } from 'fastify';
import { serveOnLan, type Lan } from './lan.ts';

export interface Address {
  host: string;
  /** 0 uses any free port. */
  port: number;
  /** Also listen here over HTTPS; `url` then has this address. */
  lan?: Lan | undefined;
}

export interface Service {
  /** Origin, without a trailing slash. */
  url: string;
  /** Closes every connection, including those still waiting for an answer. */
  stop(): Promise<void>;
}

/** Creates a server that can stop while requests hang. */
export function createServer(): FastifyInstance {
  return Fastify({ forceCloseConnections: true });
}

/** Returns a signal that aborts when the server stops, which ends delays and postbacks. */
export function stopSignal(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController();
  app.addHook('preClose', (done) => {
    stopping.abort();
    done();
  });
  return stopping.signal;
}

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
