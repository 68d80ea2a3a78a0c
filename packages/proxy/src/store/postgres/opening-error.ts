import { DatabaseError } from 'pg';
import { schemaName } from './schema.ts';
import { StoreError } from '../store.ts';

/** Explanations of the codes of PostgreSQL (SQLSTATE) and of Node that a wrong address causes. */
const explanations: readonly (readonly [codes: RegExp, explanation: string])[] = [
  [/^28P01$/, 'names a user or a password that the server does not take'],
  [/^28000$/, 'names a user or a way to connect (sslmode) that the server does not take'],
  [/^3D000$/, 'names a database that is not there'],
  [/^42501$/, `names a user who may not make or use the schema ${schemaName}`],
  [/^42(P01|703)$/, `names a database whose schema ${schemaName} is of another program`],
  [/^(25006|57P03)$/, 'names a server that takes no writes now'],
  [/^53300$/, 'names a server that takes no more connections'],
  [/^ERR_INVALID_URL$/, 'must be like postgres://user:password@host:5432/database'],
  [/^ENOENT$/, 'names a file that cannot be read'],
  [/CERT|TLS|SSL|SIGNATURE/, 'names a server whose certificate is not trusted'],
  [/^E[A-Z]+$/, 'names a server that cannot be reached'],
];

/** Explains in a sentence why the database could not be opened, without quoting its address. */
export function openingError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = codeOf(error);
  const found = explanations.find(([codes]) => codes.test(code));
  if (found) return new StoreError(`DATABASE_URL ${found[1]}`);
  if (error instanceof DatabaseError) {
    return new StoreError(`DATABASE_URL names a database that cannot be used (SQLSTATE ${code})`);
  }
  return new StoreError(`DATABASE_URL ${explanationOf(error)}`);
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Explains an error of the driver that has no code. */
function explanationOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/password/i.test(message)) return 'has no password, and the server wants one';
  if (/SSL/.test(message)) return 'asks for TLS (sslmode), which the server does not speak';
  return 'names a server that cannot be reached';
}
