import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';

/** What the document says of where it is served. */
export interface OpenApiRouteOptions {
  /** Where the payments service, and so everybody, reaches the proxy; else its prefix is told. */
  publicUrl: string | undefined;
}

/** Serves the description of the proxy's HTTP interface (contract section 3). */
export async function openApiRoute(
  app: FastifyInstance,
  { publicUrl }: OpenApiRouteOptions,
): Promise<void> {
  const document = openApiDocument(publicUrl ?? (app.prefix || '/'));
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').send(document),
  );
}
