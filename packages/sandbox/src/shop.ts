import staticFiles from '@fastify/static';
import { cartTotal, fillCart } from './catalogue.ts';
import type { Charge } from './ledger.ts';
import { publicFolder } from './public-files.ts';
import { createServer, listen, type Address, type Service } from './service.ts';
import { signOrder } from './shop-order.ts';
import { shopPage } from './shop-page.ts';
import { parseShopQuery } from './shop-query.ts';
import { webhookRoutes } from './shop-webhook.ts';

/** Is what the shop knows about the services around it. */
export interface ShopOptions extends Address {
  proxyUrl: string;
  orderSecret: string;
  /** Is what the proxy signs its messages to the shop with (Standard Webhooks). */
  webhookSecret: string;
  paymentsUrl: string;
  /** May hold `{merchantId}` and `{sessionId}`. */
  fraudScriptUrl: string;
  charges: readonly Charge[];
}

/** Starts the demo shop: a page with a cart, whose order it signs on its server. */
export async function startShop(options: ShopOptions): Promise<Service> {
  const app = createServer();
  await app.register(staticFiles, { root: publicFolder('shop'), prefix: '/assets/' });

  app.get('/', async (request, reply) => {
    const parsed = parseShopQuery(request.query);
    if ('fault' in parsed) return reply.code(400).type('text/plain').send(parsed.fault);
    const { query } = parsed;
    const cart = fillCart(query.amount);
    const order = await signOrder(cartTotal(cart), query, options.orderSecret);
    const page = shopPage({ ...options, query, cart, order });
    return reply.type('text/html').header('cache-control', 'no-store').send(page.text);
  });
  app.get('/_shop/ledger', async () => ({ charges: options.charges }));
  await app.register(webhookRoutes(options.webhookSecret), { prefix: '/_shop' });

  return listen(app, options);
}
