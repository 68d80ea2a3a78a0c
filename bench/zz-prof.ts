import { spawn } from 'node:child_process';
import { startPaymentsApi, newFile } from './contestants.ts';
import { environment } from '@card-checkout/testing/proxy-environment';
import { load } from './load.ts';
import { setTimeout as pause } from 'node:timers/promises';
const api = await startPaymentsApi();
const clone = process.argv[2] ?? '..';
const out = process.argv[3] ?? '/tmp/prof';
const env = environment({
  API_BASE_URL: api.url,
  DATABASE_URL: `sqlite:${newFile()}`,
  ADMIN_SOCKET: 'off',
  RATE_LIMIT: '1000000',
  ORDERS_PER_CARD: undefined,
  BREAKER_DECLINED_PERCENT: undefined,
  SHUTDOWN_TIMEOUT_MS: undefined,
});
const child = spawn(
  process.execPath,
  [
    '--cpu-prof',
    `--cpu-prof-dir=${out}`,
    '--cpu-prof-interval=200',
    `${clone}/packages/proxy/dist/server.js`,
  ],
  {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env, PORT: '18787' },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
for (;;) {
  if (
    await fetch('http://127.0.0.1:18787/readyz').then(
      (r) => r.ok,
      () => false,
    )
  )
    break;
  await pause(50);
}
const r = await load(['http://127.0.0.1:18787'], 32, Number(process.argv[4] ?? 8));
console.log(r.perSecond, r.payments, r.p50Ms, r.failures);
child.kill('SIGTERM');
await new Promise((r) => child.once('exit', r));
await api.stop();
process.exit();
