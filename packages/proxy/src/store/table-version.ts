import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseAddress } from './open-store.ts';
import { checkVersion, foreignDatabase, schemaVersion } from './schema.ts';

/** Whether tables fit; `unread` if a running process has the file, or the server is away. */
export type TableFit = 'fit' | 'none' | 'unread';

/**
 * Finds out whether a database's tables have this program's version, or there are none yet. Changes
 * nothing. Throws a `StoreError` for another version, and for a file of another program.
 */
export async function findTables(address: DatabaseAddress): Promise<TableFit> {
  if (address.kind === 'postgres') {
    const { readVersion } = await import('./postgres/opening.ts');
    return fitOf(await readVersion(address.url).catch(() => 'unread'));
  }
  return existsSync(address.path) ? fitOf(versionIn(address.path)) : 'none';
}

function fitOf(version: unknown): TableFit {
  if (version === 'unread') return 'unread';
  if (version === undefined) return 'none';
  checkVersion(version);
  return 'fit';
}

function versionIn(path: string): unknown {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    const tables = database.prepare('SELECT name FROM sqlite_schema LIMIT 1').all();
    if (tables.length === 0) return undefined;
    return database.prepare('SELECT version FROM schema_version').get()?.['version'];
  } catch (error) {
    if (error instanceof Error && /locked|busy/.test(error.message)) return 'unread';
    throw foreignDatabase;
  } finally {
    database?.close();
  }
}

/** Says what was found, for an operator who updates. A new database needs no word. */
export function verdictOf(found: TableFit): string {
  if (found === 'none') return 'ok';
  if (found === 'fit') return `ok: the database fits this release (tables ${schemaVersion})`;
  return `ok, but the database can't be read now; this release needs tables ${schemaVersion}`;
}
