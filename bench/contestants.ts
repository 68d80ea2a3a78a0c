import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { freePort } from '@card-checkout/testing/free-port';
import type { Postgres } from '@card-checkout/testing/postgres';
import { startProgram } from '@card-checkout/testing/program';
import { environment } from '@card-checkout/testing/proxy-environment';

/** The payments service itself, and what can stand in front of it; the last are two instances. */
export const contestantNames = [
  'direct',
  'nginx',
  'http-proxy',
  'ours',
  'ours, PostgreSQL',
  '2 × ours, PostgreSQL',
] as const;
export type ContestantName = (typeof contestantNames)[number];

/** A program that takes payments. */
export type Contestant = Awaited<ReturnType<typeof startNode>>;

const cwd = import.meta.dirname;
const { PATH } = process.env;

// On the disk of the repository, as the system's temporary folder may be memory.
const folder = `${cwd}/../node_modules/.cache/bench-${process.pid}`;
mkdirSync(folder, { recursive: true });
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Whether a contestant can run on this machine. */
export function isInstalled(name: ContestantName): boolean {
  return name !== 'nginx' || spawnSync('nginx', ['-v']).status === 0;
}

/** Starts the payments service, which answers after a time. */
export async function startService(delayMs: number): Promise<Contestant> {
  return startNode('service.ts', { DELAY_MS: String(delayMs) });
}

/** Starts the processes of a contestant in front of a payments service. */
export async function startContestant(
  name: Exclude<ContestantName, 'direct'>,
  serviceUrl: string,
  postgres: Postgres,
): Promise<Contestant[]> {
  switch (name) {
    case 'nginx':
      return [await startNginx(serviceUrl)];
    case 'http-proxy':
      return [await startNode('rivals/proxies/http-proxy.mjs', { API_BASE_URL: serviceUrl })];
    case 'ours':
      return [await startProxy(serviceUrl)];
    case 'ours, PostgreSQL':
      return [await startProxy(serviceUrl, await postgres.createDatabase())];
    case '2 × ours, PostgreSQL': {
      const database = await postgres.createDatabase();
      return [await startProxy(serviceUrl, database), await startProxy(serviceUrl, database)];
    }
    default:
      return name satisfies never;
  }
}

/** Starts our proxy with an empty database, and every guard on; but the load has one address. */
export async function startProxy(
  serviceUrl: string,
  databaseUrl = `sqlite:${folder}/${randomUUID()}.db`,
): Promise<Contestant> {
  return startNode(
    '../packages/proxy/dist/server.js',
    environment({
      API_BASE_URL: serviceUrl,
      DATABASE_URL: databaseUrl,
      ADMIN_SOCKET: 'off',
      RATE_LIMIT: '1000000',
      ORDERS_PER_CARD: undefined,
      BREAKER_DECLINED_PERCENT: undefined,
      EVENT_LOOP_DELAY_LIMIT_MS: undefined,
      SHUTDOWN_TIMEOUT_MS: undefined,
    }),
  );
}

async function startNginx(serviceUrl: string): Promise<Contestant> {
  const port = await freePort();
  const file = `${folder}/nginx-${port}.conf`;
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${file}.pid; error_log stderr crit;
     events { worker_connections 1024; }
     http {
       access_log off;
       client_body_temp_path ${folder}; proxy_temp_path ${folder};
       fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
       upstream service { server ${new URL(serviceUrl).host}; keepalive 64; }
       server {
         listen 127.0.0.1:${port};
         location / {
           proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";
         }
       }
     }`,
  );
  const args = ['-c', file, '-e', 'stderr'];
  const { pid, stop } = await startProgram({
    command: 'nginx',
    args,
    env: { PATH },
    isReady: port,
  });
  return { url: `http://127.0.0.1:${port}`, pid, stop };
}

/** Starts a program of Node's that writes its log to a file. */
async function startNode(file: string, variables: Record<string, string | undefined>) {
  const port = await freePort();
  const env = { PATH, NODE_ENV: 'production', ...variables, PORT: String(port) };
  const args = ['-c', `exec "$0" "$1" > "${folder}/${port}.log"`, process.execPath, file];
  const { pid, stop } = await startProgram({ command: 'sh', args, env, cwd, isReady: port });
  return { url: `http://127.0.0.1:${port}`, pid, stop };
}
