import { startDeadline } from '../browser/deadline.ts';
import { membersOf } from '@card-checkout/contract/json';

/** How long the token may take (payments-api.md section 8). */
const tokenTimeoutMs = 10_000;

/** Says that the token did not come in its time. */
export class LateToken extends Error {}

/**
 * Fetches a 3DS token straight from the payments service; it needs no authentication (section 4).
 * @throws LateToken after 10 s; an Error that says what is wrong when it is refused or not understood;
 * the reason of `signal` when that aborts.
 */
export async function fetchThreeDSToken(
  apiUrl: string,
  provider: string,
  signal: AbortSignal,
): Promise<string> {
  const limit = startDeadline(tokenTimeoutMs, signal, () => new LateToken('the token is late'));
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
 * Reads a token as providers are known to give it: a member of an object, a text by itself, or a list of
 * pieces of text that make up one of these when they are joined.
 */
function readToken(body: unknown): string {
  const isInPieces = Array.isArray(body) && body.every((piece) => typeof piece === 'string');
  const answer = isInPieces ? parsed(body.join('')) : body;
  if (typeof answer === 'string' && answer !== '') return answer;
  const members = membersOf(answer);
  for (const name of ['access_token', 'accessToken', 'token']) {
    const token = members.get(name);
    if (typeof token === 'string' && token !== '') return token;
  }
  throw new Error('the answer holds no token');
}

/** Reads JSON; what is none is the token itself. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
