import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';

/**
 * The columns that differ between payments, by table. `stored` is the existing payment, `fresh` a
 * new one. All other columns are copied.
 */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payments: {
    id: 'fresh.id',
    order_key: 'fresh.hash',
    changed_at: 'fresh.time',
    proof_hash: 'fresh.hash',
    state: 'replace(stored.state, stored.id, fresh.id)',
  },
};

/** SQL that differs between the databases. */
const sqlite = {
  tables: 'SELECT name FROM sqlite_schema',
  numbers: (count: number) =>
    `(WITH RECURSIVE list (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM list WHERE i < ${count})
      SELECT i FROM list)`,
  time: (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`,
};
const postgres: typeof sqlite = {
  tables: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'card_checkout'`,
  numbers: (count) => `(SELECT i FROM generate_series(1, ${count}) AS list (i))`,
  time: (seconds) =>
    `to_char(to_timestamp(${seconds}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};

type Query = (sql: string) => Promise<Record<string, unknown>[]>;

/** Stores `count` copies of a payment that a proxy made in this database. */
export async function fill(databaseUrl: string, count: number): Promise<void> {
  return databaseUrl.startsWith('sqlite:')
    ? fillSqlite(databaseUrl.slice('sqlite:'.length), count)
    : fillPostgres(databaseUrl, count);
}

async function fillSqlite(file: string, count: number): Promise<void> {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000',
  );
  await copyPayments(async (sql) => database.prepare(sql).all(), sqlite, count);
  database.close();
  // Otherwise pending writes would share the disk with the rounds.
  const opened = openSync(file, 'r+');
  fsyncSync(opened);
  closeSync(opened);
}

async function fillPostgres(connectionString: string, count: number): Promise<void> {
  const options = '-c search_path=card_checkout -c synchronous_commit=off';
  const client = new Client({ connectionString, options });
  await client.connect();
  const query: Query = async (sql) => (await client.query<Record<string, unknown>>(sql)).rows;
  await copyPayments(query, postgres, count);
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}

const digits = (number: string, length: number) => `substr('' || (${10 ** length} + ${number}), 2)`;

/**
 * Copies with time-ordered ids, like the form's, and with orders and hashes in random order. The
 * limits keep SQLite from expanding an expression wherever its column is used.
 */
async function copyPayments(query: Query, sql: typeof sqlite, count: number): Promise<void> {
  const numbered = `
    SELECT ${digits('i', 9)} AS number, ${digits('i * 2654435761 % 1000000007', 10)} AS scattered,
      ${sql.time(`${Math.round(Date.now() / 1000)} - 0.1 * (${count} - i)`)} AS time
    FROM ${sql.numbers(count)} AS numbers LIMIT ${count}`;
  const fresh = `
    SELECT '018' || substr(number, 1, 5) || '-' || substr(number, 6) || '-7000-8000-000' || number AS id,
      scattered || scattered || scattered || scattered || 'AAA' AS hash, time
    FROM (${numbered}) AS numbered LIMIT ${count}`;
  const existing = new Set((await query(sql.tables)).map(({ name }) => name));
  for (const [table, values] of Object.entries(tables)) {
    if (!existing.has(table)) continue;
    await query(`CREATE TEMPORARY TABLE stored AS SELECT * FROM ${table} LIMIT 1`);
    const columns = (await query('SELECT * FROM stored')).flatMap((row) => Object.keys(row));
    await query(`
      INSERT INTO ${table} (${columns.join(', ')})
      SELECT ${columns.map((column) => values[column] ?? `stored.${column}`).join(', ')}
      FROM (${fresh}) AS fresh, stored`);
    await query('DROP TABLE stored');
  }
}
