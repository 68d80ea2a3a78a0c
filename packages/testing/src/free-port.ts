import { randomInt } from 'node:crypto';
import getPort, { portNumbers } from 'get-port';

/**
 * Returns a free port on 127.0.0.1, from `from` upwards and different for each call. The default
 * range is below the system's ephemeral ports, so no outgoing connection takes it in the meantime.
 */
export async function freePort(from = randomInt(10_000, 20_000)): Promise<number> {
  // `fetch` refuses port 10080.
  return getPort({ port: portNumbers(from, 65_535), host: '127.0.0.1', exclude: [10_080] });
}
