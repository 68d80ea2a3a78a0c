import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** A Content Security Policy. */
type Sources = Readonly<Record<string, readonly string[]>>;

/**
 * Adds security headers to every answer (OWASP REST Security Cheat Sheet): do not store it, show it as
 * a page, or embed it; a page names its `sources`. The widget's files and CORS set their own. HSTS is
 * left to the TLS server in front, whose host may serve other sites.
 */
export function addAnswerHeaders(app: FastifyInstance, sources: Sources = {}): void {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
        ...sources,
      },
    },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    originAgentCluster: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xFrameOptions: { action: 'deny' },
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });
  // The headers are the same for every answer, so helmet writes them once.
  const example = new ServerResponse(new IncomingMessage(new Socket()));
  protect(example.req, example, () => undefined);
  const headers = { ...example.getHeaders(), 'cache-control': 'no-store' };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
