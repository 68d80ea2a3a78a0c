import { randomInt } from 'node:crypto';
import getPort, { portNumbers } from 'get-port';

/**
 * Finds the first free port of 127.0.0.1 from `from` on, another one for each call. By default it starts
 * at a random port below those that systems give to connections, so that none of these takes it meanwhile.
 */
export async function freePort(from = randomInt(10_000, 20_000)): Promise<number> {
  // `fetch` refuses 10080.
  return getPort({ port: portNumbers(from, 65_535), host: '127.0.0.1', exclude: [10_080] });
}
