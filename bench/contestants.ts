import { execSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { freePort } from '@card-checkout/testing/free-port';
import type { Postgres } from '@card-checkout/testing/postgres';
import { startProgram } from '@card-checkout/testing/program';
import { environment } from '@card-checkout/testing/proxy-environment';

/** A program that takes payments. */
export type Contestant = Awaited<ReturnType<typeof startNode>>;

const cwd = import.meta.dirname;
const { PATH } = process.env;

// On the repository's disk, since the system's temporary folder may be in memory.
const folder = `${cwd}/../node_modules/.cache/bench-${process.pid}`;
mkdirSync(folder, { recursive: true });
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
// Child programs end on `exit`, so signals must trigger a normal exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(130));
}

/** What the image sets to keep memory small. */
const image = readFileSync(`${cwd}/../Dockerfile`, 'utf8');
const limits = {
  flags: /exec node (--.+?) \/app/.exec(image)?.[1]?.split(' ') ?? [],
  env: { MALLOC_ARENA_MAX: /MALLOC_ARENA_MAX=(\d+)/.exec(image)?.[1] },
};

export async function startPaymentsApi(): Promise<Contestant> {
  return startNode('payments-api.ts', {});
}

/** Starts the payments API alone, or a proxy in front of it. */
export const contestants: Readonly<
  Record<string, (api: Contestant, postgres: Postgres) => Promise<Contestant[]>>
> = {
  direct: async (api) => [api],
  'http-proxy': async ({ url }) => [await startHttpProxy(url)],
  floor: async ({ url }) => [
    await startNode('libraries.ts', { API_BASE_URL: url, DATABASE: newFile() }, limits),
  ],
  ours: async ({ url }) => [await startProxy(url)],
  'DBOS, PostgreSQL': async ({ url }, postgres) => [
    await startNode('dbos.ts', { API_BASE_URL: url, DATABASE: await postgres.createDatabase() }),
  ],
  'ours, PostgreSQL': async ({ url }, postgres) => [
    await startProxy(url, await postgres.createDatabase()),
  ],
};

export function newFile(): string {
  return `${folder}/${randomUUID()}.db`;
}

/**
 * Starts our proxy as the image does, by default with an empty database. Every guard is on, except
 * that all load comes from one address; `settings` are further variables, and `clone` holds the build.
 */
export async function startProxy(
  apiUrl: string,
  databaseUrl = `sqlite:${newFile()}`,
  settings: Record<string, string | undefined> = {},
  clone = '..',
): Promise<Contestant> {
  return startNode(
    `${clone}/packages/proxy/dist/server.js`,
    environment({
      API_BASE_URL: apiUrl,
      DATABASE_URL: databaseUrl,
      ADMIN_SOCKET: 'off',
      RATE_LIMIT: '1000000',
      ORDERS_PER_CARD: undefined,
      BREAKER_DECLINED_PERCENT: undefined,
      SHUTDOWN_TIMEOUT_MS: undefined,
      ...settings,
    }),
    limits,
  );
}

/** Starts the third-party proxy; installs it in its folder, outside the workspace, if needed. */
async function startHttpProxy(apiUrl: string): Promise<Contestant> {
  if (!existsSync(`${cwd}/rivals/node_modules`)) {
    process.stderr.write('installing @fastify/http-proxy\n');
    execSync('npx -y pnpm@12 install --no-lockfile', { cwd: `${cwd}/rivals`, stdio: 'ignore' });
  }
  return startNode('rivals/http-proxy.mjs', { API_BASE_URL: apiUrl });
}

async function startNode(
  file: string,
  variables: Record<string, string | undefined>,
  { flags = [], env: memory }: Partial<typeof limits> = {},
) {
  const port = await freePort();
  const env = { PATH, NODE_ENV: 'production', ...memory, ...variables, PORT: String(port) };
  const exec = `exec "$0" "$@" > "${folder}/${port}.log"`;
  const args = ['-c', exec, process.execPath, ...flags, file];
  const { pid, stop } = await startProgram({ command: 'sh', args, env, cwd, isReady: port });
  return { url: `http://127.0.0.1:${port}`, pid, stop };
}
