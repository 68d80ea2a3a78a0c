import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo, type Demo } from '../../scripts/demo.ts';

/** A running demo and what it has left behind so far. */
export interface RunningDemo extends Demo {
  /** Every line that proxy and sandbox wrote. */
  readonly log: readonly string[];
  /** Returns the bytes of the proxy's database, with its write-ahead log. */
  database(): string;
  /** Returns an amount in centavos that no other test of this worker pays. */
  freshAmount(): number;
}

const proxyDefaults = {
  // Its file would lie beside the database.
  ADMIN_SOCKET: 'off',
  RATE_LIMIT: 'off',
  BREAKER_DECLINED_PERCENT: 'off',
  EVENT_LOOP_DELAY_LIMIT_MS: 'off',
  RATE_LIMIT_WAIT_MS: '20',
  UPSTREAM_TIMEOUT_MS: '3000',
  RETRY_WAIT_MIN_MS: '200',
  RETRY_WAIT_MAX_MS: '300',
};

export async function startRunningDemo(
  proxyEnvironment: Record<string, string>,
): Promise<RunningDemo> {
  const folder = mkdtempSync(join(tmpdir(), 'card-checkout-e2e-'));
  const log: string[] = [];
  const demo = await startDemo({
    anyPorts: true,
    onLog: (line) => log.push(line),
    proxyEnvironment: {
      ...proxyDefaults,
      DATABASE_URL: `sqlite:${join(folder, 'proxy.db')}`,
      ...proxyEnvironment,
    },
    sandboxEnvironment: { POSTBACK_DELAY_MS: '300', SLOW_WIDGET_MS: '0' },
  });
  const read = (file: string): string => readFileSync(join(folder, file), 'latin1');
  let amount = 20_000;
  return {
    ...demo,
    log,
    database: () => readdirSync(folder).map(read).join(''),
    freshAmount: () => ++amount,
    stop: async () => {
      await demo.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
