import { orderSecret } from '@card-checkout/testing/checkout-request';
import { DBOS } from '@dbos-inc/dbos-sdk';
import { createVerifier } from 'fast-jwt';
import Fastify from 'fastify';
import { Pool } from 'undici';

/**
 * DBOS Transact on PostgreSQL: one workflow per order, durable before and after its only step, the
 * call. As in our proxy, the card stays in memory.
 */
const { PORT, API_BASE_URL = '', DATABASE = '' } = process.env;

const verify = createVerifier({ key: orderSecret, algorithms: ['HS256'] });
const api = new Pool(API_BASE_URL, { connections: 64, pipelining: 1 });
const headers = { 'Content-Type': 'application/json' };
const path = '/api/checkout/';

/** Requests to the API, by order. */
const bodies = new Map<string, string>();

async function call(orderId: string) {
  const body = bodies.get(orderId) ?? '';
  const answer = await api.request({ path, method: 'POST', headers, body });
  return { status: answer.statusCode, paid: await answer.body.text() };
}

const pay = DBOS.registerWorkflow(
  async (orderId: string, _amount: number) =>
    DBOS.runStep(async () => call(orderId), { name: 'call' }),
  { name: 'pay' },
);
DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: DATABASE,
  systemDatabasePoolSize: 20,
  logLevel: 'error',
});
await DBOS.launch();

const app = Fastify({ logger: true });
app.post<{ Body: { order: string } }>(path, async (request, reply) => {
  const { order, ...payment } = request.body;
  const { sub, amount } = verify(order);
  bodies.set(sub, JSON.stringify({ ...payment, amount }));
  const workflow = await DBOS.startWorkflow(pay, { workflowID: sub })(sub, amount);
  const { status, paid } = await workflow.getResult();
  bodies.delete(sub);
  return reply.code(status).type('application/json').send(paid);
});
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
