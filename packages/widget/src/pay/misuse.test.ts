import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutError, type CheckoutErrorCode } from '../errors.ts';
import { tellMistakes, tellRefusal } from './misuse.ts';

const lines: string[] = [];
const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('location', { origin: 'https://shop.example' });
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  lines.length = 0;
});

const inTenMinutes = Date.now() / 1000 + 600;

/** Writes a token that is signed by nobody, which the element cannot tell. */
function orderUntil(exp: number): string {
  return `e30.${btoa(JSON.stringify({ sub: 'a', amount: 1, exp }))}.e30`;
}

const right = {
  proxyUrl: 'https://pay.example',
  order: orderUntil(inTenMinutes),
  orderId: '',
  amount: 0,
  locale: '',
  threeDS: 'required',
  threeDSTimeoutMs: 0,
  kinds: 'credit',
  brands: '',
  appearance: 'outlined',
  fraud: 'preferred',
};

/** Tells the mistakes of an element that has these attributes, and more of them later. */
async function mistakesOf(attributes: object, later = {}): Promise<readonly string[]> {
  const element = { ...right, ...attributes };
  const telling = tellMistakes(element, never);
  Object.assign(element, later);
  await vi.runAllTimersAsync();
  await telling;
  return lines;
}

describe('tellMistakes', () => {
  it.each([
    ['as it should be', {}],
    ['with an order id and an amount', { order: '', orderId: 'a', amount: 5 }],
    ['in all its kinds', { kinds: ' credit  debit ', locale: 'en-US', threeDSTimeoutMs: 120_000 }],
  ])('says nothing about an element %s', async (_case, attributes) => {
    expect(await mistakesOf(attributes)).toEqual([]);
  });

  it.each([
    ['no proxy-url', { proxyUrl: ' ' }, 'misconfigured'],
    ['no order', { order: ' ' }, 'misconfigured'],
    ['an order that cannot be read', { order: 'x.y.z' }, 'order_invalid'],
    ['an expired order', { order: orderUntil(1) }, 'order_expired'],
    ['locale="fr"', { locale: 'fr' }, 'misconfigured'],
    ['three-ds="always"', { threeDS: 'always' }, 'misconfigured'],
    ['three-ds-timeout-ms="NaN"', { threeDSTimeoutMs: NaN }, 'misconfigured'],
    ['kinds="pix"', { kinds: 'pix' }, 'misconfigured'],
    ['fraud="off"', { fraud: 'off' }, 'misconfigured'],
  ])('says once that the element has %s', async (text, attributes, code) => {
    await mistakesOf(attributes);
    await mistakesOf(attributes);

    expect(lines).toEqual([expect.stringContaining(`<card-checkout> has ${text}`)]);
    expect(lines[0]?.endsWith(` (${code})`)).toBe(true);
  });

  it('waits a little for an order', async () => {
    expect(await mistakesOf({ order: '' }, { order: right.order })).toEqual([]);
  });
});

describe('tellRefusal', () => {
  it.each([
    ['the proxy says so', 'origin_not_allowed', false, true],
    ['the proxy answers other pages', 'proxy_unreachable', true, true],
    ['the proxy answers no page', 'proxy_unreachable', false, false],
    ['the proxy is broken', 'internal', true, false],
  ] as const)('names the origin where %s', async (_case, code, isReadable, isTold) => {
    const proxyUrl = `https://${code}-${isReadable}.example/`;
    const answer = async () => (isReadable ? new Response('{}') : Promise.reject(new TypeError()));
    vi.stubGlobal('fetch', vi.fn(answer));
    vi.stubGlobal('location', { origin: proxyUrl });

    await tellRefusal(new CheckoutError(code satisfies CheckoutErrorCode), proxyUrl, never);

    const line = expect.stringMatching(
      /: add that to ALLOWED_ORIGINS at the proxy \(origin_not_allowed\)$/,
    );
    expect(lines).toEqual(isTold ? [line] : []);
  });

  it('says what the page asks for and nobody has', async () => {
    const error = new CheckoutError('misconfigured', { cause: 'unknown 3DS provider x' });

    await tellRefusal(error, 'https://pay.example', never);

    expect(lines).toEqual([expect.stringContaining('unknown 3DS provider x')]);
  });
});
