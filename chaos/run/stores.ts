import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPostgres } from '@card-checkout/testing/postgres';
import { Secret } from '../../packages/proxy/src/sensitive/secret.ts';
import { Connections } from '../../packages/proxy/src/store/postgres/connections.ts';
import { paymentIn } from '../../packages/proxy/src/store/rows.ts';
import type { KeptText, Stored } from '../check/evidence.ts';
import { alarmsIn } from '../world/receiver.ts';
import { leaseMs } from './settings.ts';

export interface LaneStore {
  databaseUrl: string;
  instances: number;
  /** How long a killed process's payments wait for takeover, in milliseconds. */
  takeoverMs: number;
  /** Whether the network between instances and database breaks. */
  isPartitioned: boolean;
  /** Number of concurrent buyers; those of a killed process wait for the takeover. */
  buyers: number;
  read(): Promise<Stored>;
}

export interface Stores {
  create(folder: string): Promise<LaneStore>;
  stop(): Promise<void>;
}

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** A SQLite file, used by one process at a time. */
export const sqliteStores: Stores = {
  create: async (folder) => ({
    databaseUrl: `sqlite:${join(folder, 'checkout.db')}`,
    instances: 1,
    takeoverMs: 0,
    isPartitioned: false,
    buyers: 20,
    read: async () => readSqlite(folder),
  }),
  stop: async () => undefined,
};

/** Starts PostgreSQL. Two instances share each lane's database. */
export async function startPostgresStores({ isPartitioned = false } = {}): Promise<Stores> {
  const server = await startPostgres();
  const create = async () => {
    const databaseUrl = await server.createDatabase();
    const read = async () => readPostgres(databaseUrl);
    const takeoverMs = leaseMs + 1000;
    return { databaseUrl, instances: 2, takeoverMs, isPartitioned, buyers: 60, read };
  };
  return { create, stop: async () => server.stop() };
}

async function readSqlite(folder: string): Promise<Stored> {
  const database = new DatabaseSync(join(folder, 'checkout.db'), { readOnly: true });
  try {
    const stored = await readStored(async (sql) => database.prepare(sql).all());
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name: place }) => ({ place, text: readFileSync(join(folder, place), 'latin1') }));
    return { ...stored, texts: [...stored.texts, ...files] };
  } finally {
    database.close();
  }
}

async function readPostgres(url: string): Promise<Stored> {
  const connections = new Connections(new Secret(url));
  try {
    return await connections.lend(async (client) =>
      readStored(async (sql) => (await client.query(sql)).rows),
    );
  } finally {
    await connections.close();
  }
}

async function readStored(query: Query): Promise<Stored> {
  const rows = await query('SELECT state FROM payments ORDER BY order_key, number');
  const messages = await query('SELECT receiver, body FROM messages');
  const bodies = messages.map((row): { receiver: string; body: string } => Object(row));
  const tables = ['payments', 'alarms', 'messages'];
  const texts = await Promise.all(tables.map(async (table) => textsOf(table, query)));
  return {
    payments: rows.map(paymentIn),
    alarms: bodies
      .filter(({ receiver }) => receiver === 'support')
      .flatMap(({ body }) => alarmsIn(JSON.parse(body))),
    messagesLeft: messages.length,
    texts: texts.flat(),
  };
}

/** Columns with running numbers, which eventually equal a security code. */
const counters = new Set(['alarms.id', 'payments.version']);

async function textsOf(table: string, query: Query): Promise<KeptText[]> {
  const rows = await query(`SELECT * FROM ${table}`);
  return rows
    .flatMap((row) => Object.entries(Object(row)))
    .map(([column, value]) => ({ place: `${table}.${column}`, text: String(value) }))
    .filter(({ place }) => !counters.has(place));
}
