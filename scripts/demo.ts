import { freePort } from '@card-checkout/testing/free-port';
import { howEnded, startProgram, type Program } from '@card-checkout/testing/program';
import { proxyEnvironment } from '../packages/sandbox/src/proxy-environment.ts';
import { readSettings } from '../packages/sandbox/src/settings.ts';

/** The sandbox's defaults; its secrets are used on this machine only. */
const settings = readSettings({});
const { host, apiToken, orderSecret, webhookSecret } = settings;
const preferredPorts = { ...settings.ports, proxy: 8787 };
type Ports = typeof preferredPorts;

interface DemoOptions {
  /** Receives messages for people, e.g. that a port is in use. */
  say?: (line: string) => void;
  onLog?: (line: string) => void;
  /** Runs the programs from source and restarts them on changes. */
  watchSources?: boolean;
  anyPorts?: boolean;
  proxyProgram?: string;
  proxyEnvironment?: Record<string, string>;
  sandboxEnvironment?: Record<string, string>;
}

export type Demo = Awaited<ReturnType<typeof startDemo>>;

/**
 * Starts the built sandbox and the built proxy as separate processes and waits until both serve.
 */
export async function startDemo(options: DemoOptions = {}) {
  const { onLog: onLine, watchSources = false } = options;
  const chosen = await choosePorts(options);
  const urls = urlsOf(chosen);
  const start = (name: string, isReady: RegExp, own = {}, program?: string): Promise<Program> =>
    startProgram({
      args: watchSources
        ? ['--watch', `packages/${name}/src/server.ts`]
        : [program ?? `packages/${name}/dist/server.js`],
      env: { ...process.env, ...environmentOf(chosen, urls), ...own },
      isReady,
      onLine,
    });
  const startProxy = () =>
    start('proxy', /listening/, options.proxyEnvironment, options.proxyProgram);
  const sandbox = await start('sandbox', /^sandbox ready/, options.sandboxEnvironment);
  let proxy = await startProxy().catch(async (error: unknown) => {
    await sandbox.stop();
    throw error;
  });
  return {
    urls,
    secrets: { apiToken, orderSecret, webhookSecret },
    /** Resolves with a message when a program ends by itself. */
    ended: Promise.race([
      sandbox.ended.then((end) => `The sandbox ${howEnded(end)}.`),
      proxy.ended.then((end) => `The proxy ${howEnded(end)}.`),
    ]),
    /**
     * Kills the proxy like a power cut. Returns a function that restarts it at the same address.
     */
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

/** Picks a free port for each program, by default its usual one. */
export async function choosePorts({ anyPorts = false, say }: DemoOptions): Promise<Ports> {
  const chosen = { ...preferredPorts };
  for (const role of ['shop', 'payments', 'threeDS', 'bank', 'fraud', 'proxy'] as const) {
    const preferred = preferredPorts[role];
    chosen[role] = await freePort(anyPorts ? undefined : preferred);
    if (!anyPorts && chosen[role] !== preferred) {
      say?.(`Port ${preferred} is in use, so ${role} uses ${chosen[role]}.`);
    }
  }
  return chosen;
}

function urlsOf(ports: Ports) {
  const url = (role: keyof Ports): string => `http://${host}:${ports[role]}`;
  return {
    shop: url('shop'),
    payments: url('payments'),
    threeDS: url('threeDS'),
    fraud: url('fraud'),
    proxy: url('proxy'),
  };
}

export function portVariables(ports: Ports) {
  return {
    SHOP_PORT: String(ports.shop),
    PAYMENTS_PORT: String(ports.payments),
    THREE_DS_PORT: String(ports.threeDS),
    BANK_PORT: String(ports.bank),
    FRAUD_PORT: String(ports.fraud),
    PROXY_PORT: String(ports.proxy),
  };
}

function environmentOf(ports: Ports, urls: ReturnType<typeof urlsOf>) {
  return {
    ...portVariables(ports),
    PROXY_URL: urls.proxy,
    PORT: String(ports.proxy),
    ...proxyEnvironment(
      { ...settings, proxyUrl: urls.proxy, ownProxy: undefined },
      {
        shop: urls.shop,
        payments: urls.payments,
        threeDSScript: `${urls.threeDS}/Scripts/BP.Mpi.3ds21.min.js`,
        fraudScript: `${urls.fraud}/s/{merchantId}/x.js?session={sessionId}`,
      },
    ),
  };
}
