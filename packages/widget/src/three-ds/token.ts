import { startDeadline } from '../deadline.ts';
import { CheckoutError } from '../errors.ts';
import { membersOf } from '../wire.ts';

/** Is how long the token may take (payments-api.md section 8). */
const tokenTimeoutMs = 10_000;

/**
 * Fetches a 3DS token straight from the payments service; it needs no authentication (section 4).
 * @throws CheckoutError `three_ds_unavailable` when it is late, refused or not understood.
 */
export async function fetchThreeDSToken(
  apiUrl: string,
  provider: string,
  signal: AbortSignal,
): Promise<string> {
  const limit = startDeadline(tokenTimeoutMs, signal, () => unavailable('the token is late'));
  try {
    const url = `${apiUrl.replace(/\/$/, '')}/api/3ds/token/?provider=${encodeURIComponent(provider)}`;
    const response = await fetch(url, { signal: limit.signal, credentials: 'omit' });
    if (!response.ok) throw unavailable(`the token was answered ${response.status}`);
    return readToken(await response.json());
  } catch (error) {
    if (limit.signal.aborted) throw limit.signal.reason;
    throw error instanceof CheckoutError ? error : unavailable(error);
  } finally {
    limit.clear();
  }
}

function readToken(body: unknown): string {
  if (typeof body === 'string' && body !== '') return body;
  const members = membersOf(body);
  for (const name of ['access_token', 'accessToken', 'token']) {
    const token = members.get(name);
    if (typeof token === 'string' && token !== '') return token;
  }
  throw unavailable('the answer holds no token');
}

function unavailable(cause: unknown): CheckoutError {
  return new CheckoutError('three_ds_unavailable', { cause });
}
