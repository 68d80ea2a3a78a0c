import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memberOf } from '@card-checkout/contract/json';
import { paying } from '@card-checkout/testing/checkout-request';
import { startScriptedService, temporaryFolder } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import type { ScriptedService } from '@card-checkout/testing/scripted-service';
import { onTestFinished } from 'vitest';
import { ProxyProcess } from './proxy-process.ts';
import { environmentOf } from './settings.ts';

/** An answer, read. */
interface Heard {
  httpStatus: number;
  /** The `status` of a payment, or the `code` of a refusal. */
  said: unknown;
}

/** Starts a payments service with a script, and a proxy before it, for the length of a test. */
export async function startSingleProxy(script?: ScriptedService['script']) {
  const service = await startScriptedService(script);
  const port = await freePort();
  const databaseUrl = `sqlite:${join(temporaryFolder(), 'checkout.db')}`;
  const env = environmentOf({ port, databaseUrl, servicePort: service.port });
  const startAgain = async () =>
    startProcess({ ...env, UPSTREAM_TIMEOUT_MS: '30000' }, service.port);
  const call = async (path: string, init?: RequestInit) =>
    heardFrom(await fetch(`http://127.0.0.1:${port}${path}`, init));
  return {
    service,
    running: await startAgain(),
    /** Starts another process in the place of one that has ended. */
    startAgain,
    pay: async (sub: string, key?: string) => {
      const headers = { Prefer: 'wait=30' };
      return call('/api/checkout/', await paying({ order: { sub }, headers, ...(key && { key }) }));
    },
    get: async (path: string) => call(path),
  };
}

async function startProcess(
  env: Record<string, string | undefined>,
  servicePort: number,
): Promise<ProxyProcess> {
  const compileCache = join(tmpdir(), 'card-checkout-chaos-cache');
  const started = new ProxyProcess({ env, servicePort, compileCache });
  onTestFinished(async () => void (await started.kill('SIGKILL')));
  started.go();
  await started.ready();
  return started;
}

async function heardFrom(response: Response): Promise<Heard> {
  const body: unknown = await response.json();
  const status = memberOf(body, 'status');
  const said = typeof status === 'string' ? status : memberOf(body, 'code');
  return { httpStatus: response.status, said };
}
