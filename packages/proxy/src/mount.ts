import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { assemble, type CreateProxyOptions } from './app.ts';
import type { Config } from './config/config.ts';
import { Refusal } from './refusal.ts';

export interface PluginOptions extends Omit<CreateProxyOptions, 'prefix'> {
  config: Config;
}

/** Handles requests of the merchant's own server: Node's `http`, Express or Connect. */
export interface ProxyHandler {
  (request: IncomingMessage, response: ServerResponse): void;
  /** Refuses new payments, lets those in flight end, and closes the store. */
  close(): Promise<void>;
}

/**
 * Creates a handler to mount under a path, before any body parser. The client's address follows
 * `TRUST_PROXY`, not the settings of the surrounding server. Rejects when the store can't be opened.
 *
 * @example
 * const express = createExpress();
 * express.use('/pay', await createHandler(readConfig(process.env)));
 */
export async function createHandler(
  config: Config,
  options: CreateProxyOptions = {},
): Promise<ProxyHandler> {
  const proxy = createMounted(config, options);
  await readyOrClosed(proxy);
  const handler = (request: IncomingMessage, response: ServerResponse) =>
    proxy.routing(request, response);
  return Object.assign(handler, { close: async () => proxy.close() });
}

/**
 * Adds the proxy to a Fastify application, optionally under a prefix. The proxy remains a server of its
 * own: neither changes the other's parsers, limits, errors or decorators. Of the application's hooks
 * only `onRequest` and `onResponse` run, so none of them sees a card.
 *
 * @example
 * await app.register(cardCheckoutProxy, { prefix: '/pay', config: readConfig(process.env) });
 */
export async function cardCheckoutProxy(
  app: FastifyInstance,
  { config, ...options }: PluginOptions,
): Promise<void> {
  const routes: Pick<RouteOptions, 'method' | 'url'>[] = [];
  const proxy = createMounted(config, { ...options, prefix: app.prefix });
  proxy.addHook('onRoute', ({ method, url }) => {
    // The application adds the HEAD routes itself.
    if (method !== 'HEAD') routes.push({ method, url: url.slice(app.prefix.length) });
  });
  await readyOrClosed(proxy);
  app.addHook('preClose', async () => {
    await proxy.close();
  });

  const passOn = {
    // A postback URL contains a secret, which the application's request log would show.
    logLevel: 'silent' as const,
    preParsing: async ({ raw }: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      proxy.routing(raw, reply.raw);
    },
    handler: async () => undefined,
  };
  for (const route of routes) app.route({ ...route, ...passOn });
}

/** Creates a proxy that refuses requests whose body was already read. */
function createMounted(config: Config, options: CreateProxyOptions): FastifyInstance {
  const { app: proxy, log } = assemble(config, options);
  proxy.addHook('onRequest', async ({ raw }) => {
    if (!raw.readableDidRead) return;
    log.emit('body_was_read', {});
    throw new Refusal('internal');
  });
  return proxy;
}

async function readyOrClosed(proxy: FastifyInstance): Promise<void> {
  try {
    await proxy.ready();
  } catch (error) {
    await proxy.close().catch(() => undefined);
    throw error;
  }
}
