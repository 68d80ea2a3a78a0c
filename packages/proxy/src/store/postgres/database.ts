import { DatabaseError, Pool, Query, type ClientBase, type ClientConfig } from 'pg';
import type { Secret } from '../../sensitive/secret.ts';
import { schemaName } from './schema.ts';
import type { Statement, Value } from '../statements.ts';
import { beginShared } from './statements.ts';

/** One row as PostgreSQL returns it; `rows.ts` reads it. */
export type Row = Record<string, unknown>;

/** What to write and to return, decided from what was read. */
export interface Decision<Result> {
  result: Result;
  writes: readonly Statement[];
}

/** Connections of one instance, besides the one of its lease. */
const maxConnections = 10;

/** How long to wait for a new or a free connection. */
const connectTimeoutMs = 5000;

/** How long the driver waits for an answer; longer than `statement_timeout`. */
const answerTimeoutMs = 7000;

/** Settings of every connection; they override those of the server, the user and the address. */
const sessionSettings = {
  search_path: schemaName,
  synchronous_commit: 'on',
  // A snapshot for each statement: a read after a lock sees what the last holder wrote.
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '5s',
};

/** A connection broke, and the transaction may or may not have been committed. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Options of every connection; `pipeline` sends statements without waiting for answers. */
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

/** Runs a statement whose parameters are `?`; a connection plans it once. */
export async function run(client: Pick<ClientBase, 'query'>, [sql, values]: ListStatement) {
  const { rows } = await client.query<Row>({ ...prepared(sql), values: values.map(storable) });
  return rows;
}

/** A statement whose values may be lists, too. */
type ListStatement = readonly [sql: string, values: readonly (Value | readonly Value[])[]];

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

/** Replaces the one character that PostgreSQL cannot store in text. */
function storable(value: Value | readonly Value[]): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
  return Array.isArray(value) ? value.map(storable) : value;
}

/** The database of one instance: connections, and transactions of one or two round trips. */
export class PostgresDatabase {
  readonly #pool: Pool;
  readonly #isSetUp = new WeakSet<ClientBase>();
  readonly #onCommit: ((durationMs: number) => void) | undefined;

  /** Calls `onCommit` with the duration of each transaction. */
  constructor(url: Secret, onCommit?: (durationMs: number) => void) {
    this.#onCommit = onCommit;
    this.#pool = new Pool({
      ...clientConfig(url),
      max: maxConnections,
      idleTimeoutMillis: 60_000,
    });
    // A query reports its broken connection itself; an idle one that breaks does not matter.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Runs one statement, which is a transaction of its own. */
  async all(sql: string, ...values: Value[]): Promise<Row[]> {
    return this.#lend(async (client) => run(client, [sql, values]));
  }

  /**
   * Runs one transaction: all reads in their order (locks first), then `decide`, then its writes. If
   * the connection breaks, the commit may have happened, so the transaction runs once more: `decide`
   * must recognize what it has written before.
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

  /**
   * Runs one transaction in one round trip, and returns the rows of each of its writes. They are sent
   * before it is known whether the locks are there, so they must not write without (`isShared`).
   */
  async write(locks: ListStatement, writes: readonly Statement[]): Promise<Row[][]> {
    const startedAt = performance.now();
    const written = await this.#lend(async (client) => writeOnce(client, locks, writes));
    this.#onCommit?.(performance.now() - startedAt);
    return written;
  }

  /** Resolves when every connection is closed. */
  async close(): Promise<void> {
    await this.#pool.end();
  }

  /**
   * Lends a connection, set up on first use, and discards it when the work fails. The pool's own hook
   * for this, `verify`, loses a connection that is ready after the wait for it has ended.
   */
  async #lend<Result>(work: (client: ClientBase) => Promise<Result>): Promise<Result> {
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
}

async function changeOnce<Result>(
  client: ClientBase,
  reads: readonly Statement[],
  decide: (...rows: Row[][]) => Decision<Result>,
): Promise<Result> {
  const begin = client.query('BEGIN');
  const read = reads.map(async (statement) => run(client, statement));
  const [, ...rows] = await Promise.all([begin, ...read]).catch(throwLoss);
  const { result, writes } = decide(...rows);
  const written = writes.map(async (statement) => run(client, statement));
  await Promise.all([...written, client.query('COMMIT')]).catch(throwLoss);
  return result;
}

async function writeOnce(
  client: ClientBase,
  locks: ListStatement,
  writes: readonly Statement[],
): Promise<Row[][]> {
  const begin = startPacket(client, beginShared);
  const sent = [locks, ...writes].map(async (statement) => run(client, statement));
  const commit = client.query('COMMIT');
  const [, [, ...rows]] = await Promise.all([begin, Promise.all(sent), commit]).catch(throwLoss);
  return rows;
}

/** Sends a query together with all others of this turn of the event loop. */
async function startPacket(client: ClientBase, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = new Query(sql, (error) => (error ? reject(error) : resolve()));
    const submit = query.submit.bind(query);
    query.submit = (connection) => {
      connection.stream.cork();
      process.nextTick(() => connection.stream.uncork());
      return submit(connection);
    };
    client.query(query);
  });
}

/** Rethrows; a broken connection or a server that shuts down becomes `ConnectionLost`. */
function throwLoss(error: unknown): never {
  const isAnswer = error instanceof DatabaseError && !/^(57P|08)/.test(error.code ?? '');
  throw isAnswer ? error : new ConnectionLost('The connection broke', { cause: error });
}
