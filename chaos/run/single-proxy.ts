import { join } from 'node:path';
import { memberOf } from '@card-checkout/contract/json';
import { paying } from '@card-checkout/testing/checkout-request';
import {
  startReceiver,
  startScriptedServer,
  temporaryFolder,
} from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import type { ScriptedServer } from '@card-checkout/testing/scripted-server';
import { onTestFinished } from 'vitest';
import { ProxyProcess } from './proxy-process.ts';
import { environmentOf } from './settings.ts';

export async function startSingleProxy(script?: ScriptedServer['script']) {
  const service = await startScriptedServer(script);
  const receiver = await startReceiver();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const databaseUrl = `sqlite:${join(temporaryFolder(), 'checkout.db')}`;
  const ports = { port, servicePort: service.port, receiverPort: receiver.port };
  const env = {
    ...environmentOf({ ...ports, databaseUrl }),
    UPSTREAM_TIMEOUT_MS: '30000',
    METRICS_PORT: String(metricsPort),
  };
  const startAgain = async () => {
    const started = new ProxyProcess(env);
    onTestFinished(async () => void (await started.kill('SIGKILL')));
    await started.go();
    return started;
  };
  /** Returns the HTTP status, and the payment's `status` or the error's `code`. */
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
  const messagesLeft = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const counts = metrics.matchAll(/^card_checkout_outbox_messages\{.*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };
  return { service, receiver, running: await startAgain(), startAgain, get, pay, messagesLeft };
}
