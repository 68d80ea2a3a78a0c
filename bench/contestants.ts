import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { freePort } from '@card-checkout/testing/free-port';
import { startProgram } from '@card-checkout/testing/program';
import { environment } from '@card-checkout/testing/proxy-environment';

/** The payments service itself, and what can stand in front of it. */
export const contestantNames = ['service', 'http-proxy', 'durable', 'guarded'] as const;
export type ContestantName = (typeof contestantNames)[number];

/** A program that takes payments. */
export interface Contestant {
  url: string;
  pid: number;
  stop: () => Promise<void>;
}

const files = {
  'http-proxy': 'rivals/proxies/http-proxy.mjs',
  durable: '../packages/proxy/dist/server.js',
  guarded: '../packages/proxy/dist/server.js',
};

// On the disk of the repository, as the system's temporary folder may be memory.
const databases = `${import.meta.dirname}/../node_modules/.cache/bench-${process.pid}`;
process.once('exit', () => rmSync(databases, { recursive: true, force: true }));

/** Starts the payments service, which answers after a time. */
export async function startService(delayMs: number): Promise<Contestant> {
  return startNode('service.ts', { DELAY_MS: String(delayMs) });
}

/** Starts a contestant in front of a payments service, with an empty database of its own. */
export async function startContestant(
  name: Exclude<ContestantName, 'service'>,
  serviceUrl: string,
  overrides: Record<string, string | undefined> = {},
): Promise<Contestant> {
  mkdirSync(databases, { recursive: true });
  const variables = environment({
    API_BASE_URL: serviceUrl,
    DATABASE_URL: `sqlite:${databases}/${randomUUID()}.db`,
    ADMIN_SOCKET: 'off',
    LOG_LEVEL: 'silent',
    BREAKER_DECLINED_PERCENT: undefined,
    EVENT_LOOP_DELAY_LIMIT_MS: undefined,
    SHUTDOWN_TIMEOUT_MS: undefined,
    RATE_LIMIT: name === 'guarded' ? '1000000' : 'off',
    ...overrides,
  });
  return startNode(files[name], variables);
}

async function startNode(
  file: string,
  variables: Record<string, string | undefined>,
): Promise<Contestant> {
  const port = await freePort();
  const { PATH } = process.env;
  const env = { PATH, NODE_ENV: 'production', ...variables, PORT: String(port) };
  const args = [`${import.meta.dirname}/${file}`];
  const { pid, stop } = await startProgram({ args, env, isReady: port });
  return { url: `http://127.0.0.1:${port}`, pid, stop };
}
