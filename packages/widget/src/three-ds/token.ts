import { membersOf } from '@card-checkout/contract/json';
import { growingMs } from '../browser/network.ts';
import { startDeadline } from '../browser/deadline.ts';
import { pauseUntilBack } from '../browser/pause-until-back.ts';
import { pause } from '../browser/pause.ts';

/** How long one request for a token may take (`docs/payments-api.md`). */
const tokenTimeoutMs = 10_000;

/** How often a request for a token is repeated (`docs/payments-api.md`). */
const maxRepeats = 3;

/**
 * Fetches a 3DS token directly from the payments API or what stands before it, without authentication.
 * Repeats the request as the API recommends (`docs/payments-api.md`).
 * @throws Error if no request gave a token; the reason of `signal` when that aborts.
 */
export async function fetchThreeDSToken(
  tokenUrl: string,
  provider: string,
  signal: AbortSignal,
): Promise<string> {
  const url = `${tokenUrl}?provider=${encodeURIComponent(provider)}`;
  for (let repeats = 0; ; repeats += 1) {
    const token = await requestToken(url, signal).catch(async (error: unknown) => {
      signal.throwIfAborted();
      const delayMs = repeatAfterMs(error, repeats);
      if (delayMs === undefined) throw error;
      return isUnreachable(error) ? pauseUntilBack(delayMs, signal) : pause(delayMs, signal);
    });
    if (token) return token;
  }
}

async function requestToken(url: string, signal: AbortSignal): Promise<string> {
  const limit = startDeadline(tokenTimeoutMs, signal, () => new Error('the token took too long'));
  try {
    const init = { signal: limit.signal, credentials: 'omit', cache: 'no-store' } as const;
    const response = await fetch(url, init);
    const { ok, status: cause } = response;
    if (!ok) throw new Error(`the token was answered ${cause}`, { cause });
    return readToken(await response.json());
  } catch (error) {
    limit.signal.throwIfAborted();
    throw error;
  } finally {
    limit.clear();
  }
}

/** Returns the wait before another request: 1, 2, 4 s after 429; 5 to 10 s after 5xx or no connection. */
function repeatAfterMs(error: unknown, repeats: number): number | undefined {
  if (repeats === maxRepeats) return undefined;
  const status = error instanceof Error ? Number(error.cause) : 0;
  if (status === 429) return growingMs(1_000, repeats);
  return isUnreachable(error) || status >= 500 ? 5_000 + Math.random() * 5_000 : undefined;
}

/** Whether an error is what fetch throws when no answer comes (Fetch, 5.6). */
function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError;
}

/**
 * Reads a token in any form that providers use: a member of an object, a string, or a list of strings
 * that form one of these when joined.
 */
function readToken(body: unknown): string {
  const isInPieces = Array.isArray(body) && body.every((piece) => typeof piece === 'string');
  const answer = isInPieces ? parseAnswer(body.join('')) : body;
  if (typeof answer === 'string' && answer !== '') return answer;
  const members = membersOf(answer);
  for (const name of ['access_token', 'accessToken', 'token']) {
    const token = members.get(name);
    if (typeof token === 'string' && token !== '') return token;
  }
  throw new Error('the answer has no token');
}

/** Parses JSON; other text is the token itself. */
function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
