import { DatabaseError, Pool, type ClientBase, type ClientConfig } from 'pg';
import type { Secret } from '../../sensitive/secret.ts';
import { CommitLost, type Row, type Value } from '../database.ts';

/** The schema of all tables; the database may also contain other programs' schemas. */
export const schemaName = 'card_checkout';

/** Settings of every connection; they override the server's, the user's and the address's. */
const sessionSettings = {
  search_path: schemaName,
  synchronous_commit: 'on',
  // A statement that waited for a row sees the row's latest change.
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  statement_timeout: '5s',
  // Whoever waits for a locked row occupies one of ten connections, and tries again later.
  lock_timeout: '500ms',
  idle_in_transaction_session_timeout: '5s',
  // A plan made while the tables are empty must also work for millions of rows.
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  // Lists of values hold NULL.
  array_nulls: 'on',
};

/** How many connections an instance holds at most, its lease's among them. */
export const maxConnections = 11;

/** A statement whose values may also be lists. */
export type ListStatement = readonly [sql: string, values: readonly (Value | readonly Value[])[]];

export function clientConfig(url: Secret): ClientConfig {
  return {
    connectionString: url.reveal(),
    fallback_application_name: 'card-checkout-proxy',
    // Also limits the wait for a free connection.
    connectionTimeoutMillis: 5000,
    // Longer than `statement_timeout`.
    query_timeout: 7000,
    keepAlive: true,
    // Sends statements without waiting for answers.
    pipeline: true,
  };
}

export async function setUp(client: ClientBase): Promise<void> {
  const names = Object.keys(sessionSettings);
  const calls = names.map((name, n) => `set_config('${name}', $${n + 1}, false)`);
  await client.query(`SELECT ${calls.join(', ')}`, Object.values(sessionSettings));
}

/** Runs a statement with `?` parameters; each connection plans it once. */
export async function run(client: Pick<ClientBase, 'query'>, [sql, values]: ListStatement) {
  return client.query<Row>({ ...prepared(sql), values: values.map(storable) });
}

const preparedBySql = new Map<string, { name: string; text: string }>();

/** Names a statement, and numbers its parameters as PostgreSQL requires. */
function prepared(sql: string) {
  const known = preparedBySql.get(sql);
  if (known) return known;
  let number = 0;
  const text = sql.replaceAll('?', () => `$${(number += 1)}`);
  const made = { name: `statement_${preparedBySql.size + 1}`, text };
  preparedBySql.set(sql, made);
  return made;
}

function storable(value: Value | readonly Value[]): unknown {
  // PostgreSQL can't store NUL in text.
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
  return Array.isArray(value) ? value.map(storable) : value;
}

/** One instance's connections, except its lease's. */
export class Connections {
  readonly #pool: Pool;
  readonly #isSetUp = new WeakSet<ClientBase>();

  constructor(url: Secret) {
    this.#pool = new Pool({
      ...clientConfig(url),
      max: maxConnections - 1,
      idleTimeoutMillis: 60_000,
    });
    // A query reports its broken connection itself, and a broken idle connection doesn't matter.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /**
   * Lends a connection, set up on first use, and discards it if the work fails. The pool's own hook
   * for this, `verify`, loses a connection that becomes ready after its request timed out.
   */
  async lend<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      if (!this.#isSetUp.has(client)) await setUp(client);
      this.#isSetUp.add(client);
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** Rethrows; a broken connection or a server that shuts down becomes `CommitLost`. */
export function throwLoss(error: unknown): never {
  const isAnswer = error instanceof DatabaseError && !/^(57P|08)/.test(error.code ?? '');
  throw isAnswer ? error : new CommitLost('The connection broke', { cause: error });
}
