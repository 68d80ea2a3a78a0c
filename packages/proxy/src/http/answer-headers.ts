import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/**
 * Gives every answer of an application the headers of an API (OWASP REST Security Cheat Sheet):
 * nobody may store it, show it as a page, or embed it. The widget's files say otherwise themselves,
 * and what CORS lets scripts read stays as it is. HSTS is left to the server that speaks TLS, whose
 * host may hold other sites of the merchant.
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
