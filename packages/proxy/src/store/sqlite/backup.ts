import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { backup, type DatabaseSync } from 'node:sqlite';
import { StoreError } from '../store.ts';

/** Pages copied at once; payments wait a millisecond or two for it. */
const pagesAtOnce = 20;

/**
 * Copies a database that is in use to a new file, for its owner alone. An unfinished copy has another
 * name: restored, it would be a database without payments.
 */
export async function copyTo(path: string, database: DatabaseSync): Promise<void> {
  const reserved = await created(path);
  const unfinished = `${path}.unfinished`;
  try {
    await rm(unfinished, { force: true });
    await copyPages(database, unfinished);
    await rename(unfinished, path);
  } catch {
    for (const file of [unfinished, path]) await rm(file, { force: true });
    throw new StoreError(`${path} could not be written: is the disk full?`);
  } finally {
    await reserved.close();
  }
}

async function copyPages(database: DatabaseSync, path: string): Promise<void> {
  const file = await created(path);
  let flushing: Promise<void> | undefined;
  // SQLite flushes the copy at its end, and payments would wait for all of it.
  const flush = () => {
    flushing ??= file
      .datasync()
      .catch(() => undefined)
      .finally(() => (flushing = undefined));
  };
  try {
    await backup(database, path, { rate: pagesAtOnce, progress: flush });
  } finally {
    await flushing;
    await file.close();
  }
}

async function created(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const reason = exists ? 'exists already' : 'must be in a folder that the proxy may write';
    throw new StoreError(`${path} ${reason}`);
  });
}
