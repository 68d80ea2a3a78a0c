import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

const host = '127.0.0.1';
const stopTimeoutMs = 10_000;

/** Are the ports that the demo likes best; a busy one is replaced by the next that is free. */
const preferredPorts = {
  shop: 4000,
  payments: 4001,
  threeDS: 4002,
  bank: 4003,
  fraud: 4004,
  proxy: 8787,
};
type Role = keyof typeof preferredPorts;

/** Are secrets of the sandbox alone; nothing outside this machine knows them. */
const secrets = {
  API_TOKEN: 'sandboxtoken0123456789abcdef',
  ORDER_SECRET: 'sandbox-order-secret-of-32-bytes-or-more',
  MERCHANT_ID: '4242',
};

export interface DemoOptions {
  /** Hears what a person should know, e.g. that a port is busy. */
  say?: (line: string) => void;
  /** Hears every line that the two programs write. */
  onLog?: (line: string) => void;
  /** Takes any free port instead of the preferred ones. */
  anyPorts?: boolean;
  /** Goes to the proxy on top of its embedded defaults. */
  proxyEnvironment?: Record<string, string>;
}

export interface Demo {
  readonly urls: { shop: string; payments: string; proxy: string; threeDS: string; fraud: string };
  readonly secrets: typeof secrets;
  stop(): Promise<void>;
}

/** Starts the built sandbox and the built proxy, each a process of its own, and waits until both serve. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const ports = await choosePorts(options);
  const url = (role: Role): string => `http://${host}:${ports[role]}`;
  const children: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(children.map(stopChild));
  };
  const run = async (
    program: string,
    env: Record<string, string>,
    isReady: RegExp,
  ): Promise<void> => {
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, HOST: host, ...secrets, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    await waitForLine(child, isReady, options.onLog);
  };
  try {
    await run(
      'packages/sandbox/dist/server.js',
      sandboxEnvironment(ports, url('proxy')),
      /^sandbox ready/,
    );
    await run(
      'packages/proxy/dist/server.js',
      {
        PORT: String(ports.proxy),
        API_BASE_URL: url('payments'),
        ALLOWED_ORIGINS: url('shop'),
        FRAUD_SCRIPT_URL: `${url('fraud')}/s/{merchantId}/x.js?session={sessionId}`,
        THREE_DS_SCRIPT_URL: `${url('threeDS')}/Scripts/BP.Mpi.3ds21.min.js`,
        THREE_DS_ENVIRONMENT: 'sandbox',
        DATABASE_URL: 'sqlite::memory:',
        ...options.proxyEnvironment,
      },
      /listening/,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    urls: {
      shop: url('shop'),
      payments: url('payments'),
      proxy: url('proxy'),
      threeDS: url('threeDS'),
      fraud: url('fraud'),
    },
    secrets,
    stop,
  };
}

function sandboxEnvironment(ports: Record<Role, number>, proxyUrl: string): Record<string, string> {
  return {
    SHOP_PORT: String(ports.shop),
    PAYMENTS_PORT: String(ports.payments),
    THREE_DS_PORT: String(ports.threeDS),
    BANK_PORT: String(ports.bank),
    FRAUD_PORT: String(ports.fraud),
    PROXY_URL: proxyUrl,
  };
}

async function choosePorts({ anyPorts = false, say }: DemoOptions): Promise<Record<Role, number>> {
  const ports = { ...preferredPorts };
  const taken = new Set<number>();
  for (const role of ['shop', 'payments', 'threeDS', 'bank', 'fraud', 'proxy'] as const) {
    const preferred = preferredPorts[role];
    ports[role] = await freePort(anyPorts ? 0 : preferred, taken);
    taken.add(ports[role]);
    if (!anyPorts && ports[role] !== preferred) {
      say?.(`Port ${preferred} is busy, so the ${role} takes ${ports[role]}.`);
    }
  }
  return ports;
}

/** Finds the first free port from `port` on; 0 stands for any. */
async function freePort(port: number, taken: ReadonlySet<number>): Promise<number> {
  for (let candidate = port; ; candidate++) {
    const free = taken.has(candidate) ? undefined : await tryPort(candidate);
    if (free !== undefined && !taken.has(free)) return free;
    if (port === 0) candidate--;
  }
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer().listen({ port, host });
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? address?.port : undefined;
}

/** Resolves at the first line that matches; rejects, with all that was said, when the process ends before. */
function waitForLine(
  child: ChildProcess,
  wanted: RegExp,
  onLog?: (line: string) => void,
): Promise<void> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const hear = (line: string): void => {
      said.push(line);
      onLog?.(line);
      if (wanted.test(line)) resolve();
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', hear);
    }
    child.once('exit', (code) =>
      reject(new Error(`${child.spawnargs[1]} ended with ${code}:\n${said.join('\n')}`)),
    );
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
}
