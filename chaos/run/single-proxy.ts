import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { memberOf } from '@card-checkout/contract/json';
import { startScriptedService } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import type { ScriptedService } from '@card-checkout/testing/scripted-service';
import { scriptHeaders } from '../world/buyer.ts';
import { checkoutBody } from '../world/checkout-body.ts';
import { ProxyProcess } from './proxy-process.ts';
import { environmentOf } from './settings.ts';

/** One process of the proxy for the length of a test, with the payments service it talks to. */
export interface SingleProxy {
  service: ScriptedService;
  running: ProxyProcess;
  /** Starts another process in the place of one that has ended. */
  startAgain: () => Promise<ProxyProcess>;
  pay: (order: string, key?: string) => Promise<Heard>;
  get: (path: string) => Promise<Heard>;
}

/** An answer, read. */
interface Heard {
  httpStatus: number;
  /** The `status` of a payment, or the `code` of a refusal. */
  said: unknown;
}

/** Makes a folder that goes away after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'card-checkout-chaos-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a process that waits for its `go`, and is gone after the test. */
function waitingProxy(folder: string, port: number, servicePort: number): ProxyProcess {
  const databaseUrl = `sqlite:${join(folder, 'checkout.db')}`;
  const waiting = new ProxyProcess({
    env: {
      ...environmentOf({ port, databaseUrl, servicePort, receiverPort: 1 }),
      UPSTREAM_TIMEOUT_MS: '30000',
    },
    logFile: join(folder, 'proxy.log'),
    servicePort,
    compileCache: join(tmpdir(), 'card-checkout-chaos-cache'),
  });
  onTestFinished(async () => void (await waiting.kill('SIGKILL')));
  return waiting;
}

/** Starts a payments service that does what the script says, and a proxy before it. */
export async function startSingleProxy(script?: ScriptedService['script']): Promise<SingleProxy> {
  const service = await startScriptedService(script);
  const folder = temporaryFolder();
  const port = await freePort();
  const servicePort = Number(new URL(service.url).port);
  const startAgain = async () => {
    const process = waitingProxy(folder, port, servicePort);
    process.go();
    await process.ready();
    return process;
  };
  const call = async (path: string, init?: RequestInit) =>
    heardFrom(await fetch(`http://127.0.0.1:${port}${path}`, init));
  return {
    service,
    running: await startAgain(),
    startAgain,
    pay: async (order, key) => call('/api/checkout/', await paying(order, key)),
    get: async (path) => call(path),
  };
}

async function paying(order: string, key: string = randomUUID()): Promise<RequestInit> {
  return {
    method: 'POST',
    headers: {
      ...scriptHeaders,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
      Prefer: 'wait=30',
    },
    body: await checkoutBody({ sub: order, amount: 100 }),
  };
}

async function heardFrom(response: Response): Promise<Heard> {
  const body: unknown = await response.json();
  const status = memberOf(body, 'status');
  const said = typeof status === 'string' ? status : memberOf(body, 'code');
  return { httpStatus: response.status, said };
}
