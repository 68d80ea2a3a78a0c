import type { Config } from '../config/config.ts';
import { receivers, type Receiver } from '../attempt/messages.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import type { Store, StoreRules } from './store.ts';

/** Opens the store that `DATABASE_URL` names. Throws a `StoreFault` when that is not possible. */
export async function openStore(
  config: Config,
  given: Pick<StoreRules, 'now' | 'onCommit'>,
): Promise<Store> {
  const rules = { ...storeRulesOf(config), ...given };
  const { database } = config;
  if (database.kind === 'sqlite') return new SqliteStore(database.path, rules);
  // Its driver takes 17 MB of memory, which a proxy with SQLite can do without.
  const { PostgresStore } = await import('./postgres/postgres-store.ts');
  return PostgresStore.open(database.url, rules);
}

function storeRulesOf(config: Config): Omit<StoreRules, 'now' | 'onCommit'> {
  const { attemptsPerOrder, publicUrl, unsettledAlarmMs, webhooks } = config;
  const wanted = receivers.filter((receiver) => webhooks[receiver]);
  return {
    attemptsPerOrder,
    unsettledAlarmMs: publicUrl === undefined ? undefined : unsettledAlarmMs,
    receivers: new Set<Receiver>(wanted),
  };
}
