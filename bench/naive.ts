import { orderSecret } from '@card-checkout/testing/checkout-request';
import express from 'express';
import { createVerifier } from 'fast-jwt';
import { Pool as Database } from 'pg';
import { Pool } from 'undici';

/**
 * What a shop would write first, on PostgreSQL: inserts a row before the call and updates it with the
 * answer.
 */
const { PORT, API_BASE_URL = '', DATABASE } = process.env;

const database = new Database({ connectionString: DATABASE, max: 20 });
await database.query(`
  CREATE TABLE payments (id text PRIMARY KEY, order_id text UNIQUE, amount integer, answer text)
`);
const verify = createVerifier({ key: orderSecret, algorithms: ['HS256'] });
const api = new Pool(API_BASE_URL, { connections: 64, pipelining: 1 });
const headers = { 'Content-Type': 'application/json' };

const app = express();
app.use(express.json());
// oxlint-disable-next-line oxc/no-async-endpoint-handlers -- Express 5 answers with the error.
app.post('/api/checkout/', async (request, response) => {
  const { order, ...payment } = request.body;
  const { sub, amount } = verify(order);
  const id = request.get('idempotency-key');
  await database.query('INSERT INTO payments (id, order_id, amount) VALUES ($1, $2, $3)', [
    id,
    sub,
    amount,
  ]);
  const body = JSON.stringify({ ...payment, amount });
  const answer = await api.request({ path: request.url, method: 'POST', headers, body });
  const paid = await answer.body.json();
  await database.query('UPDATE payments SET answer = $1 WHERE id = $2', [JSON.stringify(paid), id]);
  response.status(answer.statusCode).json(paid);
});
app.listen(Number(PORT), '127.0.0.1');
