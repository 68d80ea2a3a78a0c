import { Client, DatabaseError, type ClientBase } from 'pg';
import type { Secret } from '../../sensitive/secret.ts';
import { StoreError, type Row } from '../database.ts';
import { checkVersion, foreignDatabase, tablesIn } from '../schema.ts';
import { clientConfig, schemaName } from './connections.ts';

const dialect = {
  text: 'TEXT COLLATE "C"',
  serial: 'BIGINT GENERATED ALWAYS AS IDENTITY',
  time: 'TIMESTAMPTZ',
  options: '',
};

/** Limit for creating the tables, or waiting while another instance does. */
const timeoutMs = 60_000;

/**
 * Creates the schema and its tables while every other instance waits. Throws a `StoreError` for tables
 * of another version or program, and for a server that isn't safe for payments.
 */
export async function preparePostgres(client: ClientBase): Promise<void> {
  const settings = await client.query(`
    SELECT current_setting('fsync') = 'on' AS "keepsWrites", NOT pg_is_in_recovery() AS "takesWrites",
      current_setting('synchronous_commit') = 'on' AS "waitsForDisk",
      current_setting('server_encoding') = 'UTF8' AS "isUnicode"`);
  const error = errorOfSettings(settings.rows[0]);
  if (error) throw error;

  await client.query('BEGIN');
  await client.query(
    `SET LOCAL statement_timeout = ${timeoutMs}; SET LOCAL lock_timeout = ${timeoutMs}`,
  );
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [schemaName]);
  await makeTables(client);
  const { rows } = await client.query<Row>('SELECT version FROM schema_version');
  checkVersion(rows[0]?.['version']);
  await client.query('COMMIT');
}

interface ServerSettings {
  keepsWrites: boolean;
  takesWrites: boolean;
  waitsForDisk: boolean;
  isUnicode: boolean;
}

/** Explains why a server isn't safe for payments; `undefined` if it is. */
export function errorOfSettings(settings: ServerSettings): StoreError | undefined {
  const { keepsWrites, takesWrites, waitsForDisk, isUnicode } = settings;
  const problems: readonly (readonly [isFine: boolean, problem: string])[] = [
    [keepsWrites, 'a server that may lose what it commits (fsync off)'],
    [waitsForDisk, 'a server that may lose what it commits (synchronous_commit off)'],
    [takesWrites, 'a server that is read-only'],
    [isUnicode, "a database that can't store all text (its encoding isn't UTF8)"],
  ];
  const found = problems.find(([isFine]) => !isFine);
  return found && new StoreError(`DATABASE_URL names ${found[1]}`);
}

/** Reads the version of the tables; `undefined` if there are none. Rejects if the server is away. */
export async function readVersion(url: Secret): Promise<unknown> {
  const client = new Client(clientConfig(url));
  try {
    await client.connect();
    const found = await client.query('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [
      `${schemaName}.schema_version`,
    ]);
    if (!found.rows[0].isThere) return undefined;
    const { rows } = await client.query<Row>(`SELECT version FROM ${schemaName}.schema_version`);
    return rows[0]?.['version'];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates missing tables. A user may own the schema without the right to create one. */
async function makeTables(client: ClientBase): Promise<void> {
  const found = await client.query(
    `SELECT to_regnamespace($1) IS NOT NULL AS "isMade",
      to_regclass($1 || '.schema_version') IS NOT NULL AS "hasVersion",
      (SELECT count(*)::int FROM pg_class WHERE relnamespace = to_regnamespace($1)) AS relations`,
    [schemaName],
  );
  const { isMade, hasVersion, relations } = found.rows[0];
  if (hasVersion) return;
  if (relations > 0) throw foreignDatabase;
  if (!isMade) await client.query(`CREATE SCHEMA ${schemaName}`);
  await client.query(tablesIn(dialect));
}

/** Explains error codes of PostgreSQL (SQLSTATE) and Node. */
const explanations: readonly (readonly [codes: RegExp, explanation: string])[] = [
  [/^28P01$/, 'names a user or a password that the server rejects'],
  [/^28000$/, 'names a user or a way to connect (sslmode) that the server rejects'],
  [/^3D000$/, "names a database that doesn't exist"],
  [/^42501$/, `names a user who may not make or use the schema ${schemaName}`],
  [/^42(P01|703)$/, `names a database whose schema ${schemaName} is of another program`],
  [/^(25006|57P03)$/, 'names a server that is read-only right now'],
  [/^53300$/, 'names a server that has no free connections'],
  [/^ERR_INVALID_URL$/, 'must be like postgres://user:password@host:5432/database'],
  [/^ENOENT$/, "names a file that can't be read"],
  [/CERT|TLS|SSL|SIGNATURE/, "names a server whose certificate isn't trusted"],
  [/^E[A-Z]+$/, "names a server that can't be reached"],
];

/** Explains why the database couldn't be opened, without quoting its address. */
export function openingError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  const found = explanations.find(([codes]) => codes.test(code));
  if (found) return new StoreError(`DATABASE_URL ${found[1]}`);
  if (error instanceof DatabaseError) {
    return new StoreError(`DATABASE_URL names a database that can't be used (SQLSTATE ${code})`);
  }
  return new StoreError(`DATABASE_URL ${explanationOf(error)}`);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Explains an error without a code, which the driver throws. */
function explanationOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/password/i.test(message)) return 'has no password, and the server requires one';
  if (/SSL/.test(message)) return "asks for TLS (sslmode), which the server doesn't support";
  return "names a server that can't be reached";
}
