import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchThreeDSToken } from './token.ts';

const network = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const token = (body = '{"token":"a"}') => new Response(body);
const refusal = (status: number) => new Response('{}', { status });

type Answer = () => Response | Promise<Response>;

/** Fetches a token from a service that gives these answers, the last one for ever. */
function fetchFrom(answers: readonly Answer[], signal = new AbortController().signal) {
  const begunAt = Date.now();
  const askedAt: number[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit): Promise<Response> => {
    askedAt.push((Date.now() - begunAt) / 1000);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    const answer = answers[askedAt.length - 1] ?? answers.at(-1);
    return Promise.race([aborted, answer?.() ?? aborted]);
  });
  return {
    askedAt,
    fetched: fetchThreeDSToken('https://pay.example/api/3ds/token/', 'cielo', signal),
  };
}

/** Waits for the token through every pause; gives it, or the error's text. */
async function resultOf(fetched: Promise<string>): Promise<string> {
  const result = fetched.catch((error: unknown) => String(error));
  await vi.runAllTimersAsync();
  return result;
}

const unreachable: Answer = async () => Promise.reject(new TypeError('Failed to fetch'));
const silent: Answer = () => new Promise(() => {});

describe('fetchThreeDSToken', () => {
  it.each([
    ['["eyJ", "hbGci"]', 'eyJhbGci'],
    ['["{\\"token\\":", "\\"a\\"}"]', 'a'],
    ['"a text"', 'a text'],
    ['{"access_token":"a"}', 'a'],
    ['{"accessToken":"a"}', 'a'],
    ['{"token":"a"}', 'a'],
  ])('reads the token in %s', async (body, expected) => {
    expect(await resultOf(fetchFrom([() => token(body)]).fetched)).toBe(expected);
  });

  it.each(['""', '[]', '{}', '{"token":5}', 'null'])('refuses %s', async (body) => {
    expect(await resultOf(fetchFrom([() => token(body)]).fetched)).toContain('no token');
  });

  it('asks again 1, 2 and 4 s after a 429, and then gives up', async () => {
    const { askedAt, fetched } = fetchFrom([() => refusal(429)]);

    expect(await resultOf(fetched)).toContain('429');
    expect(askedAt).toEqual([0, 1, 3, 7]);
  });

  it('asks again at once when the browser is back online', async () => {
    const { askedAt, fetched } = fetchFrom([unreachable, () => token()]);
    await vi.advanceTimersByTimeAsync(2_000);
    network.dispatchEvent(new Event('online'));

    expect(await fetched).toBe('a');
    expect(askedAt).toEqual([0, 2]);
  });

  it.each([
    ['a 500', () => refusal(500)],
    ['a 502', () => refusal(502)],
    ['no connection', unreachable],
  ])('asks again 5 to 10 s after %s, three times', async (_case, answer) => {
    const { askedAt, fetched } = fetchFrom([answer]);
    await resultOf(fetched);

    expect(askedAt).toHaveLength(4);
    askedAt.slice(1).forEach((at, index) => {
      const waited = at - (askedAt[index] ?? 0);
      expect(waited).toBeGreaterThanOrEqual(5);
      expect(waited).toBeLessThan(10);
    });
  });

  it('takes the token of a later answer', async () => {
    const { askedAt, fetched } = fetchFrom([() => refusal(429), () => refusal(502), token]);

    expect(await resultOf(fetched)).toBe('a');
    expect(askedAt).toHaveLength(3);
  });

  it.each([
    ['a refusal', () => refusal(403), '403', 0],
    ['a page in its place', () => token('<p>Log in'), 'SyntaxError', 0],
    ['no answer for 10 s', silent, 'too long', 10],
  ])('does not ask again after %s', async (_case, answer, text, seconds) => {
    const begunAt = Date.now();
    const { askedAt, fetched } = fetchFrom([answer]);

    expect(await resultOf(fetched)).toContain(text);
    expect(askedAt).toEqual([0]);
    expect(Date.now() - begunAt).toBe(seconds * 1000);
  });

  it('ends with its signal while it waits to ask again', async () => {
    const attempt = new AbortController();
    const { askedAt, fetched } = fetchFrom([() => refusal(429)], attempt.signal);
    const ended = expect(fetched).rejects.toBe('cancelled');
    await vi.advanceTimersByTimeAsync(500);
    attempt.abort('cancelled');

    await ended;
    await vi.runAllTimersAsync();
    expect(askedAt).toEqual([0]);
  });
});
