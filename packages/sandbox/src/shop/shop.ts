import staticFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cartTotal, fillCart } from './catalogue.ts';
import type { Html } from '../web/html.ts';
import type { Charge } from '../payments/ledger.ts';
import { publicFolder } from '../public-files.ts';
import { createServer, listen, type Address, type Service } from '../web/service.ts';
import { looksPage } from './looks/page.ts';
import { signOrder } from './order.ts';
import { shopPage } from './page.ts';
import { pagePolicy } from './policy.ts';
import { parseShopQuery } from './query.ts';
import { slowWidgetRoutes } from './slow-widget.ts';
import { webhookRoutes } from './webhook.ts';
import { createTimers } from '../web/timers.ts';

/** What the shop knows about the services around it. */
export interface ShopOptions extends Address {
  proxyUrl: string;
  orderSecret: string;
  /** What the proxy signs its messages to the shop with (Standard Webhooks). */
  webhookSecret: string;
  paymentsUrl: string;
  /** May hold `{merchantId}` and `{sessionId}`. */
  fraudScriptUrl: string;
  threeDSUrl: string;
  /** The one issuer of this world; a real page cannot list them. */
  bankUrl: string;
  charges: readonly Charge[];
}

type LooksRequest = FastifyRequest<{ Querystring: { slow?: string } }>;

/** Starts the demo shop: a page with a cart, whose order it signs on its server. */
export async function startShop(options: ShopOptions): Promise<Service> {
  const app = createServer();
  const timers = createTimers();
  app.addHook('preClose', (done) => {
    timers.stop();
    done();
  });
  await app.register(staticFiles, { root: publicFolder('shop'), prefix: '/assets/' });

  const sendPage = (reply: FastifyReply, page: Html): FastifyReply =>
    reply
      .type('text/html')
      .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy(options) })
      .send(page.text);
  app.get('/', async (request, reply) => {
    const asked = await readOrder(request.query, options);
    return 'fault' in asked
      ? refuse(reply, asked.fault)
      : sendPage(reply, shopPage({ ...options, ...asked }));
  });
  app.get('/looks', async (request: LooksRequest, reply) =>
    sendPage(reply, looksPage({ ...options, isSlow: request.query.slow !== undefined })),
  );
  app.get('/_shop/order', async (request, reply) => {
    const asked = await readOrder(request.query, options);
    return 'fault' in asked
      ? refuse(reply, asked.fault)
      : reply.header('cache-control', 'no-store').send({ order: asked.order });
  });
  app.get('/_shop/ledger', async () => ({ charges: options.charges }));
  await app.register(webhookRoutes(options.webhookSecret), { prefix: '/_shop' });
  await app.register(slowWidgetRoutes(options.proxyUrl, timers), { prefix: '/_shop/slow-widget' });

  return listen(app, options);
}

/** Fills a cart and signs it as the query asks for it, or says what is wrong with that. */
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
