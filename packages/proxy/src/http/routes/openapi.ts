import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../openapi/document.ts';

export interface OpenApiRouteOptions {
  /** The proxy's public address; without it, the document names a path of the same host. */
  publicUrl: string | undefined;
}

/** Serves the OpenAPI document. */
export async function openApiRoute(
  app: FastifyInstance,
  { publicUrl }: OpenApiRouteOptions,
): Promise<void> {
  // Most proxies are never asked for it.
  let document: object | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= openApiDocument(publicUrl ?? (app.prefix || '/'));
    return reply.header('Cache-Control', 'no-cache').send(document);
  });
}
