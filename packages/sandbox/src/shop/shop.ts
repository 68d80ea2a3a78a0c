import { setTimeout as sleep } from 'node:timers/promises';
import staticFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Charge } from '../payments/ledger.ts';
import { publicFolder } from '../public-files.ts';
import type { Html } from '../web/html.ts';
import { createServer, listen, stopSignal, type Address, type Service } from '../web/service.ts';
import { cartTotal, fillCart } from './catalogue.ts';
import { looksPage } from './looks/page.ts';
import { signOrder } from './order.ts';
import { shopPage } from './page.ts';
import { pagePolicy } from './policy.ts';
import { parseShopQuery } from './query.ts';
import { webhookRoutes } from './webhook.ts';

interface ShopOptions extends Address {
  proxyUrl: string;
  orderSecret: string;
  /** Signs the proxy's messages to the shop (Standard Webhooks). */
  webhookSecret: string;
  paymentsUrl: string;
  /** May hold `{merchantId}` and `{sessionId}`. */
  fraudScriptUrl: string;
  threeDSUrl: string;
  bankUrl: string;
  charges: readonly Charge[];
}

/** How late the parts of the slow widget are. */
const slowMs = 5_000;

type LooksRequest = FastifyRequest<{ Querystring: { slow?: string } }>;
type FileRequest = FastifyRequest<{ Params: { file: string } }>;

/** Starts the demo shop: a page with a cart, whose order it signs on its server. */
export async function startShop(options: ShopOptions): Promise<Service> {
  const app = createServer();
  const stopped = stopSignal(app);
  await app.register(staticFiles, { root: publicFolder('shop'), prefix: '/assets/' });

  const sendPage = (reply: FastifyReply, page: Html): FastifyReply =>
    reply
      .type('text/html')
      .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy(options) })
      .send(page.text);
  app.get('/', async ({ query }, reply) => {
    const asked = await readOrder(query, options);
    return 'fault' in asked
      ? refuse(reply, asked.fault)
      : sendPage(reply, shopPage({ ...options, ...asked }));
  });
  app.get('/looks', async ({ query }: LooksRequest, reply) =>
    sendPage(reply, looksPage({ ...options, isSlow: query.slow !== undefined })),
  );
  app.get('/_shop/order', async ({ query }, reply) => {
    const asked = await readOrder(query, options);
    return 'fault' in asked
      ? refuse(reply, asked.fault)
      : reply.header('cache-control', 'no-store').send({ order: asked.order });
  });
  app.get('/_shop/ledger', async () => ({ charges: options.charges }));
  await app.register(webhookRoutes(options.webhookSecret), { prefix: '/_shop' });
  // The proxy's widget, whose parts come late, as on a slow network.
  app.get('/_shop/slow-widget/:file', async ({ params: { file } }: FileRequest, reply) => {
    if (file !== 'card-checkout.js') await sleep(slowMs, undefined, { signal: stopped });
    const answer = await fetch(`${options.proxyUrl}/widget/${encodeURIComponent(file)}`);
    return reply
      .code(answer.status)
      .type('text/javascript')
      .send(await answer.text());
  });

  return listen(app, options);
}

/** Fills a cart and signs its order, or says what is wrong with the query. */
async function readOrder(asked: unknown, { orderSecret }: ShopOptions) {
  const parsed = parseShopQuery(asked);
  if ('fault' in parsed) return parsed;
  const { query } = parsed;
  const cart = fillCart(query.amount);
  return { query, cart, order: await signOrder(cartTotal(cart), query, orderSecret) };
}

function refuse(reply: FastifyReply, fault: string): FastifyReply {
  return reply.code(400).type('text/plain').send(fault);
}
