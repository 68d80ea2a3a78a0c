import type { FastifyInstance } from 'fastify';

/** The directives of a Content Security Policy. */
export type Sources = Readonly<Record<string, readonly string[]>>;

const nothing: Sources = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * Adds security headers to every answer (OWASP REST Security Cheat Sheet): no caching, no rendering, no
 * framing. Pages list their `sources`. The widget's files and CORS set their own. HSTS is left to the
 * TLS server in front, whose host may serve other sites.
 */
export function addAnswerHeaders(app: FastifyInstance, sources: Sources = {}): void {
  const policy = Object.entries({ ...nothing, ...sources });
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy.map(([name, list]) => [name, ...list].join(' ')).join(';'),
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
