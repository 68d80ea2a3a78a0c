import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const script = '@card-checkout/widget/script/card-checkout.js';

/** Only the entry keeps its name; a chunk's name holds a hash of its content. */
const entry = basename(script);

/** Serves the script-tag build of the widget under `/widget/` to pages of any origin. */
export async function widgetFiles(app: FastifyInstance): Promise<void> {
  await app.register(fastifyStatic, {
    root: dirname(fileURLToPath(import.meta.resolve(script))),
    prefix: '/widget/',
    index: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const lifetime = basename(path) === entry ? 'max-age=300' : 'max-age=31536000, immutable';
      reply.header('Cache-Control', `public, ${lifetime}`);
      reply.header('Access-Control-Allow-Origin', '*');
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      reply.header('X-Content-Type-Options', 'nosniff');
    },
  });
}
