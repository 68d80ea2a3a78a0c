import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { nginxProgram } from './contestants/nginx.ts';
import { orderSecret, shop } from './payment-request.ts';
import { pathOf, type Place, type Program } from './server-process.ts';

/** Stands between the load and the upstream, in a process of its own. */
export interface Contestant {
  name:
    'direct' | 'http-proxy' | 'express' | 'nginx' | 'durable' | 'guarded' | 'threaded' | 'no-store';
  /** Says what it does with a request. */
  kind: string;
  /** Says why it can't run on this machine, or nothing. */
  missing: () => string | undefined;
  /** Says what to run; absent when the load goes to the upstream itself. */
  program?: (place: Place) => Program;
}

const built = pathOf('../packages/proxy/dist/server.js');

const isHere = () => undefined;

/** Lists who is compared, in the order of a round. */
export const contestants: readonly Contestant[] = [
  { name: 'direct', kind: 'the upstream itself', missing: isHere },
  {
    name: 'http-proxy',
    kind: 'passes on: Fastify and @fastify/http-proxy',
    missing: isHere,
    program: (place) => nodeProgram(pathOf('./contestants/http-proxy.ts'), place),
  },
  {
    name: 'express',
    kind: 'passes on: Express and http-proxy-middleware',
    missing: isHere,
    program: (place) => nodeProgram(pathOf('./contestants/express.ts'), place),
  },
  {
    name: 'nginx',
    kind: 'passes on: nginx, one worker',
    missing: () => (isOnPath('nginx') ? undefined : 'there is no nginx on the PATH'),
    program: nginxProgram,
  },
  {
    name: 'durable',
    kind: 'this proxy: checks, and writes each payment to the disk',
    missing: whenNotBuilt,
    program: (place) => ({ ...nodeProgram(built, place), env: proxyEnvironment(place) }),
  },
  {
    name: 'guarded',
    kind: 'the same with every limit on, none of which is reached',
    missing: whenNotBuilt,
    program: (place) => ({
      ...nodeProgram(built, place),
      env: { ...proxyEnvironment(place), ...guards },
    }),
  },
  {
    name: 'threaded',
    kind: 'this proxy: checks, and writes each payment to the disk in a thread',
    missing: whenNotBuilt,
    program: (place) => ({
      ...nodeProgram(pathOf('./contestants/threaded.ts'), place),
      env: proxyEnvironment(place),
    }),
  },
  {
    name: 'no-store',
    kind: 'this proxy: checks, and writes nothing to the disk',
    missing: whenNotBuilt,
    program: (place) => ({
      ...nodeProgram(pathOf('./contestants/no-store.ts'), place),
      env: proxyEnvironment(place),
    }),
  },
];

function nodeProgram(file: string, { port, upstreamUrl }: Place): Program {
  const env = { PORT: String(port), UPSTREAM_URL: upstreamUrl, NODE_ENV: 'production' };
  return { command: process.execPath, args: [file], env };
}

/** What our proxy is told; what is not here has its default. */
function proxyEnvironment({ port, upstreamUrl, folder }: Place): Record<string, string> {
  return {
    PORT: String(port),
    API_BASE_URL: upstreamUrl,
    API_TOKEN: 'benchmarktoken0123456789',
    MERCHANT_ID: '4711',
    ORDER_SECRET: orderSecret,
    ALLOWED_ORIGINS: shop,
    DATABASE_URL: `sqlite:${join(folder, 'checkout.db')}`,
    RATE_LIMIT: 'off',
    ORDERS_PER_CARD: 'off',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'production',
  };
}

/** What turns every limit on; the load comes from one address and pays with one card. */
const guards = { RATE_LIMIT: '1000000' };

function whenNotBuilt(): string | undefined {
  return existsSync(built) ? undefined : 'run `npx -y pnpm@12 build` first';
}

function isOnPath(program: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}
