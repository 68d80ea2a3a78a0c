import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { backup, type BackupOptions, type DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '../database.ts';

/** Pages copied together; payments wait a millisecond or two. */
const pagesAtOnce = 20;

/** How long writes may delay a copy's first page. */
const maxHoldUpMs = 1000;

/**
 * Copies a database in use to a new file that only its owner may read. An unfinished copy has another
 * name, because it could be restored as a database without payments.
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
  // SQLite flushes the copy only at its end, and payments would wait for all of it.
  const flush = () => {
    flushing ??= file
      .datasync()
      .catch(() => undefined)
      .finally(() => (flushing = undefined));
  };
  try {
    await backUp(database, path, { rate: pagesAtOnce, progress: flush });
  } finally {
    await flushing;
    await file.close();
  }
}

/**
 * Retries `backup`. In Node 24.21, it fails without an SQLite error code if a write interrupts its first
 * page.
 */
async function backUp(
  database: DatabaseSync,
  path: string,
  options: BackupOptions,
  triedUntil = performance.now() + maxHoldUpMs,
): Promise<void> {
  try {
    await backup(database, path, options);
  } catch (error) {
    const isHeldUp = error instanceof Error && 'errcode' in error && error.errcode === 0;
    if (!isHeldUp || performance.now() > triedUntil) throw error;
    await pause(1);
    await backUp(database, path, options, triedUntil);
  }
}

async function created(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const reason = exists ? 'exists already' : 'must be in a folder that the proxy may write';
    throw new StoreError(`${path} ${reason}`);
  });
}
