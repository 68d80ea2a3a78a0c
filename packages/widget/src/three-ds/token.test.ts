import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchThreeDSToken } from './token.ts';

afterEach(() => vi.unstubAllGlobals());

/** Fetches a token from a payments service that answers so. */
async function tokenIn(body: string, status = 200): Promise<string> {
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
  return fetchThreeDSToken('https://pay.example/', 'cielo', new AbortController().signal);
}

describe('fetchThreeDSToken', () => {
  it.each([
    ['["eyJ", "hbGci"]', 'eyJhbGci'],
    ['["{\\"token\\":", "\\"a\\"}"]', 'a'],
    ['"a text"', 'a text'],
    ['{"access_token":"a"}', 'a'],
    ['{"accessToken":"a"}', 'a'],
    ['{"token":"a"}', 'a'],
  ])('reads the token in %s', async (body, token) => {
    expect(await tokenIn(body)).toBe(token);
  });

  it.each(['""', '[]', '{}', '{"token":5}', 'null'])('refuses %s', async (body) => {
    await expect(tokenIn(body)).rejects.toThrow('no token');
  });

  it('refuses an answer that is no success', async () => {
    await expect(tokenIn('{"token":"a"}', 403)).rejects.toThrow('403');
  });
});
