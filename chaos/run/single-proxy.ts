import { join } from 'node:path';
import { memberOf } from '@card-checkout/contract/json';
import { paying } from '@card-checkout/testing/checkout-request';
import { startScriptedService, temporaryFolder } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import type { ScriptedService } from '@card-checkout/testing/scripted-service';
import { onTestFinished } from 'vitest';
import { ProxyProcess } from './proxy-process.ts';
import { environmentOf } from './settings.ts';

/** Starts a payments service with a script, and a proxy that uses it, for the length of a test. */
export async function startSingleProxy(script?: ScriptedService['script']) {
  const service = await startScriptedService(script);
  const port = await freePort();
  const databaseUrl = `sqlite:${join(temporaryFolder(), 'checkout.db')}`;
  const env = environmentOf({ port, databaseUrl, servicePort: service.port });
  /** Starts another process after one that has ended. */
  const startAgain = async () => {
    const started = new ProxyProcess({ ...env, UPSTREAM_TIMEOUT_MS: '30000' });
    onTestFinished(async () => void (await started.kill('SIGKILL')));
    await started.go();
    return started;
  };
  /** Returns the HTTP status, and the `status` of a payment or the `code` of a refusal. */
  const get = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const body: unknown = await response.json();
    const status = memberOf(body, 'status');
    const shown = typeof status === 'string' ? status : memberOf(body, 'code');
    return { httpStatus: response.status, shown };
  };
  const pay = async (sub: string, key?: string) => {
    const headers = { Prefer: 'wait=30' };
    return get('/api/checkout/', await paying({ order: { sub }, headers, ...(key && { key }) }));
  };
  return { service, running: await startAgain(), startAgain, get, pay };
}
