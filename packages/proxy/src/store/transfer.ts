import { z } from 'zod';
import { alarmCodes } from '../attempt/alarms.ts';
import { receivers } from '../attempt/messages.ts';
import { storedStatuses } from '../attempt/statuses.ts';
import { StoreError, type Database, type Row, type Statement, type Value } from './database.ts';
import { eventsOf, paymentIn } from './rows.ts';
import { importing, schemaVersion } from './schema.ts';

const text = z.string();
const nullable = text.nullable();
const whole = z.int();

/** The exported columns of each table; docs/running.md explains them. */
export const exportedColumns = {
  payments: z.strictObject({
    id: text.min(1),
    order_key: text,
    number: whole,
    version: whole,
    proof_hash: nullable,
    status: z.enum([...storedStatuses, 'deleted']),
    changed_at: nullable,
    due_at: nullable,
    state: text,
    steps: text,
  }),
  messages: z.strictObject({
    id: text.min(1),
    payment_id: nullable,
    receiver: z.enum(receivers),
    body: text,
    created_at: text,
    next_at: text,
    deliveries: whole,
  }),
  alarms: z.strictObject({
    payment_id: text,
    order_id: text,
    code: z.enum(alarmCodes),
    at: text,
    reason: nullable,
    acknowledged_at: nullable,
    acknowledged_by: nullable,
  }),
} as const;

type Table = keyof typeof exportedColumns;

const tables = ['payments', 'messages', 'alarms'] as const satisfies Table[];

/** Columns that a new row gets from the program that imports it. */
const ownValues: Readonly<Record<Table, Readonly<Record<string, Value>>>> = {
  // No process runs these payments: the next start takes them over, as after a crash.
  payments: { owner: '' },
  messages: {},
  alarms: {},
};

const Head = z.strictObject({ ledger: z.literal('card-checkout'), tables: whole });
const End = z.strictObject({ end: z.record(z.enum(tables), whole) });
type Counts = Record<Table, number>;

const rowsAtOnce = 500;

/** Yields a ledger as lines of JSON: its table version, every row, and how many there were. */
export async function* exportLedger(database: Database): AsyncGenerator<string, void> {
  yield JSON.stringify({ ledger: 'card-checkout', tables: schemaVersion });
  const end: Counts = { payments: 0, messages: 0, alarms: 0 };
  for (const table of tables) {
    for await (const row of rowsOf(database, table)) {
      yield JSON.stringify({ table, ...row });
      end[table] += 1;
    }
  }
  yield JSON.stringify({ end });
}

async function* rowsOf(database: Database, table: Table): AsyncGenerator<Row, void> {
  const columns = Object.keys(exportedColumns[table].shape);
  const page = `
    SELECT ${columns.join(', ')}, id AS "position" FROM ${table}
    WHERE id > ? ORDER BY id LIMIT ${rowsAtOnce}`;
  let position: Value = table === 'alarms' ? 0 : '';
  for (let rows: Row[] | undefined; rows === undefined || rows.length === rowsAtOnce;) {
    rows = await database.read(page, position);
    for (const { position: at, ...row } of rows) {
      yield row;
      position = table === 'alarms' ? Number(at) : String(at);
    }
  }
}

/**
 * Fills an empty database with the lines of `exportLedger`, and returns how many rows each table has.
 * Throws a `StoreError` for lines of another version, incomplete or wrong ones, and a database with
 * rows. If it fails on its way, the database opens no more: import into a new one.
 */
export async function importLedger(
  database: Database,
  lines: AsyncIterable<string>,
): Promise<Counts> {
  for (const table of tables) {
    const found = await database.read(`SELECT id FROM ${table} LIMIT 1`);
    if (found.length > 0)
      throw new StoreError('The database has rows already: import into a new one');
  }
  const counts: Counts = { payments: 0, messages: 0, alarms: 0 };
  let [number, isBegun, isEnded] = [0, false, false];
  let batch: Statement[] = [];
  for await (const line of lines) {
    number += 1;
    if (isEnded) throw wrongLine(number);
    const given = parsedLine(line, number);
    if (!isBegun) {
      checkHead(given);
      await setVersion(database, importing);
      isBegun = true;
    } else if ('end' in given) {
      checkEnd(given, counts);
      isEnded = true;
    } else {
      const { table, statement } = insertionOf(given, number);
      counts[table] += 1;
      batch.push(statement);
    }
    if (batch.length < rowsAtOnce && !isEnded) continue;
    await database.transact({ guards: [], rest: batch });
    batch = [];
  }
  if (!isEnded) throw new StoreError('The export is cut off: its last line is missing');
  await setVersion(database, schemaVersion);
  return counts;
}

async function setVersion(database: Database, version: number): Promise<void> {
  await database.run('UPDATE schema_version SET version = ?', version);
}

function parsedLine(line: string, number: number): object {
  try {
    const given: unknown = JSON.parse(line);
    if (typeof given === 'object' && given !== null) return given;
  } catch {
    // Below.
  }
  throw wrongLine(number);
}

function wrongLine(number: number): StoreError {
  return new StoreError(`Line ${number} is none of an export`);
}

function checkHead(given: object): void {
  const { data } = Head.safeParse(given);
  if (!data) throw new StoreError('Line 1 names no ledger: give the whole output of export');
  if (data.tables === schemaVersion) return;
  throw new StoreError(
    `The export has tables of version ${data.tables}, and this release reads version ${schemaVersion}`,
  );
}

function checkEnd(given: object, counts: Counts): void {
  const { data } = End.safeParse(given);
  const isWhole = data && tables.every((table) => data.end[table] === counts[table]);
  if (!isWhole) throw new StoreError('The export lost lines: it ends with other numbers of rows');
}

function insertionOf(given: object, number: number): { table: Table; statement: Statement } {
  const { table: name, ...columns }: { table?: unknown } = given;
  const table = tables.find((each) => each === name);
  const row = table && exportedColumns[table].safeParse(columns).data;
  if (!table || !row) throw wrongLine(number);
  if (table === 'payments') checkPayment(row, number);
  const values = new Map<string, Value>(Object.entries({ ...row, ...ownValues[table] }));
  const places = [...values].map(() => '?').join(', ');
  const insert = `INSERT INTO ${table} (${[...values.keys()].join(', ')}) VALUES (${places})`;
  return { table, statement: [insert, [...values.values()]] };
}

/** Reads what the program will read, since a payment that can't be read locks its order. */
function checkPayment(row: Row, number: number): void {
  if (row['status'] === 'deleted') return;
  try {
    paymentIn(row);
    eventsOf([row]);
  } catch {
    throw wrongLine(number);
  }
}
