import { randomBytes } from 'node:crypto';
import { freePort } from '@card-checkout/testing/free-port';
import { startProgram, type Program } from '@card-checkout/testing/program';
import { readSettings } from '../packages/sandbox/src/settings.ts';

const host = '127.0.0.1';

/** The sandbox's own ports and secrets; nothing outside this machine knows them. */
const { apiToken, merchantId, orderSecret, ports: sandboxPorts } = readSettings({});
const preferredPorts = { ...sandboxPorts, proxy: 8787 };
type Role = keyof typeof preferredPorts;

export interface DemoOptions {
  /** Hears what a person should know, e.g. that a port is busy. */
  say?: (line: string) => void;
  /** Hears every line that the two programs write. */
  onLog?: (line: string) => void;
  /** Runs the programs from their sources, and restarts each when these change. */
  watchSources?: boolean;
  /** Takes any free port instead of the preferred ones. */
  anyPorts?: boolean;
  /** Goes to the proxy on top of its embedded defaults. */
  proxyEnvironment?: Record<string, string>;
  /** Goes to the sandbox likewise. */
  sandboxEnvironment?: Record<string, string>;
}

interface Secrets {
  apiToken: string;
  orderSecret: string;
  webhookSecret: string;
}

export interface Demo {
  readonly urls: Record<Role, string>;
  readonly secrets: Secrets;
  /** Resolves with a sentence when one of the programs ends by itself. */
  readonly ended: Promise<string>;
  /** Kills the proxy as a power cut does, and gives what starts it again at the same address. */
  killProxy(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Starts the built sandbox and the built proxy, each a process of its own, and waits until both serve. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const ports = await choosePorts(options);
  const urls = urlsOf(ports);
  const secrets = { apiToken, orderSecret, webhookSecret: newWebhookSecret() };
  const sandbox = await startProgram({
    ...program('sandbox', options),
    env: { ...sandboxEnvironment(ports, urls.proxy, secrets), ...options.sandboxEnvironment },
    isReady: /^sandbox ready/,
    onLine: options.onLog,
  });
  const startProxy = (): Promise<Program> =>
    startProgram({
      ...program('proxy', options),
      env: { ...proxyEnvironment(ports.proxy, urls, secrets), ...options.proxyEnvironment },
      isReady: /listening/,
      onLine: options.onLog,
    });
  let proxy = await startProxy().catch(async (error: unknown) => {
    await sandbox.stop();
    throw error;
  });
  return {
    urls,
    secrets,
    ended: Promise.race([endOf('The sandbox', sandbox), endOf('The proxy', proxy)]),
    killProxy: async () => {
      await proxy.kill('SIGKILL');
      return async () => {
        proxy = await startProxy();
      };
    },
    stop: async () => {
      await Promise.all([proxy.stop(), sandbox.stop()]);
    },
  };
}

function program(name: 'proxy' | 'sandbox', { watchSources = false }: DemoOptions) {
  const args = watchSources
    ? ['--watch', `packages/${name}/src/server.ts`]
    : [`packages/${name}/dist/server.js`];
  return { args };
}

async function endOf(name: string, { ended }: Program): Promise<string> {
  const { code } = await ended;
  return `${name} ended with ${code}.`;
}

/** Makes what the proxy signs its messages to the shop with (Standard Webhooks). */
function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

async function choosePorts({ anyPorts = false, say }: DemoOptions): Promise<Record<Role, number>> {
  const ports = { ...preferredPorts };
  const taken = new Set<number>();
  for (const role of ['shop', 'payments', 'threeDS', 'bank', 'fraud', 'proxy'] as const) {
    const preferred = preferredPorts[role];
    ports[role] = await freePort(anyPorts ? undefined : preferred, taken);
    taken.add(ports[role]);
    if (!anyPorts && ports[role] !== preferred) {
      say?.(`Port ${preferred} is busy, so ${role} takes ${ports[role]}.`);
    }
  }
  return ports;
}

function urlsOf(ports: Record<Role, number>): Record<Role, string> {
  const url = (role: Role): string => `http://${host}:${ports[role]}`;
  return {
    shop: url('shop'),
    payments: url('payments'),
    threeDS: url('threeDS'),
    bank: url('bank'),
    fraud: url('fraud'),
    proxy: url('proxy'),
  };
}

function sandboxEnvironment(ports: Record<Role, number>, proxyUrl: string, secrets: Secrets) {
  return {
    ...process.env,
    HOST: host,
    SHOP_PORT: String(ports.shop),
    PAYMENTS_PORT: String(ports.payments),
    THREE_DS_PORT: String(ports.threeDS),
    BANK_PORT: String(ports.bank),
    FRAUD_PORT: String(ports.fraud),
    PROXY_URL: proxyUrl,
    API_TOKEN: secrets.apiToken,
    MERCHANT_ID: String(merchantId),
    ORDER_SECRET: secrets.orderSecret,
    WEBHOOK_SECRET: secrets.webhookSecret,
  };
}

function proxyEnvironment(port: number, urls: Record<Role, string>, secrets: Secrets) {
  return {
    ...process.env,
    HOST: host,
    PORT: String(port),
    PUBLIC_URL: urls.proxy,
    POSTBACK_RELAY_URL: `${urls.shop}/_shop/webhook`,
    SUPPORT_WEBHOOK_URL: `${urls.shop}/_shop/webhook`,
    API_BASE_URL: urls.payments,
    API_TOKEN: secrets.apiToken,
    MERCHANT_ID: String(merchantId),
    ORDER_SECRET: secrets.orderSecret,
    WEBHOOK_SECRET: secrets.webhookSecret,
    ALLOWED_ORIGINS: urls.shop,
    FRAUD_SCRIPT_URL: `${urls.fraud}/s/{merchantId}/x.js?session={sessionId}`,
    THREE_DS_SCRIPT_URL: `${urls.threeDS}/Scripts/BP.Mpi.3ds21.min.js`,
    THREE_DS_ENVIRONMENT: 'sandbox',
    DATABASE_URL: 'sqlite::memory:',
    // The sandbox has few cards, and somebody who tries things out pays many orders.
    ORDERS_PER_CARD: 'off',
  };
}
