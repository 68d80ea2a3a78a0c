import httpProxy from '@fastify/http-proxy';
// The repository's root has no Fastify of its own; this is the one that our proxy runs on.
import Fastify from '../../packages/proxy/node_modules/fastify/fastify.js';

const { PORT, UPSTREAM_URL = '' } = process.env;

const app = Fastify({ logger: false });
await app.register(httpProxy, {
  upstream: UPSTREAM_URL,
  undici: { connections: 64, pipelining: 1 },
});
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
