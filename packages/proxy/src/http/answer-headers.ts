import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/**
 * Adds security headers to every answer (OWASP REST Security Cheat Sheet): do not store it, show it as
 * a page, or embed it. The widget's files and CORS set their own. HSTS is left to the TLS server in
 * front, whose host may serve other sites.
 */
export function addAnswerHeaders(app: FastifyInstance): void {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
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
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Cache-Control', 'no-store');
    protect(request.raw, reply.raw, () => done());
  });
}
