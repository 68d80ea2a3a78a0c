import type { FastifyInstance } from 'fastify';
import { oneAtATime } from '../one-at-a-time.ts';
import { Refusal } from '../../refusal.ts';
import type { Settlements } from '../../checkout/waiters.ts';
import type { Store } from '../../store/store.ts';

/** What the health routes look at. */
export interface HealthRoutesOptions {
  store: Store;
  settlements: Settlements;
}

/** Tells whether the process is alive, and whether it can take an attempt (contract section 3). */
export async function healthRoutes(
  app: FastifyInstance,
  { store, settlements }: HealthRoutesOptions,
): Promise<void> {
  // Each check is a write: however many ask, there is one at a time.
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
