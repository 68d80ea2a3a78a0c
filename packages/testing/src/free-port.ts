import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from './http-server.ts';

/**
 * Finds the first free port of 127.0.0.1 from `from` on that is not `taken`. By default it starts at a
 * random port below those that systems give to connections, so that none of these takes it meanwhile.
 */
export async function freePort(
  from = randomInt(10_000, 20_000),
  taken: ReadonlySet<number> = new Set(),
): Promise<number> {
  for (let port = from; port <= 65_535; port += 1) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`There is no free port from ${from} on.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await listen(server, port);
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
