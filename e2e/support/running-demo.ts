import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Charge } from '../../packages/sandbox/src/payments/ledger.ts';
import { startDemo } from '../../scripts/demo.ts';

export type RunningDemo = Awaited<ReturnType<typeof startRunningDemo>>;

const proxyDefaults = {
  // Its file would be next to the database.
  ADMIN_SOCKET: 'off',
  // Each page says what it needs: `required` by checkout-page.ts, own-page.ts and till.ts.
  THREE_DS: 'off',
  RATE_LIMIT: 'off',
  BREAKER_DECLINED_PERCENT: 'off',
  UPSTREAM_TIMEOUT_MS: '3000',
  // Caches compiled code, which saves a quarter of the startup time.
  NODE_COMPILE_CACHE: join(tmpdir(), 'card-checkout-compile-cache'),
};

export async function startRunningDemo(proxyEnvironment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'card-checkout-e2e-'));
  const log: string[] = [];
  // The sandbox first prints a `proxy.env`, which contains every secret.
  let isSandboxReady = false;
  const demo = await startDemo({
    anyPorts: true,
    proxyProgram: 'packages/proxy/testing/quick-built.ts',
    onLog: (line) => {
      if (isSandboxReady) log.push(line);
      isSandboxReady ||= line.startsWith('sandbox ready');
    },
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
    /** Returns the bytes of the proxy's database and its write-ahead log. */
    database: () => readdirSync(folder).map(read).join(''),
    freshAmount: () => ++amount,
    charges: async (paid: number) => {
      const response = await fetch(`${demo.urls.payments}/_sandbox/ledger`);
      const ledger: { charges: Charge[] } = await response.json();
      return ledger.charges.filter((charge) => charge.amount === paid);
    },
    stop: async () => {
      await demo.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
