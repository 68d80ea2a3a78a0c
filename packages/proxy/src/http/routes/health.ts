import type { FastifyInstance } from 'fastify';
import { oneAtATime } from '../one-at-a-time.ts';
import { Refusal } from '../../refusal.ts';
import type { Shutdown } from '../../checkout/shutdown.ts';
import type { Store } from '../../store/store.ts';

/** Serves `/healthz` (the process is alive) and `/readyz` (it can accept payments). */
export async function healthRoutes(
  app: FastifyInstance,
  { store, shutdown }: { store: Store; shutdown: Shutdown },
): Promise<void> {
  // Each check writes to the store, so concurrent requests share one.
  const check = oneAtATime(async () => store.check());
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (shutdown.draining) throw new Refusal('draining');
    await check().catch(() => {
      throw new Refusal('overloaded');
    });
    return { status: 'ok' };
  });
}
