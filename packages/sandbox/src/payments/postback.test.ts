import { expect, it } from 'vitest';
import { deliverPostback } from './postback.ts';
import { createServer, listen } from '../web/service.ts';

it('delivers a postback until the shop accepts it', async () => {
  const answers = [500, 503, 200];
  const received: unknown[] = [];
  const app = createServer();
  app.post('/postback', async ({ body }, reply) => {
    received.push(body);
    return reply.code(answers[received.length - 1] ?? 200).send({});
  });
  const shop = await listen(app, { host: '127.0.0.1', port: 0 });
  const postback = { id: 'pay_1', status: 'paid', amount: 12_990 } as const;

  await deliverPostback(`${shop.url}/postback`, postback, new AbortController().signal);
  await shop.stop();

  expect(received).toEqual([postback, postback, postback]);
});
