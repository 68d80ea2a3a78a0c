import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LaneStore } from './lane-store.ts';
import { readStored, type Stored } from '../check/stored.ts';

/** Reads a SQLite file, its rows and its bytes. */
async function readSqliteFile(path: string): Promise<Stored> {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const stored = await readStored(async (sql) => database.prepare(sql).all());
    return { ...stored, texts: [...stored.texts, ...bytesOf(path)] };
  } finally {
    database.close();
  }
}

function bytesOf(path: string) {
  const folder = dirname(path);
  const files = readdirSync(folder).filter((name) => name.startsWith(basename(path)));
  return files.map((name) => ({ place: name, text: readFileSync(join(folder, name), 'latin1') }));
}

/** Keeps a lane's attempts in a SQLite file of its folder, which one process at a time may use. */
export function sqliteStore(folder: string): LaneStore {
  const path = join(folder, 'checkout.db');
  const read = async () => readSqliteFile(path);
  return { databaseUrl: `sqlite:${path}`, instances: 1, leaseMs: 0, buyers: 20, patience: 1, read };
}
