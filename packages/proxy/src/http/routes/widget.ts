import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The build's copy. Works from the sources, too. */
const root = join(
  dirname(fileURLToPath(import.meta.resolve('@card-checkout/proxy/package.json'))),
  'dist/widget',
);

/**
 * Serves the widget's script-tag build to any origin: the latest files under `/widget/`, immutable
 * scripts under `/widget/<version>/`. `/widget/integrity.json` lists the version and each file's hash
 * (Subresource Integrity).
 */
export async function widgetFiles(app: FastifyInstance): Promise<void> {
  const { version } = readIntegrity();
  await serve(app, '/widget/', /\.(js|json|md)$/, (path) =>
    hashedName.test(path) ? forever : 'max-age=300',
  );
  // The version is a hash of the scripts, so nothing else is immutable here.
  await serve(app, `/widget/${version}/`, /\.js$/, () => forever);
}

function readIntegrity(): { version: string; files: Record<string, string> } {
  return JSON.parse(readFileSync(join(root, 'integrity.json'), 'utf8'));
}

const forever = 'max-age=31536000, immutable';

/** Files whose name contains a hash of their content. */
const hashedName = /-[\da-f]{8}\.js(\.br|\.gz)?$/;

async function serve(
  app: FastifyInstance,
  prefix: string,
  served: RegExp,
  lifetimeOf: (path: string) => string,
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    allowedPath: (path) => served.test(path),
    preCompressed: true,
    decorateReply: false,
    index: false,
    cacheControl: false,
    acceptRanges: false,
    setHeaders(reply, path) {
      reply.header('Cache-Control', `public, ${lifetimeOf(path)}`);
      reply.header('Access-Control-Allow-Origin', '*');
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      // A worker runs under its own file's policy, and the default one forbids everything.
      reply.removeHeader('Content-Security-Policy');
    },
  });
}
