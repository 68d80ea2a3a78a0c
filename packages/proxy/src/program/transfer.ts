import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { readDatabase } from '../config/config.ts';
import type { Database } from '../store/database.ts';
import { StoreError } from '../store/database.ts';
import { openDatabase, type DatabaseAddress } from '../store/open-store.ts';
import { findTables } from '../store/table-version.ts';
import { exportLedger, importLedger } from '../store/transfer.ts';
import { readArguments, type Command } from '../terminal/arguments.ts';

/** Prints the ledger of a proxy that is stopped. */
export function readExport(args: string[]): Command {
  readArguments(args, {});
  return async (env) => {
    const address = readDatabase(env);
    if ((await findTables(address)) === 'none') {
      throw new StoreError('DATABASE_URL names a database without tables: nothing to export');
    }
    return using(address, async (database) => {
      let last = '';
      for await (const line of exportLedger(database)) {
        if (last !== '' && !process.stdout.write(`${last}\n`)) await once(process.stdout, 'drain');
        last = line;
      }
      return last;
    });
  };
}

/** Fills an empty database from the standard input. */
export function readImport(args: string[]): Command {
  readArguments(args, {});
  return async (env) =>
    using(readDatabase(env), async (database) => {
      const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
      const { payments, messages, alarms } = await importLedger(database, lines);
      return `Imported: ${payments} payments, ${messages} messages, ${alarms} alarms`;
    });
}

async function using<Result>(
  address: DatabaseAddress,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(address);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}
