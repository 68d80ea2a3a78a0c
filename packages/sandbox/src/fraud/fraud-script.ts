import staticFiles from '@fastify/static';
import { publicFolder } from '../public-files.ts';
import type { Faults } from '../web/faults.ts';
import { createServer, listen, type Address, type Service } from '../web/service.ts';

export async function startFraudService({
  faults,
  ...address
}: Address & { faults: Faults }): Promise<Service> {
  const app = createServer();
  await app.register(staticFiles, { root: publicFolder('fraud'), serve: false });

  app.get('/s/:merchantId/x.js', async (request, reply) => {
    if (faults.fraud === 'blocked') {
      request.raw.destroy();
      return reply.hijack();
    }
    return reply.sendFile('profile.js');
  });
  app.get('/beacon', (_request, reply) => reply.code(204).send());

  return listen(app, address);
}
