import { randomInt } from 'node:crypto';
import getPort, { portNumbers } from 'get-port';

/**
 * Each worker of Playwright or Vitest has its own range of ports, since two that look at the same time may
 * find the same port free. Other programs have a range that no test uses: the chaos tests restart servers on
 * their ports.
 */
const { TEST_PARALLEL_INDEX, VITEST_POOL_ID } = process.env;
const worker = TEST_PARALLEL_INDEX ?? VITEST_POOL_ID;
const lane = worker === undefined ? randomInt(10, 20) : Number(worker) % 10;

/**
 * Returns a free port on 127.0.0.1, from `from` upwards and different for each call. The default
 * range is below the system's ephemeral ports, so no outgoing connection takes it in the meantime.
 */
export async function freePort(from = 10_000 + lane * 1_000 + randomInt(900)): Promise<number> {
  // `fetch` refuses port 10080.
  return getPort({ port: portNumbers(from, 65_535), host: '127.0.0.1', exclude: [10_080] });
}
