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
  const document = openApiDocument(publicUrl ?? (app.prefix || '/'));
  app.get('/openapi.json', async (_request, reply) =>
    reply.header('Cache-Control', 'no-cache').send(document),
  );
}
