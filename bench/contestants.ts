import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@card-checkout/testing/free-port';
import { startProgram, type Program } from '@card-checkout/testing/program';
import { environment } from '@card-checkout/testing/proxy-environment';
import { pathOf } from './path-of.ts';

/** What stands between the load and the payments service. */
export const contestants = {
  service: 'the payments service itself',
  'http-proxy': 'passes on: Fastify and @fastify/http-proxy',
  express: 'passes on: Express and http-proxy-middleware',
  durable: 'this proxy: checks, and writes each payment to the disk',
  'no-store': 'this proxy: checks, and writes nothing',
  guarded: 'this proxy with its limits on, none of which is reached',
} as const;

export type ContestantName = keyof typeof contestants;

/** A program that takes payments. */
export interface Contestant extends Pick<Program, 'stop'> {
  name: ContestantName;
  url: string;
  /** Absent for the payments service, which is no contestant. */
  pid?: number;
}

/** Starts the payments service, which answers after a time. */
export async function startService(delayMs: number): Promise<Contestant> {
  const { url, stop } = await startNode('service.ts', { DELAY_MS: String(delayMs) });
  return { name: 'service', url, stop };
}

/** Starts a contestant before a payments service, with an empty database of its own. */
export async function startContestant(
  name: ContestantName,
  upstreamUrl: string,
  overrides: Record<string, string | undefined> = {},
): Promise<Contestant> {
  if (name === 'service') return { name, url: upstreamUrl, stop: async () => undefined };
  if (name === 'http-proxy' || name === 'express') {
    const started = await startNode(`rivals/proxies/${name}.mjs`, { UPSTREAM_URL: upstreamUrl });
    return { name, ...started };
  }
  const folder = newFolder();
  const env = environment({
    API_BASE_URL: upstreamUrl,
    DATABASE_URL: `sqlite:${join(folder, 'checkout.db')}`,
    LOG_LEVEL: 'silent',
    BREAKER_DECLINED_PERCENT: undefined,
    EVENT_LOOP_DELAY_LIMIT_MS: undefined,
    SHUTDOWN_TIMEOUT_MS: undefined,
    RATE_LIMIT: name === 'guarded' ? '1000000' : 'off',
    ...overrides,
  });
  const file = name === 'no-store' ? 'no-store.ts' : '../packages/proxy/dist/server.js';
  const { stop, ...started } = await startNode(file, env);
  const stopAndClear = async () => {
    await stop();
    rmSync(folder, { recursive: true });
  };
  return { name, ...started, stop: stopAndClear };
}

/** Makes a folder on the disk of the repository, as the system's temporary folder may be memory. */
function newFolder(): string {
  const parent = pathOf('../node_modules/.cache');
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, 'bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startNode(file: string, variables: Record<string, string | undefined>) {
  const port = await freePort();
  const { PATH } = process.env;
  const env = { PATH, NODE_ENV: 'production', ...variables, PORT: String(port) };
  const program = await startProgram({ args: [pathOf(file)], env, isReady: port });
  const stop = async () => program.stop();
  return { url: `http://127.0.0.1:${port}`, pid: program.pid, stop };
}
