import { DatabaseSync } from 'node:sqlite';
import { CheckoutRequest } from '@card-checkout/contract';
import { orderSecret, shop } from '@card-checkout/testing/checkout-request';
import cors from '@fastify/cors';
import { createVerifier } from 'fast-jwt';
import Fastify from 'fastify';
import { Pool } from 'undici';

/**
 * The floor: our libraries without our rules. Reads a payment, checks the order's signature, and
 * forwards it between two grouped writes to disk. Our code can't be faster than this.
 */
const { PORT, API_BASE_URL = '', DATABASE = '' } = process.env;

const database = new DatabaseSync(DATABASE);
database.exec(`
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 4000;
  CREATE TABLE payments (
    row INTEGER PRIMARY KEY, id TEXT UNIQUE, order_id TEXT UNIQUE, amount INTEGER, answer TEXT
  ) STRICT;
`);
const insert = database.prepare('INSERT INTO payments (id, order_id, amount) VALUES (?, ?, ?)');
const update = database.prepare('UPDATE payments SET answer = ? WHERE id = ?');

let waiting: { write: () => void; resolve: () => void }[] = [];

async function commit(write: () => void): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ write, resolve });
    if (waiting.length === 1) setImmediate(commitAll);
  });
}

function commitAll(): void {
  const all = waiting;
  waiting = [];
  database.exec('BEGIN IMMEDIATE');
  for (const { write } of all) write();
  database.exec('COMMIT');
  for (const { resolve } of all) resolve();
}

const verify = createVerifier({ key: orderSecret, algorithms: ['HS256'] });
const api = new Pool(API_BASE_URL, { connections: 64, pipelining: 1 });
const headers = { 'Content-Type': 'application/json' };

function read(request: unknown) {
  const { order, ...payment } = CheckoutRequest.parse(request);
  if (typeof order !== 'string') throw new Error("The order isn't signed");
  const { sub, amount } = verify(order);
  return { orderId: sub, amount, payment: { ...payment, amount } };
}

const app = Fastify({ logger: true });
await app.register(cors, { origin: [shop] });
app.post('/api/checkout/', async (request, reply) => {
  const id = String(request.headers['idempotency-key']);
  const { orderId, amount, payment } = read(request.body);
  await commit(() => insert.run(id, orderId, amount));
  const body = JSON.stringify(payment);
  const answer = await api.request({ path: request.url, method: 'POST', headers, body });
  const paid = await answer.body.json();
  await commit(() => update.run(JSON.stringify(paid), id));
  return reply.code(answer.statusCode).send(paid);
});
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
