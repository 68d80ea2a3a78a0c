import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished, vi } from 'vitest';
import { createProxy } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { signOrder, type OrderToSign } from '../src/order/order.ts';
import {
  postbackUrlOf,
  startScriptedService,
  type ReceivedRequest,
  type ScriptedService,
} from './scripted-service.ts';
import { SqliteStore } from '../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../src/store/store.ts';

export const token = 'canarytoken0123456789abcdef';
export const orderSecret = 'an order secret of at least 32 bytes';
export const shop = 'https://shop.example';

/** What a browser adds to a request of a page's script (Fetch Metadata). */
export const fetchMetadata = {
  'Sec-Fetch-Site': 'cross-site',
  'Sec-Fetch-Mode': 'cors',
  'Sec-Fetch-Dest': 'empty',
};

/** The settings under which a 5xx is sent again at once, as no test has five seconds. */
export const retrying = {
  PUBLIC_URL: 'https://proxy.example',
  RETRY_WAIT_MIN_MS: '0',
  RETRY_WAIT_MAX_MS: '0',
};

/** The settings under which the proxy looks for proof for longer than any test takes. */
export const waitingForProof = {
  ...retrying,
  RETRY_WAIT_MIN_MS: '60000',
  RETRY_WAIT_MAX_MS: '60000',
};

/** A card of Cielo's sandbox; its security code is unlike any other number in the tests. */
export const card = {
  number: '4000000000002701',
  holder: 'MARIA DA SILVA',
  expiry: '2030-12',
  securityCode: '739',
  kind: 'credit',
};

/** An answer, read. */
interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Members of the body; empty for one that is no JSON object. */
  body: Record<string, unknown>;
}

/** Says what is unusual about one request. */
export interface PayOptions {
  key?: string;
  headers?: Record<string, string | undefined>;
  /** Members that replace those of a right body; `undefined` takes one out. */
  body?: Record<string, unknown>;
  order?: Partial<OrderToSign>;
}

/** A proxy on a free port, with everything that it said. */
export interface RunningProxy {
  url: string;
  folder: string;
  logLines: string[];
  answers: Answer[];
  call(path: string, init?: RequestInit): Promise<Answer>;
  pay(options?: PayOptions): Promise<Answer>;
  /** Posts to the address that a request to the payments service carried; text is sent as it is. */
  postBack(
    request: ReceivedRequest | undefined,
    body: unknown,
    init?: RequestInit,
  ): Promise<Answer>;
  /** Returns the lines of the log about one kind of event. */
  logged(event: string): Record<string, unknown>[];
  /** Returns the names of the alarms that were raised, in their order. */
  alarms(): unknown[];
  close(): Promise<void>;
}

/** Says what a proxy does not make for itself. */
interface StartOptions {
  folder?: string;
  now?: () => Date;
  store?: Store;
}

/** A clock that stands still until it is moved. */
export interface Clock {
  now: () => Date;
  advance(ms: number): void;
}

/** Makes an environment of required values. */
export function environment(overrides: Record<string, string | undefined> = {}) {
  return {
    API_BASE_URL: 'http://127.0.0.1:1',
    API_TOKEN: token,
    MERCHANT_ID: '4711',
    ORDER_SECRET: orderSecret,
    ALLOWED_ORIGINS: shop,
    RATE_LIMIT: 'off',
    ORDERS_PER_CARD: 'off',
    BREAKER_DECLINED_PERCENT: 'off',
    // The tests share their process with the proxy, and the machine with each other.
    EVENT_LOOP_DELAY_LIMIT_MS: 'off',
    RATE_LIMIT_WAIT_MS: '1',
    SHUTDOWN_TIMEOUT_MS: '3000',
    DATABASE_URL: 'sqlite::memory:',
    ...overrides,
  };
}

/** Makes a folder that goes away after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'card-checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Breaks one operation of the store, as a full disk would, until the test ends or mends it. */
export function breakStore(
  operation:
    | 'begin'
    | 'record'
    | 'recordPostback'
    | 'raiseOverdue'
    | 'takeMessages'
    | 'check'
    | 'countBacklog',
) {
  const spy = vi.spyOn(SqliteStore.prototype, operation).mockRejectedValue(new Error('disk full'));
  onTestFinished(() => spy.mockRestore());
  return spy;
}

/** Makes a clock that shows the time of the test's start. */
export function stoppedClock(): Clock {
  let time = Date.now();
  return { now: () => new Date(time), advance: (ms) => void (time += ms) };
}

/** Reads every file of a database, its journal included. */
export function textOfFiles(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

/** Asks the database of a proxy that is closed. */
export function storedRows(folder: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(folder, 'checkout.db'), { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}

/** Starts a proxy with a database file for the length of a test. */
export async function startProxy(
  overrides: Record<string, string | undefined> = {},
  { folder = temporaryFolder(), ...given }: StartOptions = {},
): Promise<RunningProxy> {
  const logLines: string[] = [];
  const answers: Answer[] = [];
  const env = environment({ DATABASE_URL: `sqlite:${join(folder, 'checkout.db')}`, ...overrides });
  const logStream = { write: (line: string) => void logLines.push(line) };
  const proxy = createProxy(readConfig(env), { logStream, ...given });
  const url = await proxy.listen({ host: '127.0.0.1', port: 0 });
  let closing: Promise<void> | undefined;
  const close = async () => (closing ??= proxy.close().then(() => undefined));
  onTestFinished(close);

  const call = async (path: string, init?: RequestInit) => {
    const answer = await answerOf(await fetch(`${url}${path}`, init));
    answers.push(answer);
    return answer;
  };
  const pay = async (options: PayOptions = {}) => call('/api/checkout/', await paying(options));
  const postBack = async (
    request: ReceivedRequest | undefined,
    body: unknown,
    init?: RequestInit,
  ) => {
    const { pathname } = new URL(postbackUrlOf(request));
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return call(pathname, { method: 'POST', headers: json, body: text, ...init });
  };
  const logged = (event: string) =>
    logLines.map((line) => ({ ...JSON.parse(line) })).filter((line) => line.event === event);
  const alarms = () => logged('alarm').map(({ alarm }) => alarm);
  return { url, folder, logLines, answers, call, pay, postBack, logged, alarms, close };
}

const json = { 'Content-Type': 'application/json' };

/** Starts a payments service with a script, and a proxy that talks to it. */
export async function startProxyWith(
  script?: ScriptedService['script'],
  overrides: Record<string, string> = {},
  options: StartOptions = {},
) {
  const service = await startScriptedService(script);
  const env = { API_BASE_URL: service.url, ...overrides };
  return { service, env, proxy: await startProxy(env, options) };
}

/** Makes the request of a right payment, but for what the options say. */
export async function paying({
  key,
  headers,
  body,
  order,
}: PayOptions): Promise<RequestInit & { body: string }> {
  const claims = { sub: 'order-1', amount: 12_990, installments: { max: 12 }, ...order };
  const given = {
    Origin: shop,
    ...fetchMetadata,
    'Content-Type': 'application/json',
    'Idempotency-Key': key ?? randomUUID(),
    ...headers,
  };
  const sent = Object.entries(given).filter((header): header is [string, string] => !!header[1]);
  return {
    method: 'POST',
    headers: sent,
    body: JSON.stringify({
      order: await signOrder(claims, orderSecret),
      card,
      payer: { docType: 'cpf', document: '52998224725' },
      ...body,
    }),
  };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body: Record<string, unknown> = isJson ? { ...JSON.parse(text) } : {};
  return { status: response.status, headers: response.headers, text, body };
}
