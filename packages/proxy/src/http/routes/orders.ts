import { OrderParameters, type OrderList } from '@card-checkout/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { blockingAttempt, isProcessing, orderStateOf } from '../../attempt/attempt.ts';
import { closeOrder } from '../../checkout/close-order.ts';
import type { Waiters } from '../../checkout/waiters.ts';
import { Refusal } from '../../refusal.ts';
import type { Secret } from '../../sensitive/secret.ts';
import { cursorOf, positionIn } from '../../store/change-position.ts';
import type { Store } from '../../store/store.ts';
import type { EventLog } from '../../telemetry/log.ts';
import { sendRefusal } from '../answers.ts';
import { isSameSecret } from '../guards.ts';
import { refuseTooManyRequests } from '../rate-limits.ts';
import { closed, waitSecondsOf } from '../waiting.ts';

interface OrderRoutesOptions {
  merchantKey: Secret | undefined;
  store: Store;
  waiters: Waiters;
  log: EventLog;
}

/** Per minute and address, apart from the requests of buyers. */
const requestsPerMinute = 600;

/**
 * Serves `GET /orders`, `GET /orders/{orderId}` and `POST /orders/{orderId}/close` to the shop's server,
 * and to no browser.
 */
export async function orderRoutes(
  app: FastifyInstance,
  { merchantKey, store, waiters, log }: OrderRoutesOptions,
): Promise<void> {
  if (!merchantKey) return refuseOrders(app);
  const onRequest = [
    refuseBrowser,
    await refuseTooManyRequests(app, requestsPerMinute),
    requireMerchantKey(merchantKey),
  ];
  const overloaded = (error: unknown) => {
    if (error instanceof Refusal) throw error;
    log.emit('read_failed', { error });
    throw new Refusal('overloaded');
  };

  // Otherwise the preflights of the routes for pages would answer for these.
  for (const path of ['/orders', '/orders/*']) app.options(path, refusePreflight);

  /** Lists orders by their latest change. A page may hold fewer than `limit` and still have a next. */
  app.get('/orders', { onRequest }, async ({ query }): Promise<OrderList> => {
    const { after, limit, status } = orderQueryOf(query);
    const changed = await store.listChanged(after, limit).catch(overloaded);
    const orders = changed.flatMap(({ payments }) =>
      payments[0] ? [orderStateOf(payments[0].orderId, payments)] : [],
    );
    const last = changed.length === limit ? changed.at(-1) : undefined;
    return {
      orders: orders.filter((order) => status === undefined || order.status === status),
      ...(last && { next: cursorOf(last.position) }),
    };
  });

  // A wildcard, because Fastify's parameters are shorter than an order's id may be.
  app.get<{ Params: { '*': string } }>('/orders/*', { onRequest }, async (request, reply) => {
    const { params, headers } = request;
    const orderId = params['*'];
    const seconds = waitSecondsOf(headers['prefer'], 0);
    const payments = await paymentsOf(orderId, seconds, closed(reply)).catch(overloaded);
    if (payments.length === 0) throw new Refusal('order_not_found');
    return orderStateOf(orderId, payments);
  });

  app.post<{ Params: { '*': string } }>('/orders/*', { onRequest }, async ({ params }) => {
    const [, given] = /^(.+)\/close$/s.exec(params['*']) ?? [];
    if (given === undefined) throw new Refusal('not_found');
    await closeOrder(given, 'shop', { store, log }).catch(overloaded);
    return orderStateOf(given, await store.findOrder(given).catch(overloaded));
  });

  /** Waits up to `seconds` while the order is processing. */
  async function paymentsOf(orderId: string, seconds: number, signal: AbortSignal) {
    const payments = await store.findOrder(orderId);
    const blocking = blockingAttempt(payments);
    if (!blocking || seconds === 0 || !isProcessing(blocking)) return payments;
    await waiters.wait(blocking.id, { timeoutMs: seconds * 1000, signal });
    return store.findOrder(orderId);
  }
}

function refuseOrders(app: FastifyInstance): void {
  const detail = "MERCHANT_KEY isn't set, so nobody may ask about orders";
  for (const path of ['/orders', '/orders/*']) {
    app.route({
      method: ['GET', 'POST'],
      url: path,
      handler: (_request, reply) => sendRefusal(reply, new Refusal('not_found', { detail })),
    });
  }
}

function refusePreflight(): never {
  throw new Refusal('not_found');
}

/** Refuses all pages: the key must not be in a browser. */
async function refuseBrowser({ headers: { origin } }: FastifyRequest): Promise<void> {
  if (origin === undefined) return;
  throw new Refusal('origin_not_allowed', { reason: `origin: ${origin.slice(0, 200)}` });
}

function requireMerchantKey(keys: Secret) {
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const all = keys.reveal().split(/\s+/);
    const matches = all.filter((key) => isSameSecret(given, key));
    if (matches.length === 0) throw new Refusal('merchant_key_invalid');
  };
}

/** Throws `bad_request` with the name of a wrong parameter. */
function orderQueryOf(query: unknown) {
  const parsed = OrderParameters.safeParse(query);
  if (!parsed.success) throw wrongParameter(String(parsed.error.issues[0]?.path[0] ?? 'query'));
  const { since, cursor, status, limit } = parsed.data;
  const changedAt = since === undefined ? '' : new Date(since).toISOString();
  const after = cursor === undefined ? { changedAt, paymentId: '' } : positionIn(cursor);
  if (!after) throw wrongParameter('cursor');
  return { after, limit, status };
}

function wrongParameter(name: string): Refusal {
  return new Refusal('bad_request', { detail: `${name} has a wrong value` });
}
