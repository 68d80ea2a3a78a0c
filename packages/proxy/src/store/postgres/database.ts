import { DatabaseError, Pool, type ClientBase, type ClientConfig } from 'pg';
import type { Secret } from '../../sensitive/secret.ts';
import { schemaName } from './schema.ts';
import type { Statement, Value } from '../statements.ts';

/** One row as PostgreSQL returns it; `rows.ts` reads it. */
export type Row = Record<string, unknown>;

/** What a transaction comes to, once it has read. */
export interface Decision<Result> {
  result: Result;
  writes: readonly Statement[];
}

/** How many connections one instance holds, beside the one of its lease. */
const maxConnections = 10;

/** How long a connection may take to be there, or to be free. */
const connectTimeoutMs = 5000;

/** How long the driver waits for an answer; longer than the server works on one. */
const answerTimeoutMs = 7000;

/** The settings of every connection, whatever the server, the user or the address says. */
const sessionSettings = {
  search_path: schemaName,
  synchronous_commit: 'on',
  // A snapshot for each statement: what is read after a lock is what its last holder wrote.
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '5s',
};

/** Says that a connection broke: whether the transaction was committed is not known. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** How every connection is made; `pipeline` sends statements without waiting for answers. */
export function clientConfig(url: Secret): ClientConfig {
  return {
    connectionString: url.reveal(),
    fallback_application_name: 'card-checkout-proxy',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    pipeline: true,
  };
}

/** Sets up a new connection. */
export async function setUp(client: ClientBase): Promise<void> {
  const names = Object.keys(sessionSettings);
  const calls = names.map((name, n) => `set_config('${name}', $${n + 1}, false)`);
  await client.query(`SELECT ${calls.join(', ')}`, Object.values(sessionSettings));
}

/** Sets up a connection of the pool before anybody gets it. */
async function setUpFor(client: ClientBase, done: (error?: Error) => void): Promise<void> {
  const fault = await setUp(client).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  done(fault);
}

/** Runs a statement whose parameters are `?`; a connection plans it once. */
export async function run(client: Pick<ClientBase, 'query'>, [sql, values]: Statement) {
  const { rows } = await client.query<Row>({ ...named(sql), values: values.map(storable) });
  return rows;
}

const names = new Map<string, string>();

/** Names a statement, and writes its parameters as PostgreSQL does. */
function named(sql: string) {
  const name = names.get(sql) ?? `statement_${names.size + 1}`;
  names.set(sql, name);
  let number = 0;
  return { name, text: sql.replaceAll('?', () => `$${(number += 1)}`) };
}

/** Replaces the one character that PostgreSQL's text does not hold. */
function storable(value: Value): Value {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

/** The database of one instance: connections, and transactions of two round trips each. */
export class PostgresDatabase {
  readonly #pool: Pool;
  readonly #onCommit: ((durationMs: number) => void) | undefined;

  /** Tells `onCommit` how long each transaction took, in milliseconds. */
  constructor(url: Secret, onCommit?: (durationMs: number) => void) {
    this.#onCommit = onCommit;
    this.#pool = new Pool({
      ...clientConfig(url),
      max: maxConnections,
      idleTimeoutMillis: 60_000,
      verify: (client, done) => void setUpFor(client, done),
    });
    // Whoever uses a connection that breaks is told by its query; without one, nobody need be.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Runs one statement, which is a transaction of its own. */
  async all(sql: string, ...values: Value[]): Promise<Row[]> {
    return run(this.#pool, [sql, values]);
  }

  /**
   * Reads, decides, and writes what that says, in one transaction: reads come first, so those that
   * lock go before those that look. When the connection breaks all is done once more, since only
   * the database knows what became of it; so `decide` must recognise what it has decided before.
   */
  async change<Result>(
    reads: readonly Statement[],
    decide: (...rows: Row[][]) => Decision<Result>,
  ): Promise<Result> {
    const startedAt = performance.now();
    const transaction = async () => this.#lend(async (client) => changeOnce(client, reads, decide));
    const result = await transaction().catch(async (error: unknown) => {
      if (error instanceof ConnectionLost) return transaction();
      throw error;
    });
    this.#onCommit?.(performance.now() - startedAt);
    return result;
  }

  /** Resolves when every connection is closed. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Lends a connection, which is not used again when the work fails. */
  async #lend<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

async function changeOnce<Result>(
  client: ClientBase,
  reads: readonly Statement[],
  decide: (...rows: Row[][]) => Decision<Result>,
): Promise<Result> {
  const begun = client.query('BEGIN');
  const read = reads.map(async (statement) => run(client, statement));
  const [, ...rows] = await Promise.all([begun, ...read]).catch(throwLoss);
  const { result, writes } = decide(...rows);
  const written = writes.map(async (statement) => run(client, statement));
  await Promise.all([...written, client.query('COMMIT')]).catch(throwLoss);
  return result;
}

/** Tells a connection that broke, or a server that goes down, from a statement that failed. */
function throwLoss(error: unknown): never {
  const isAnswer = error instanceof DatabaseError && !/^(57P|08)/.test(error.code ?? '');
  throw isAnswer ? error : new ConnectionLost('The connection broke', { cause: error });
}
