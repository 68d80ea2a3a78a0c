import { startDeadline } from '../browser/deadline.ts';
import { membersOf } from '@card-checkout/contract/json';

/** How long the token may take (`docs/payments-api.md` section 8). */
const tokenTimeoutMs = 10_000;

/** The token took too long. */
export class TokenTimeoutError extends Error {}

/**
 * Fetches a 3DS token directly from the payments service, which requires no authentication for it.
 * @throws TokenTimeoutError after 10 s; an Error if the token is refused or cannot be read; the reason
 * of `signal` when that aborts.
 */
export async function fetchThreeDSToken(
  apiUrl: string,
  provider: string,
  signal: AbortSignal,
): Promise<string> {
  const limit = startDeadline(
    tokenTimeoutMs,
    signal,
    () => new TokenTimeoutError('the token took too long'),
  );
  try {
    const url = `${apiUrl.replace(/\/$/, '')}/api/3ds/token/?provider=${encodeURIComponent(provider)}`;
    const response = await fetch(url, {
      signal: limit.signal,
      credentials: 'omit',
      cache: 'no-store',
    });
    if (!response.ok) throw new Error(`the token was answered ${response.status}`);
    return readToken(await response.json());
  } catch (error) {
    limit.signal.throwIfAborted();
    throw error;
  } finally {
    limit.clear();
  }
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

/** Parses JSON; any other text is the token itself. */
function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
