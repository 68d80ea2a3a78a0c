import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici';
import type { Secret } from '../sensitive/secret.ts';
import { mayBeEscaped, valueWithoutSecrets, withoutSecrets } from '../sensitive/hidden-secrets.ts';
import { parsedJson, textOfBody } from './body.ts';

/** One request's result. `not_sent` proves that no byte was sent; `no_answer` proves nothing. */
export type UpstreamResult =
  | {
      kind: 'answer';
      status: number;
      text: string;
      body: unknown;
      /** How long the API asks to wait (`Retry-After`). */
      retryAfterMs?: number | undefined;
    }
  | { kind: 'not_sent'; cause: string }
  | { kind: 'no_answer'; cause: string };

export function isServerError(result: UpstreamResult): boolean {
  return result.kind === 'answer' && result.status >= 500;
}

export interface Upstream {
  /**
   * Sends a checkout request once (docs/payments-api.md). Never throws. The result contains neither the
   * API's token nor the postback's.
   */
  send(body: object, options?: SendOptions): Promise<UpstreamResult>;
  /** Closes every connection; a request in flight ends as `no_answer`. */
  close(): Promise<void>;
}

interface SendOptions {
  /** The random part of the body's postback URL. */
  postbackSecret?: string;
  /** Called once a connection is ready; if it returns `false`, the request isn't sent. */
  mayLeave?: () => boolean;
}

export interface UpstreamOptions {
  /** Without a trailing slash. */
  apiBaseUrl: string;
  apiToken: Secret;
  /** The address of an HTTP proxy to the API. */
  httpsProxy: Secret | undefined;
  /** Limit for a whole try, from connecting to the last byte; 30 s by default. */
  upstreamTimeoutMs: number;
}

const maxBodyBytes = 256 * 1024;

const connectTimeoutMs = 10_000;

/** Returns a checkout request without the token and the body. */
export function checkoutCall(apiBaseUrl: string) {
  const { origin, pathname } = new URL(apiBaseUrl);
  return {
    origin,
    method: 'POST',
    path: `${pathname.replace(/\/$/, '')}/api/checkout/`,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'User-Agent': 'card-checkout-proxy',
    },
  };
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const request = checkoutCall(options.apiBaseUrl);
  const pool = connectionsTo(request.origin, options.httpsProxy);
  return {
    async send(body, { postbackSecret, mayLeave = () => true } = {}) {
      const token = options.apiToken.reveal();
      const headers = { ...request.headers, Authorization: `Token ${token}` };
      const bytes = Buffer.from(JSON.stringify(body));
      const sending = { ...request, headers, body: bytes };
      const endsAtMs = performance.now() + options.upstreamTimeoutMs;
      const isInTime = () => performance.now() < endsAtMs && mayLeave();
      const { ended, giveUp } = dispatch(pool, sending, isInTime);
      const abort = () => giveUp(new DOMException('No answer in time', 'TimeoutError'));
      const timer = setTimeout(abort, options.upstreamTimeoutMs);
      const result = await ended;
      clearTimeout(timer);
      // undici doesn't say when the socket has taken them, but by now the request is over.
      bytes.fill(0);
      return withoutTokens(result, [token, postbackSecret]);
    },
    close: () => pool.destroy(),
  };
}

// Set explicitly: `NODE_TLS_REJECT_UNAUTHORIZED=0` would otherwise disable it.
const tls = { timeout: connectTimeoutMs, rejectUnauthorized: true };

function connectionsTo(origin: string, httpsProxy: Secret | undefined): Dispatcher {
  if (!httpsProxy) return poolOf(origin, buildConnector(tls));
  return new ProxyAgent({
    uri: httpsProxy.reveal(),
    proxyTunnel: true,
    proxyTls: tls,
    requestTls: tls,
    clientFactory: (proxy, options) =>
      new Pool(proxy, { ...options, headersTimeout: connectTimeoutMs }),
    factory: (target, options) => {
      if ('connect' in options && isConnector(options.connect))
        return poolOf(target, options.connect);
      throw new Error('undici connects in another way');
    },
  });
}

function isConnector(value: unknown): value is buildConnector.connector {
  return typeof value === 'function';
}

/**
 * Makes an interim `100 Continue`, which undici treats as a broken answer, look like `102 Processing`,
 * which it skips. Servers may send either unasked (RFC 9110, 15.2).
 */
function poolOf(origin: string | URL, connect: buildConnector.connector): Pool {
  return new Pool(origin, {
    connections: 64,
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: maxBodyBytes,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        callback(null, withoutContinue(socket));
      }),
  });
}

const continueLine = Buffer.from('HTTP/1.1 100 ');

function withoutContinue<Connected extends Socket>(socket: Connected): Connected {
  const read = socket.read.bind(socket);
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    const isContinue =
      Buffer.isBuffer(chunk) && chunk.subarray(0, continueLine.length).equals(continueLine);
    if (isContinue) chunk.write('2', continueLine.length - 2);
    return chunk;
  };
  return socket;
}

/**
 * Runs one request, which counts as sent once undici takes a connection for it. `giveUp` ends it, sent
 * or not, unless the answer has arrived.
 */
function dispatch(pool: Dispatcher, request: Dispatcher.DispatchOptions, mayLeave: () => boolean) {
  const { promise, resolve } = Promise.withResolvers<UpstreamResult>();
  let kind: 'not_sent' | 'no_answer' = 'not_sent';
  let status = 0;
  let answerHeaders: IncomingHttpHeaders = {};
  let givenUp: Error | undefined;
  let connection: Dispatcher.DispatchController | undefined;
  let isOver = false;
  let reads = 0;
  const chunks: Buffer[] = [];
  const end = (result: UpstreamResult) => {
    isOver = true;
    resolve(result);
  };
  const fail = (error: unknown) => end({ kind, cause: causeOf(error) });

  pool.dispatch(request, {
    onRequestStart(controller) {
      if (givenUp) return controller.abort(givenUp);
      if (!mayLeave()) return controller.abort(new DOMException('Recalled', 'AbortError'));
      connection = controller;
      kind = 'no_answer';
    },
    onResponseStart(_controller, statusCode, headers) {
      reads += 1;
      status = statusCode;
      answerHeaders = headers;
    },
    onResponseData(_controller, chunk) {
      reads += 1;
      chunks.push(chunk);
    },
    onResponseEnd() {
      // A connection that closes early looks like the end of a body without a length.
      const { 'content-length': length, 'transfer-encoding': encoding } = answerHeaders;
      const isWhole = chunks.length > 0 || length !== undefined || encoding !== undefined;
      const needsBody = status < 300 && status !== 204 && status !== 205;
      if (needsBody && !isWhole) return end({ kind, cause: 'CUT_OFF' });
      const text = textOfBody(Buffer.concat(chunks), answerHeaders, maxBodyBytes);
      const retryAfterMs = retryAfterMsOf(answerHeaders['retry-after'], Date.now());
      end({ kind: 'answer', status, text, body: undefined, retryAfterMs });
    },
    onResponseError: (_controller, error) => fail(error),
  });
  // Timers run before sockets are read: after a freeze, the answer may have arrived.
  const giveUp = (reason: Error) => {
    givenUp = reason;
    const readsBefore = reads;
    setImmediate(() => {
      if (isOver) return;
      if (reads > readsBefore) return giveUp(reason);
      fail(reason);
      connection?.abort(reason);
    });
  };
  return { ended: promise, giveUp };
}

/**
 * Reads `Retry-After`: seconds or a date (RFC 9110, 10.2.3). Returns milliseconds from now, or
 * `undefined` for anything else.
 */
export function retryAfterMsOf(
  header: string | string[] | undefined,
  now: number,
): number | undefined {
  if (header === undefined) return undefined;
  const text = [header].flat()[0]?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const time = text.endsWith('GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** Parses an answer's body, and removes the secrets, which an API may echo. */
function withoutTokens(result: UpstreamResult, tokens: (string | undefined)[]): UpstreamResult {
  if (result.kind !== 'answer') return result;
  const secrets = tokens.filter((token) => token !== undefined);
  const text = withoutSecrets(result.text, secrets);
  const body = parsedJson(result.text);
  const isClean = text === result.text && !mayBeEscaped(text);
  return { ...result, text, body: isClean ? body : valueWithoutSecrets(body, secrets) };
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  // Only the message holds an HTTP proxy's answer when it refuses a tunnel.
  const [, refused] = /^Proxy response \((\d+)\)/.exec(error.message) ?? [];
  if (refused !== undefined) return `PROXY_${refused}`;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const tracer = trace.getTracer('card-checkout-proxy');

/** Runs a try in an OpenTelemetry span, which is dropped unless tracing is configured. */
export async function inTrySpan(
  attemptId: string,
  number: number,
  send: () => Promise<UpstreamResult>,
): Promise<UpstreamResult> {
  const attributes = { 'card_checkout.attempt': attemptId, 'card_checkout.try': number };
  const options = { kind: SpanKind.CLIENT, attributes };
  return tracer.startActiveSpan('try', options, async (span) => {
    const result = await send();
    span.setAttributes(
      result.kind === 'answer'
        ? { 'http.response.status_code': result.status }
        : { 'error.type': result.kind },
    );
    const isFailure = result.kind !== 'answer' || isServerError(result);
    if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    return result;
  });
}
