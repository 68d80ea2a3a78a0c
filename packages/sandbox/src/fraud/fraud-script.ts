import { setTimeout as sleep } from 'node:timers/promises';
import staticFiles from '@fastify/static';
import { publicFolder } from '../public-files.ts';
import { createServer, listen, stopSignal, type Address, type Service } from '../web/service.ts';

/** How the script fails to arrive in time, for `?mode=`. */
export const fraudFaults = ['slow', 'blocked'] as const;

/** How late the script is with `?mode=slow`. */
const slowMs = 6_000;

/** Starts the server of a device-profiling script, as fraud vendors have one. */
export async function startFraudService(address: Address): Promise<Service> {
  const app = createServer();
  const stopped = stopSignal(app);
  await app.register(staticFiles, { root: publicFolder('fraud'), serve: false });

  app.get<{ Querystring: { mode?: string } }>('/s/:merchantId/x.js', async (request, reply) => {
    const { mode } = request.query;
    if (mode === 'blocked') {
      request.raw.destroy();
      return reply.hijack();
    }
    if (mode === 'slow') await sleep(slowMs, undefined, { signal: stopped });
    return reply.sendFile('profile.js');
  });
  app.get('/beacon', (_request, reply) => reply.code(204).send());

  return listen(app, address);
}
