import type { Attempt } from '../../packages/proxy/src/attempt/attempt.ts';
import { attemptsOf } from '../../packages/proxy/src/store/rows.ts';
import { alarmsIn } from '../world/receiver.ts';
import type { KeptText, RaisedAlarm } from './evidence.ts';

/** What a database holds after the last process that used it. */
export interface Stored {
  attempts: Attempt[];
  /** Alarms whose messages were not delivered. */
  alarms: RaisedAlarm[];
  messagesLeft: number;
  texts: KeptText[];
}

/** Reads rows by a statement. */
export type Query = (sql: string) => Promise<unknown[]>;

const tables = ['attempts', 'tries', 'events', 'messages'];

/** Reads a database of either kind. */
export async function readStored(query: Query): Promise<Stored> {
  const attempts = attemptsOf(
    await query(`SELECT * FROM attempts a JOIN tries t ON t.attempt_id = a.id
      ORDER BY a.created_at, a.id, t.number`),
  );
  const bodies = await query(`SELECT body AS text FROM messages WHERE receiver = 'support'`);
  const texts = await Promise.all(tables.map(async (table) => textsOf(table, query)));
  return {
    attempts,
    alarms: bodies.flatMap((row) => alarmsIn(JSON.parse(textIn(row)))),
    messagesLeft: (await query('SELECT id FROM messages')).length,
    texts: texts.flat(),
  };
}

/** Columns that count; one of them comes by every number, a security code's as well. */
const counters = new Set(['events.id', 'attempts.lease']);

async function textsOf(table: string, query: Query): Promise<KeptText[]> {
  const rows = await query(`SELECT * FROM ${table}`);
  return rows
    .flatMap((row) =>
      Object.entries(Object(row)).map(([column, value]) => ({
        place: `${table}.${column}`,
        text: String(value),
      })),
    )
    .filter(({ place }) => !counters.has(place));
}

function textIn(row: unknown): string {
  return typeof row === 'object' && row !== null && 'text' in row ? String(row.text) : '';
}
