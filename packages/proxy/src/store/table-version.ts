import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from './database.ts';
import type { DatabaseAddress } from './open-store.ts';
import { checkVersion, schemaVersion } from './schema.ts';

/**
 * Whether the tables of a database have this program's version, or there are none yet; `undefined` if
 * a running process keeps the file to itself. Changes nothing. Throws a `StoreError` for another
 * version, and for a database that can't be read.
 */
export async function findTables(address: DatabaseAddress): Promise<'fit' | 'none' | undefined> {
  if (address.kind === 'postgres') {
    const { readVersion } = await import('./postgres/opening.ts');
    return fitOf(await readVersion(address.url));
  }
  if (!existsSync(address.path)) return 'none';
  try {
    return fitOf(versionIn(address.path));
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if (error instanceof Error && /locked|busy/.test(error.message)) return undefined;
    throw new StoreError('DATABASE_URL names a file that is no database of this program');
  }
}

function fitOf(version: unknown): 'fit' | 'none' {
  if (version === undefined) return 'none';
  checkVersion(version);
  return 'fit';
}

function versionIn(path: string): unknown {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    const tables = database.prepare('SELECT name FROM sqlite_schema LIMIT 1').all();
    if (tables.length === 0) return undefined;
    return database.prepare('SELECT version FROM schema_version').get()?.['version'];
  } finally {
    database.close();
  }
}

/** Says what was found, for an operator who updates. A new database needs no word. */
export function verdictOf(found: 'fit' | 'none' | undefined): string {
  if (found === 'none') return 'ok';
  if (found === 'fit') return `ok: the database fits this release (tables ${schemaVersion})`;
  return `ok: a running process has the database; this release needs tables ${schemaVersion}`;
}
