import httpProxy from '@fastify/http-proxy';
import Fastify from 'fastify';

const { PORT, API_BASE_URL } = process.env;
const app = Fastify({ logger: false });
await app.register(httpProxy, {
  upstream: API_BASE_URL,
  undici: { connections: 64, pipelining: 1 },
});
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
