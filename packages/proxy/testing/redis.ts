import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { startProgram } from '@card-checkout/testing/program';

/** Whether this machine has a `redis-server`; npm brings none. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

if (!hasRedis) process.stdout.write('skipped: counting in Redis, as there is no redis-server\n');

/** Starts an empty Redis for the length of a test, and gives its address. */
export async function startRedis(password: string): Promise<string> {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', save: '', requirepass: password };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const isReady = /ready to accept connections/i;
  const options = { command: 'redis-server', args, env: process.env, cwd: temporaryFolder() };
  const redis = await startProgram({ ...options, isReady });
  onTestFinished(async () => void (await redis.kill('SIGKILL')));
  return `redis://:${password}@127.0.0.1:${port}`;
}
