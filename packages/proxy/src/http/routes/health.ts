import type { FastifyInstance } from 'fastify';
import { oneAtATime } from '../one-at-a-time.ts';
import { Refusal } from '../../refusal.ts';
import type { Settlements } from '../../checkout/waiters.ts';
import type { Store } from '../../store/store.ts';

export interface HealthRoutesOptions {
  store: Store;
  settlements: Settlements;
}

/** Serves `/healthz` (the process is alive) and `/readyz` (it can accept payments). */
export async function healthRoutes(
  app: FastifyInstance,
  { store, settlements }: HealthRoutesOptions,
): Promise<void> {
  // Each check writes to the store, so concurrent requests share one.
  const check = oneAtATime(async () => store.check());
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (settlements.draining) throw new Refusal('draining');
    await check().catch(() => {
      throw new Refusal('overloaded');
    });
    return { status: 'ok' };
  });
}
