import { join } from 'node:path';
import type { ScriptedServer } from '@card-checkout/testing/scripted-server';
import type { WebhookReceiver } from '@card-checkout/testing/webhook-receiver';
import { withoutStrayCodes } from './canary.ts';
import type { ProxyProcess } from './proxy-process.ts';
import { textOfFiles } from './running-proxy.ts';

export interface Scene {
  proxy: ProxyProcess;
  url: string;
  /** The proxy's working directory, which holds the SQLite file. */
  folder: string;
  metricsUrl: string;
  service: ScriptedServer;
  collector: ScriptedServer;
  support: WebhookReceiver;
  relay: WebhookReceiver;
  payment: WebhookReceiver;
  answers: string[];
  /** Runs a statement in PostgreSQL; absent with SQLite. */
  query?: ((sql: string) => Promise<Record<string, unknown>[]>) | undefined;
}

/** Places to search for a leak, each with a reader of its content. Bytes are Latin-1. */
export const places: readonly [name: string, look: (scene: Scene) => string | Promise<string>][] = [
  ['standard output', ({ proxy }) => proxy.said.out],
  ['standard error', ({ proxy }) => proxy.said.err],
  ['HTTP answers', ({ answers }) => answers.join('\n')],
  ['metrics', metricsOf],
  ['traces', ({ collector }) => JSON.stringify(collector.received)],
  ['alarms', ({ support }) => JSON.stringify(support.received)],
  ['outcomes', ({ payment }) => JSON.stringify(payment.received)],
  ['relayed postbacks', ({ relay }) => JSON.stringify(relay.received)],
  ['files', ({ folder }) => textOfFiles(folder)],
  ['tables', tablesOf],
  ['PostgreSQL files', filesOf],
];

/** Reads the metrics; '' if the process was killed. */
async function metricsOf({ metricsUrl }: Scene): Promise<string> {
  return fetch(metricsUrl).then(
    async (response) => response.text(),
    () => '',
  );
}

async function tablesOf({ query }: Scene): Promise<string> {
  if (!query) return '';
  const tables = await query(`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'card_checkout'`);
  const rows: unknown[] = [];
  for (const { name } of tables)
    rows.push(await query(`SELECT * FROM card_checkout.${String(name)}`));
  return JSON.stringify(rows);
}

/** Reads PostgreSQL's files: the database's folder, the write-ahead log, and shared files. */
async function filesOf({ query }: Scene): Promise<string> {
  if (!query) return '';
  await query('CHECKPOINT');
  const [row] = await query(`SELECT current_setting('data_directory') AS folder,
    oid, (pg_stat_file(format('base/%s/PG_VERSION', oid))).modification AS made
    FROM pg_database WHERE datname = current_database()`);
  const parts = ['pg_wal', 'global', `base/${String(row?.['oid'])}`];
  const made = new Date(String(row?.['made']));
  const texts = parts.map((part) => textOfFiles(join(String(row?.['folder']), part), made));
  return withoutStrayCodes(texts.join('\n'));
}
