import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';

/** Whether this machine has a `redis-server`; npm brings none. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

if (!hasRedis) process.stdout.write('skipped: counting in Redis, as there is no redis-server\n');

/** Starts an empty Redis for the length of a test, and gives its address. */
export async function startRedis(password: string): Promise<string> {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', save: '', requirepass: password };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const redis = spawn('redis-server', args, { cwd: temporaryFolder() });
  onTestFinished(async () => {
    redis.kill('SIGKILL');
    if (redis.exitCode === null && redis.signalCode === null) await once(redis, 'exit');
  });
  for await (const line of createInterface(redis.stdout)) {
    if (/ready to accept connections/i.test(line)) break;
  }
  return `redis://:${password}@127.0.0.1:${port}`;
}
