import cors from '@fastify/cors';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { publicFolder } from '../public-files.ts';
import { createServer, listen, type Address, type Service } from '../web/service.ts';
import { serveThreeDSCalls, type ThreeDSCallsOptions } from './calls.ts';
import type { TokenStore } from './tokens.ts';

/** Starts a 3DS provider that speaks the page contract and the calls of Cielo's MPI. */
export async function startThreeDSProvider(
  options: ThreeDSCallsOptions & Address,
): Promise<Service> {
  const app = createServer();
  await app.register(cors, { origin: '*' });
  await app.register(staticFiles, { root: publicFolder('three-ds'), serve: false });
  serveScripts(app, options.tokens);
  serveThreeDSCalls(app, options);
  return listen(app, options);
}

function serveScripts(app: FastifyInstance, tokens: TokenStore): void {
  for (const version of ['20', '21']) {
    app.get(`/Scripts/BP.Mpi.3ds${version}.min.js`, (_request, reply) => reply.sendFile('mpi.js'));
  }
  app.get<{ Querystring: { session?: string } }>(
    '/songbird/v2.0.0/songbird.js',
    (request, reply) => {
      if (!tokens.isSilent(request.query.session ?? '')) return reply.sendFile('songbird.js');
      request.raw.destroy();
      return reply.hijack();
    },
  );
}
