import { setTimeout as sleep } from 'node:timers/promises';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Charge } from '../payments/ledger.ts';
import { publicFolder } from '../public-files.ts';
import type { Html } from '@card-checkout/contract/html';
import type { Faults } from '../web/faults.ts';
import type { Journal } from '../web/journal.ts';
import { createServer, listen, stopSignal, type Address, type Service } from '../web/service.ts';
import type { Place } from './frame.ts';
import { looksPage } from './looks/page.ts';
import { orderPage, pixPage } from './order-page.ts';
import { ShopQuery, signOrder } from './order.ts';
import { shopPage } from './page.ts';
import { languages, preferredLanguage } from './texts/texts.ts';
import { Notices, webhookRoutes } from './webhook.ts';

interface ShopOptions extends Address {
  proxyUrl: string;
  orderSecret: string;
  webhookSecret: string;
  urls: Record<'payments' | 'threeDSScript' | 'bank' | 'fraudScript', string>;
  charges: readonly Charge[];
  journal: Journal;
  faults: Faults;
  slowWidgetMs: number;
}

type LooksRequest = FastifyRequest<{ Querystring: { slow?: string } }>;
type OrderRequest = FastifyRequest<{ Params: { order: string } }>;
type JournalRequest = FastifyRequest<{ Querystring: { from?: string } }>;
type FileRequest = FastifyRequest<{ Params: { file: string } }>;

/**
 * Starts the demo shop: a page with a cart, and a server that signs the order and receives
 * outcomes.
 */
export async function startShop(options: ShopOptions): Promise<Service> {
  const app = createServer();
  const stopped = stopSignal(app);
  const notices = new Notices(options.journal);
  const root = [publicFolder('shop'), publicFolder('base')];
  await app.register(staticFiles, { root, prefix: '/assets/' });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof z.ZodError)) throw error;
    return reply.code(400).type('text/plain').send(queryFault(error));
  });

  servePages(app, options, notices);
  await app.register(webhookRoutes(options.webhookSecret, notices), { prefix: '/_shop' });
  serveSlowWidget(app, options, stopped);

  return listen(app, options);
}

function servePages(app: FastifyInstance, options: ShopOptions, notices: Notices): void {
  const { proxyUrl, orderSecret, journal, faults } = options;
  const newOrder = async (query: ShopQuery): Promise<string> => {
    Object.assign(faults, { fault: query.fault, fraud: query.fraud });
    return signOrder(query, orderSecret);
  };
  const sendPage = (reply: FastifyReply, page: Html): FastifyReply =>
    reply
      .type('text/html')
      .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy(options) })
      .send(page.text);
  app.get('/', async (request, reply) => {
    const query = ShopQuery.parse(request.query);
    const order = await newOrder(query);
    return sendPage(
      reply,
      shopPage({
        place: placeOf(request),
        from: journal.entries.length,
        ...options,
        query,
        order,
      }),
    );
  });
  app.get('/orders/:order', async (request: OrderRequest, reply) => {
    const { order } = request.params;
    return sendPage(reply, orderPage(placeOf(request), order, notices.outcomeOf(order)));
  });
  app.get('/pix', async (request, reply) => sendPage(reply, pixPage(placeOf(request))));
  app.get('/looks', async ({ query }: LooksRequest, reply) =>
    sendPage(reply, looksPage({ proxyUrl, isSlow: query.slow !== undefined })),
  );
  // Browsers request this for pages without an icon, such as JSON.
  app.get('/favicon.ico', async (_request, reply) => reply.redirect('/assets/pictures/leaf.svg'));
  app.get('/_shop/order', async ({ query }, reply) => {
    const order = await newOrder(ShopQuery.parse(query));
    return reply.header('cache-control', 'no-store').send({ order });
  });
  app.get('/_shop/ledger', async () => ({ charges: options.charges }));
  app.get('/_shop/journal', async ({ query }: JournalRequest) => ({
    entries: journal.entries.slice(Number(query.from)),
    next: journal.entries.length,
  }));
}

/** Reads a request's address and its language, by parameter or `Accept-Language`. */
function placeOf({ url, query, headers }: FastifyRequest): Place {
  const { lang } = z.object({ lang: z.enum(languages).optional() }).parse(query);
  return { url, language: lang ?? preferredLanguage(headers['accept-language']) };
}

/** Serves the widget with languages that load late. */
function serveSlowWidget(
  app: FastifyInstance,
  { proxyUrl, slowWidgetMs }: ShopOptions,
  stopped: AbortSignal,
): void {
  app.get('/_shop/slow-widget/:file', async ({ params: { file } }: FileRequest, reply) => {
    if (file !== 'card-checkout.js') await sleep(slowWidgetMs, undefined, { signal: stopped });
    const { status, body } = await fetch(`${proxyUrl}/widget/${encodeURIComponent(file)}`);
    return reply.code(status).type('text/javascript').send(body);
  });
}

function queryFault({ issues: [issue] }: z.ZodError): string {
  return issue?.code === 'unrecognized_keys'
    ? `The shop has no parameter "${issue.keys.join('", "')}".`
    : `The parameter "${issue?.path.join('.')}" has a wrong value.`;
}

/** The Content Security Policy from docs/payment-page.md. */
function pagePolicy({ proxyUrl, urls }: ShopOptions): string {
  const { payments, bank } = urls;
  const [proxy, fraud, threeDS] = [proxyUrl, urls.fraudScript, urls.threeDSScript].map(
    (url) => new URL(url).origin,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${proxy} ${fraud} ${threeDS}`,
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self' ${proxy} ${payments} ${threeDS} ${fraud}`,
    // The bank's page, which only a sandbox knows in advance, and the proxy's isolated form.
    `frame-src ${bank} ${proxy}`,
    `form-action 'self' ${bank}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types card-checkout lit-html default',
  ].join('; ');
}
