import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
import type { Secret } from '../sensitive/secret.ts';
import { mayBeEscaped, valueWithoutSecrets, withoutSecrets } from '../sensitive/hidden-secrets.ts';
import { isEncoded, parsedJson, textOfBody } from './body.ts';

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

/** Returns what a header may hold as `$name`. */
type HeaderValues = (name: string) => string | number | boolean | undefined;

/** The headers that the shop declares. */
export interface DeclaredHeaders {
  /** Fills in the values; `encoded` writes the text of `$base64`. Leaves out a header without a value. */
  fillIn(values: HeaderValues, encoded?: (text: string) => string): Record<string, string>;
  /** Whether it declares a header, in any case. */
  has(name: string): boolean;
}

interface SendOptions {
  /** What the headers may hold besides the token. */
  values?: HeaderValues;
  /** The random part of the body's postback URL. */
  postbackSecret?: string;
  /** Called once a connection is ready. No byte leaves before it resolves, and none if to `false`. */
  mayLeave?: (() => Promise<boolean>) | undefined;
}

export interface UpstreamOptions {
  /** Without a trailing slash. */
  apiBaseUrl: string;
  path: string;
  headers: DeclaredHeaders;
  apiToken: Secret;
  /** The address of an HTTP proxy to an `https:` API, unless `noProxy` names its host. */
  httpsProxy: Secret | undefined;
  noProxy: string;
  /** Limit for a whole try, from connecting to the last byte; 30 s by default. */
  upstreamTimeoutMs: number;
}

const maxBodyBytes = 256 * 1024;

const connectTimeoutMs = 10_000;

/**
 * How long a connection is kept without a request, whatever the API says. A request on a connection
 * that the API has just closed, or a firewall has forgotten, may be lost, and its order stays locked.
 */
const idleMs = 1000;

const standardHeaders = {
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'Accept-Encoding': 'identity',
  'User-Agent': 'card-checkout-proxy',
};

/** Returns a request without its body and the headers that `API_FILE` declares. */
export function paymentCall({
  apiBaseUrl,
  path,
  headers: declared,
}: Pick<UpstreamOptions, 'apiBaseUrl' | 'path' | 'headers'>) {
  const { origin, pathname } = new URL(apiBaseUrl);
  const headers = Object.entries(standardHeaders).filter(([name]) => !declared.has(name));
  return {
    origin,
    method: 'POST',
    path: pathname.replace(/\/$/, '') + path,
    headers: Object.fromEntries(headers),
  };
}

export function createUpstream(options: UpstreamOptions): Upstream {
  const request = paymentCall(options);
  const pool = connectionsTo(request.origin, options);
  return {
    async send(body, { values, postbackSecret, mayLeave } = {}) {
      const token = options.apiToken.reveal();
      const bytes = Buffer.from(JSON.stringify(body));
      const own = options.headers.fillIn((path) => (path === 'apiToken' ? token : values?.(path)));
      const length = { 'Content-Length': String(bytes.length) };
      const headers = { ...request.headers, ...own, ...length };
      const endsAtMs = performance.now() + options.upstreamTimeoutMs;
      const latest = Date.now() + options.upstreamTimeoutMs;
      // The first clock stops while the machine is suspended.
      const isInTime = () => performance.now() < endsAtMs && Date.now() < latest;
      const sending = { bytes, isInTime, mayLeave };
      const { ended, giveUp } = dispatch(pool, { ...request, headers }, sending);
      const abort = () => giveUp(new DOMException('No answer in time', 'TimeoutError'));
      const timer = setTimeout(abort, options.upstreamTimeoutMs);
      const result = await ended;
      clearTimeout(timer);
      // undici doesn't say when the socket has taken them, but by now the request is over.
      bytes.fill(0);
      // An API may echo the token as a header holds it, such as in Base64.
      const shown = Object.values(own).map((value) => value.slice(value.lastIndexOf(' ') + 1));
      return withoutTokens(result, [token, ...shown, postbackSecret]);
    },
    close: () => pool.destroy(),
  };
}

const connecting = {
  timeout: connectTimeoutMs,
  // Node's 250 ms are less than it takes to repeat a lost packet.
  autoSelectFamilyAttemptTimeout: 3000,
  // Set explicitly: `NODE_TLS_REJECT_UNAUTHORIZED=0` would otherwise disable it.
  rejectUnauthorized: true,
};

function connectionsTo(
  origin: string,
  { httpsProxy, noProxy }: Pick<UpstreamOptions, 'httpsProxy' | 'noProxy'>,
): Dispatcher {
  const direct = buildConnector(connecting);
  if (!httpsProxy) return poolOf(origin, direct);
  return new EnvHttpProxyAgent({
    httpsProxy: httpsProxy.reveal(),
    // Otherwise, it reads the environment.
    httpProxy: '',
    noProxy,
    proxyTunnel: true,
    proxyTls: connecting,
    requestTls: connecting,
    clientFactory: (proxy, options) =>
      new Pool(proxy, { ...options, headersTimeout: connectTimeoutMs }),
    factory: (target, options) => {
      const tunnel = 'connect' in options ? options.connect : undefined;
      return poolOf(target, isConnector(tunnel) ? tunnel : direct);
    },
  });
}

function isConnector(value: unknown): value is buildConnector.connector {
  return typeof value === 'function';
}

/**
 * Makes each interim `100 Continue`, which undici treats as a broken answer, look like `102 Processing`,
 * which it skips. Servers may send several, unasked (RFC 9110, 15.2).
 */
function poolOf(origin: string | URL, connect: buildConnector.connector): Pool {
  return new Pool(origin, {
    connections: 64,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
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

const interimStart = 'HTTP/1.1 1';
const endOfHead = '\r\n\r\n';

/** Follows an answer's bytes up to its final status: packets may split or join interim answers anywhere. */
function withoutContinue<Connected extends Socket>(socket: Connected): Connected {
  const [read, cork] = [socket.read.bind(socket), socket.cork.bind(socket)];
  let status = '';
  let ended = 0;
  // undici corks the socket to write a request.
  socket.cork = () => {
    [status, ended] = ['', 0];
    cork();
  };
  /** Takes the next byte; returns whether it ends the status of an interim 100. */
  const isContinue = (byte: number): boolean => {
    const letter = String.fromCharCode(byte);
    if (status.length < 'HTTP/1.1 100'.length) {
      status += letter;
      return status.endsWith(' 100');
    }
    ended = endOfHead[ended] === letter ? ended + 1 : Number(letter === '\r');
    if (ended === endOfHead.length) [status, ended] = ['', 0];
    return false;
  };
  const isInterim = () => status.length < interimStart.length || status[9] === '1';
  socket.read = (size?: number) => {
    const chunk: unknown = read(size);
    if (!Buffer.isBuffer(chunk)) return chunk;
    for (let at = 0; at < chunk.length && isInterim(); at += 1)
      if (isContinue(chunk[at] ?? 0)) chunk.write('2', at);
    return chunk;
  };
  return socket;
}

interface Sending extends Pick<SendOptions, 'mayLeave'> {
  bytes: Buffer;
  isInTime: () => boolean;
}

/**
 * Runs one request, which counts as sent once undici takes a connection for it, or `mayLeave` resolves.
 * `giveUp` ends it, sent or not, unless the answer has arrived.
 */
function dispatch(
  pool: Dispatcher,
  request: Omit<Dispatcher.DispatchOptions, 'body'>,
  { bytes, isInTime, mayLeave }: Sending,
) {
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
  // undici writes the headers together with the first bytes of a body.
  async function* bytesOnceAllowed(allowed: () => Promise<boolean>) {
    if (!(await allowed()) || isOver || !isInTime()) throw recalled();
    kind = 'no_answer';
    yield bytes;
  }
  const body = mayLeave ? Readable.from(bytesOnceAllowed(mayLeave), { objectMode: false }) : bytes;
  const sending = { ...request, body };

  pool.dispatch(sending, {
    onRequestStart(controller) {
      if (givenUp) return controller.abort(givenUp);
      if (!isInTime()) return controller.abort(recalled());
      connection = controller;
      if (!mayLeave) kind = 'no_answer';
    },
    onResponseStart(controller, statusCode, headers) {
      if (kind === 'not_sent') return controller.abort(recalled());
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
      // What it says could decide; a 429 and a 5xx mean the same without their text.
      const decides = status < 500 && status !== 429;
      const isPacked = isEncoded(answerHeaders);
      if (decides && isPacked) return end({ kind, cause: 'ENCODED' });
      const text = isPacked ? '' : textOfBody(Buffer.concat(chunks), answerHeaders);
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

function recalled(): Error {
  return new DOMException('Recalled', 'AbortError');
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
