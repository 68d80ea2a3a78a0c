import { memberOf } from '@card-checkout/contract/json';
import { Client } from 'pg';
import type { Secret } from '../../sensitive/secret.ts';
import { StoreError } from '../database.ts';
import { clientConfig, maxConnections } from './connections.ts';

/**
 * Refuses a pooler that doesn't give each connection a session of its own, such as PgBouncer with
 * `pool_mode=transaction`: LISTEN would hear nothing, and our settings would stay on other programs'
 * connections. Also refuses one that gives fewer connections than an instance needs.
 */
export async function checkSessions(url: Secret): Promise<void> {
  const clients = [newClient(url)];
  try {
    for (const client of clients) await client.connect();
    const [first] = clients;
    // A pooler invents the process id that a new connection gets.
    if (!first || memberOf(first, 'processID') === (await backendOf(first))) return;
    const others = Array.from({ length: maxConnections - 1 }, () => newClient(url));
    clients.push(...others);
    await Promise.all(others.map(async (client) => client.connect()));
    await Promise.all(clients.map(backendOf)).catch(() => {
      throw new StoreError(`DATABASE_URL ${tooFew}`);
    });
    // One after the other, sessions that share a process get the one that has just become free.
    const backends = new Set<unknown>();
    for (const client of clients) backends.add(await backendOf(client));
    if (backends.size < clients.length) throw new StoreError(`DATABASE_URL ${shared}`);
  } finally {
    await Promise.all(clients.map(async (client) => client.end().catch(() => undefined)));
  }
}

const shared =
  "names a pooler whose connections share sessions: use PgBouncer's pool_mode = session, or the server itself";
const tooFew = `names a pooler that gives fewer than ${maxConnections} connections: raise its pool size`;

function newClient(url: Secret): Client {
  // A broken connection fails its query.
  return new Client(clientConfig(url)).on('error', () => undefined);
}

async function backendOf(client: Client): Promise<unknown> {
  return (await client.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
}
