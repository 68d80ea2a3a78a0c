import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds the first free port of a host from `port` on that is not in `taken`; 0 stands for any. */
export async function freePort(
  host: string,
  port: number,
  taken: ReadonlySet<number>,
): Promise<number> {
  for (let candidate = port; candidate <= 65_535; candidate += port === 0 ? 0 : 1) {
    const free = taken.has(candidate) ? undefined : await tryPort(host, candidate);
    if (free !== undefined && !taken.has(free)) return free;
  }
  throw new Error(`There is no free port from ${port} on.`);
}

async function tryPort(host: string, port: number): Promise<number | undefined> {
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
