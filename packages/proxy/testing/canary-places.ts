import { join } from 'node:path';
import type { ScriptedService } from '@card-checkout/testing/scripted-service';
import type { WebhookReceiver } from '@card-checkout/testing/webhook-receiver';
import { withoutStrayCodes } from './canary.ts';
import type { ProxyProcess } from './proxy-process.ts';
import { textOfFiles } from './running-proxy.ts';

/** A running proxy with everybody whom it talks to. */
export interface Scene {
  proxy: ProxyProcess;
  url: string;
  /** The process's working directory, with its database if that is a file. */
  folder: string;
  metricsUrl: string;
  service: ScriptedService;
  collector: ScriptedService;
  support: WebhookReceiver;
  relay: WebhookReceiver;
  payment: WebhookReceiver;
  /** Head and body of every answer that the proxy gave. */
  answers: string[];
  /** Runs a statement in the database; there is none for SQLite, whose file lies in the folder. */
  query?: ((sql: string) => Promise<Record<string, unknown>[]>) | undefined;
}

/** The places that somebody may look at, each with what it holds; bytes are Latin-1. */
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
  ['files of PostgreSQL', filesOf],
];

/** Reads the metrics; a process that was killed has none. */
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

/** Reads the database's own folder, the server's log of writes, and what all databases share. */
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
