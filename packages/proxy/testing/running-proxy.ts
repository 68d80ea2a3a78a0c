import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { paying, type CheckoutOptions } from '@card-checkout/testing/checkout-request';
import { startScriptedServer, temporaryFolder } from '@card-checkout/testing/during-test';
import { environment } from '@card-checkout/testing/proxy-environment';
import {
  postbackUrlOf,
  type ReceivedRequest,
  type ScriptedServer,
} from '@card-checkout/testing/scripted-server';
import { webhookSecret, type WebhookReceiver } from '@card-checkout/testing/webhook-receiver';
import { onTestFinished, vi } from 'vitest';
import { createProxy } from '../src/app.ts';
import { readConfig, type Config } from '../src/config/config.ts';
import type { Receiver } from '../src/attempt/messages.ts';
import { Store } from '../src/store/store.ts';
import { quick } from './quick-config.ts';
import { usingFile } from './stores.ts';

/** Makes the proxy retry after a 5xx. */
export const retrying = { PUBLIC_URL: 'https://proxy.example' };

/** Lets a proxy close without waiting for payments that don't end. */
export const stopsAtOnce = { SHUTDOWN_TIMEOUT_MS: '0' };

/** Settings for webhooks, and for retries. */
export function webhooks({ relay, support, payment }: Partial<Record<Receiver, WebhookReceiver>>) {
  return {
    ...retrying,
    WEBHOOK_SECRET: webhookSecret,
    ...(payment && { PAYMENT_WEBHOOK_URL: payment.url }),
    ...(relay && { POSTBACK_RELAY_URL: relay.url }),
    ...(support && { SUPPORT_WEBHOOK_URL: support.url }),
  };
}

/** Makes all waits between tries equally long, by default longer than any test. */
export function waits(ms = 60_000): Partial<Config> {
  return { retryWaits: { rateLimit: ms, min: ms, max: ms } };
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body, or {} if it isn't a JSON object. */
  body: Record<string, unknown>;
}

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>;

interface StartOptions {
  folder?: string;
  now?: () => Date;
  store?: Store;
  /** A free one by default. */
  port?: number;
  /** Options that no environment variable sets. */
  config?: Partial<Config>;
}

/**
 * Makes one operation of the store fail, as a full disk would, until the test ends or restores it.
 */
export function breakStore(operation: Exclude<keyof Store, 'onChange'>) {
  const spy = vi.spyOn(Store.prototype, operation).mockRejectedValue(new Error('disk full'));
  onTestFinished(() => spy.mockRestore());
  return spy;
}

const realNow = performance.now.bind(performance);
let skippedMs = 0;

/** Moves the clock that measures waits, until the test ends. */
export function skipTime(ms: number): void {
  skippedMs += ms;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + skippedMs);
  onTestFinished(() => {
    skippedMs = 0;
    spy.mockRestore();
  });
}

/** A clock that stands still until the test moves it. */
export function stoppedClock() {
  let time = Date.now();
  return { now: () => new Date(time), advance: (ms: number) => void (time += ms) };
}

/** Reads every file in a folder and its subfolders that has changed since `since`. */
export function textOfFiles(folder: string, since = new Date(0)): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).mtime >= since)
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

export function storedRows(folder: string, sql: string): Record<string, unknown>[] {
  return usingFile(join(folder, 'checkout.db'), (database) => database.prepare(sql).all());
}

export async function startProxy(
  overrides: Record<string, string | undefined> = {},
  { folder = temporaryFolder(), port = 0, config, ...given }: StartOptions = {},
) {
  const logLines: string[] = [];
  const answers: Answer[] = [];
  const DATABASE_URL = `sqlite:${join(folder, 'checkout.db')}`;
  const env = environment({ DATABASE_URL, LOG_LEVEL: 'debug', ...overrides });
  const logStream = { write: (line: string) => void logLines.push(line) };
  const proxy = createProxy({ ...readConfig(env), ...quick, ...config }, { logStream, ...given });
  let closing: Promise<void> | undefined;
  const close = async () => (closing ??= proxy.close().then(() => undefined));
  onTestFinished(close);
  const url = await proxy.listen({ host: '127.0.0.1', port });

  const call = async (path: string, init?: RequestInit) => {
    const answer = await answerOf(await fetch(new URL(path, `${url}/api/checkout/`), init));
    answers.push(answer);
    return answer;
  };
  const pay = async (options?: CheckoutOptions) => call('/api/checkout/', await paying(options));
  /** Posts to the postback URL of a request to the payments API; a string is sent unchanged. */
  const postBack = async (
    request: ReceivedRequest | undefined,
    body: unknown,
    init?: RequestInit,
  ) => {
    const { pathname } = new URL(postbackUrlOf(request));
    const headers = { 'Content-Type': 'application/json' };
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return call(pathname, { method: 'POST', headers, body: text, ...init });
  };
  const logged = (event: string): Record<string, unknown>[] =>
    logLines.map((line) => ({ ...JSON.parse(line) })).filter((line) => line.event === event);
  const alarms = () => logged('alarm').map(({ alarm }) => alarm);
  return { url, folder, logLines, answers, call, pay, postBack, logged, alarms, close };
}

export async function startProxyWith(
  script?: ScriptedServer['script'],
  overrides: Record<string, string> = {},
  options: StartOptions = {},
) {
  const service = await startScriptedServer(script);
  const env = { API_BASE_URL: service.url, ...overrides };
  return { service, env, proxy: await startProxy(env, options) };
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body: Record<string, unknown> = isJson ? { ...JSON.parse(text) } : {};
  return { status: response.status, headers: response.headers, text, body };
}
