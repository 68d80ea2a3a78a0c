import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { createProxy, type CreateProxyOptions } from './app.ts';
import type { Config } from './config/config.ts';
import { EventLog } from './telemetry/log.ts';
import { Refusal } from './refusal.ts';

/** What the plugin needs; its prefix is that of `register`. */
export interface PluginOptions extends Omit<CreateProxyOptions, 'prefix'> {
  config: Config;
}

/** Answers requests of a server of the merchant's own: Node's `http`, Express, Connect. */
export interface ProxyHandler {
  (request: IncomingMessage, response: ServerResponse): void;
  /** Takes no new attempt, lets the running ones end, and closes the store. */
  close(): Promise<void>;
}

/**
 * Makes a handler to mount under a path, before whatever reads bodies. It trusts `TRUST_PROXY` and
 * not the settings of the server that it is mounted on. Rejects when the store can't be opened.
 */
export async function createHandler(
  config: Config,
  options: CreateProxyOptions = {},
): Promise<ProxyHandler> {
  const proxy = createMounted(config, options);
  await proxy.ready();
  const handler = (request: IncomingMessage, response: ServerResponse) =>
    proxy.routing(request, response);
  return Object.assign(handler, { close: async () => proxy.close() });
}

/**
 * Adds the proxy to a Fastify application, under a prefix if the merchant likes. It is a server of its
 * own behind the same routes: neither changes the other's parsers, limits, errors or decorators, and of
 * the application's hooks only `onRequest` and `onResponse` run, so none of them sees a card.
 */
export async function cardCheckoutProxy(
  app: FastifyInstance,
  { config, ...options }: PluginOptions,
): Promise<void> {
  const routes: Pick<RouteOptions, 'method' | 'url'>[] = [];
  const proxy = createMounted(config, { ...options, prefix: app.prefix });
  proxy.addHook('onRoute', ({ method, url }) => {
    // The application makes those for HEAD itself.
    if (method !== 'HEAD') routes.push({ method, url: url.slice(app.prefix.length) });
  });
  await proxy.ready();
  app.addHook('preClose', async () => {
    await proxy.close();
  });

  const passOn = {
    // The address of a postback holds a secret, which the application's log of requests would show.
    logLevel: 'silent' as const,
    preParsing: async ({ raw }: FastifyRequest, reply: FastifyReply) => {
      reply.hijack();
      proxy.routing(raw, reply.raw);
    },
    handler: async () => undefined,
  };
  for (const route of routes) app.route({ ...route, ...passOn });
}

/** Makes a proxy that listens nowhere, and refuses requests whose bodies others have read. */
function createMounted(config: Config, options: CreateProxyOptions): FastifyInstance {
  const proxy = createProxy(config, options);
  const log = new EventLog(proxy.log);
  proxy.addHook('onRequest', async ({ raw }) => {
    if (!raw.readableDidRead) return;
    log.bodyWasRead();
    throw new Refusal('internal');
  });
  return proxy;
}
