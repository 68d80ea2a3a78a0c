import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Timers } from '../web/timers.ts';

type FileRequest = FastifyRequest<{ Params: { file: string } }>;

/** Serves the proxy's widget once more, what it loads later 5 s late, as a slow network does. */
export function slowWidgetRoutes(proxyUrl: string, timers: Timers, slowMs = 5_000) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/:file', async ({ params: { file } }: FileRequest, reply) => {
      if (file !== 'card-checkout.js') await sleep(slowMs, undefined, { signal: timers.signal });
      const answer = await fetch(`${proxyUrl}/widget/${encodeURIComponent(file)}`);
      return reply
        .code(answer.status)
        .type('text/javascript')
        .send(await answer.text());
    });
  };
}
