import type { FastifyInstance } from 'fastify';
import { oneAtATime } from '../one-at-a-time.ts';
import { Refusal } from '../../refusal.ts';
import type { Shutdown } from '../../checkout/shutdown.ts';
import type { Store } from '../../store/store.ts';

/** How long a check's result holds, because each one writes to the store. */
const keptMs = 1000;

/** Serves `/healthz` (the process is alive) and `/readyz` (it can accept payments). */
export async function healthRoutes(
  app: FastifyInstance,
  { store, shutdown }: { store: Store; shutdown: Shutdown },
): Promise<void> {
  let isReady = false;
  let checkedAtMs = -Infinity;
  const check = oneAtATime(async () => {
    if (performance.now() - checkedAtMs < keptMs) return;
    isReady = await store.check().then(
      () => true,
      () => false,
    );
    checkedAtMs = performance.now();
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (shutdown.draining) throw new Refusal('draining');
    await check();
    if (!isReady) throw new Refusal('overloaded');
    return { status: 'ok' };
  });
}
