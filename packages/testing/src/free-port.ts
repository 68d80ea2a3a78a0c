import { once } from 'node:events';
import { createServer } from 'node:net';
import { portOf } from './http-server.ts';

/** Finds the first free port of 127.0.0.1 from `from` on that is not `taken`; any port by default. */
export async function freePort(from = 0, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let port = from; port <= 65_535; port += from === 0 ? 0 : 1) {
    const free = taken.has(port) ? undefined : await tryPort(port);
    if (free !== undefined && !taken.has(free)) return free;
  }
  throw new Error(`There is no free port from ${from} on.`);
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return undefined;
  }
  const free = portOf(server);
  server.close();
  await once(server, 'close');
  return free;
}
