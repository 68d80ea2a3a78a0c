import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const root = dirname(
  fileURLToPath(import.meta.resolve('@card-checkout/widget/script/card-checkout.js')),
);

const Integrity = z.object({ version: z.string() });

/**
 * Serves the script-tag build of the widget to pages of any origin: under `/widget/`, where an update
 * replaces it, and under `/widget/<version>/`, whose files never change. `/widget/integrity.json`
 * names the version and the hash of each of its files (Subresource Integrity).
 */
export async function widgetFiles(app: FastifyInstance): Promise<void> {
  const { version } = Integrity.parse(
    JSON.parse(readFileSync(join(root, 'integrity.json'), 'utf8')),
  );
  await serve(app, '/widget/', (path) => (isHashed(path) ? forever : 'max-age=300'));
  await serve(app, `/widget/${version}/`, () => forever);
}

const forever = 'max-age=31536000, immutable';

/** Tells whether a file is a chunk, whose name holds a hash of its content. */
function isHashed(path: string): boolean {
  return !/\/(card-checkout\.js|integrity\.json|licenses\.md)(\.br|\.gz)?$/.test(path);
}

/** Serves the build's files, compressed as the browser likes; there is no other address. */
async function serve(
  app: FastifyInstance,
  prefix: string,
  lifetimeOf: (path: string) => string,
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    wildcard: false,
    globIgnore: ['**/*.{br,gz}'],
    preCompressed: true,
    decorateReply: false,
    index: false,
    cacheControl: false,
    acceptRanges: false,
    setHeaders(reply, path) {
      reply.header('Cache-Control', `public, ${lifetimeOf(path)}`);
      reply.header('Access-Control-Allow-Origin', '*');
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      // A worker runs under the policy of its own file, and this one allows nothing.
      reply.raw.removeHeader('Content-Security-Policy');
    },
  });
}
