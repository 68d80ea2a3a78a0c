import { Pool, type Dispatcher } from 'undici';
import type { RotatingSecret } from '../sensitive/secret.ts';

/** What became of one request: an answer, or the proof that none was sent, or neither. */
export type UpstreamResult =
  | { kind: 'answer'; status: number; text: string; body: unknown }
  | { kind: 'not_sent'; cause: string }
  | { kind: 'no_answer'; cause: string };

/** Tells whether the service answered 5xx. */
export function isServerError(result: UpstreamResult): boolean {
  return result.kind === 'answer' && result.status >= 500;
}

/** Talks to the payments service. */
export interface Upstream {
  /**
   * Sends one checkout request, once, and never throws (payments-api.md section 4). The API's token
   * and the postback's are not in what it returns. `mayLeave` is asked at the last moment, when a
   * connection is there to write to; if it says no, the request was not sent.
   */
  send(body: object, options?: SendOptions): Promise<UpstreamResult>;
  /** Breaks every connection; a request that still runs counts as not answered. */
  close(): Promise<void>;
}

/** Changes how one request is sent. */
interface SendOptions {
  /** The secret of the postback's address in the body. */
  postbackToken?: string;
  mayLeave?: () => boolean;
}

/** Says where the service is, and how long a try may take. */
export interface UpstreamOptions {
  apiBaseUrl: string;
  apiToken: RotatingSecret;
  /** One limit for the whole try, from connecting to the last byte; 30 s by default. */
  upstreamTimeoutMs: number;
}

const maxBodyBytes = 256 * 1024;

const utf8 = new TextDecoder();

/** Opens the one pool of connections; no other file reads the token. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { origin, pathname } = new URL(options.apiBaseUrl);
  const pool = new Pool(origin, {
    connections: 64,
    pipelining: 1,
    allowH2: false,
    // Said here, as an environment variable of Node's could switch it off for all who do not.
    connect: { timeout: 10_000, rejectUnauthorized: true },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: maxBodyBytes,
  });
  const request = {
    method: 'POST',
    path: `${pathname.replace(/\/$/, '')}/api/checkout/`,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'User-Agent': 'card-checkout-proxy',
    },
  };
  return {
    async send(body, { postbackToken, mayLeave = () => true } = {}) {
      const token = options.apiToken.current.reveal();
      const headers = { ...request.headers, Authorization: `Token ${token}` };
      const sending = { ...request, headers, body: JSON.stringify(body) };
      const { ended, giveUp } = dispatch(pool, sending, mayLeave);
      const late = () => giveUp(new DOMException('No answer in time', 'TimeoutError'));
      const timer = setTimeout(late, options.upstreamTimeoutMs);
      const result = await ended;
      clearTimeout(timer);
      return withoutTokens(result, [token, postbackToken]);
    },
    close: () => pool.destroy(),
  };
}

/** A request that was handed to undici. */
interface Dispatched {
  ended: Promise<UpstreamResult>;
  /** Ends it, whether or not it was sent. */
  giveUp: (reason: Error) => void;
}

/** Runs one request; "sent" begins where undici takes a connection to write the first byte. */
function dispatch(
  pool: Pool,
  request: Dispatcher.DispatchOptions,
  mayLeave: () => boolean,
): Dispatched {
  const { promise, resolve } = Promise.withResolvers<UpstreamResult>();
  let kind: 'not_sent' | 'no_answer' = 'not_sent';
  let status = 0;
  let givenUp: Error | undefined;
  let connection: Dispatcher.DispatchController | undefined;
  const chunks: Buffer[] = [];
  const fail = (error: unknown) => resolve({ kind, cause: causeOf(error) });

  pool.dispatch(request, {
    onRequestStart(controller) {
      if (givenUp) return controller.abort(givenUp);
      if (!mayLeave()) return controller.abort(new DOMException('Recalled', 'AbortError'));
      connection = controller;
      kind = 'no_answer';
    },
    onResponseStart(_controller, statusCode) {
      status = statusCode;
    },
    onResponseData(_controller, chunk) {
      chunks.push(chunk);
    },
    onResponseEnd() {
      const text = utf8.decode(Buffer.concat(chunks));
      resolve({ kind: 'answer', status, text, body: undefined });
    },
    onResponseError: (_controller, error) => fail(error),
  });
  const giveUp = (reason: Error) => {
    givenUp = reason;
    fail(reason);
    connection?.abort(reason);
  };
  return { ended: promise, giveUp };
}

/** Parses an answer's body, once the tokens are out of it: a service may echo what it got. */
function withoutTokens(result: UpstreamResult, tokens: (string | undefined)[]): UpstreamResult {
  if (result.kind !== 'answer') return result;
  const secrets = tokens.filter((token) => token !== undefined);
  const text = secrets.reduce((shown, token) => shown.replaceAll(token, '[secret]'), result.text);
  return { ...result, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
