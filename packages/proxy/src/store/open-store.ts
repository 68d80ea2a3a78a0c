import type { Config } from '../config.ts';
import type { Receiver } from '../messages.ts';
import { PostgresStore } from './postgres.ts';
import { SqliteStore } from './sqlite.ts';
import type { Store, StoreRules } from './store.ts';

/** Opens the store that `DATABASE_URL` names. Throws a `StoreFault` when that is not possible. */
export async function openStore(config: Config, now: () => Date): Promise<Store> {
  const rules = storeRulesOf(config, now);
  const { database } = config;
  if (database.kind === 'postgres') return PostgresStore.open(database.url, rules);
  return new SqliteStore(database.path, rules);
}

function storeRulesOf(config: Config, now: () => Date): StoreRules {
  const { attemptsPerOrder, publicUrl, unsettledAlarmMs, webhooks } = config;
  const receivers = (['relay', 'support'] as const).filter((receiver) => webhooks[receiver]);
  return {
    attemptsPerOrder,
    unsettledAlarmMs: publicUrl === undefined ? undefined : unsettledAlarmMs,
    receivers: new Set<Receiver>(receivers),
    now,
  };
}
