import { orderHeader } from '@card-checkout/contract/client-config';
import { orderToken, pageWith } from '../../testing/paying-page.ts';
import { config } from '../../testing/scripted-proxy.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unlessAborted } from '../browser/pause.ts';
import type { CheckoutError } from '../errors.ts';
import { readOrderToken } from '../order/order.ts';
import type { CheckoutState } from './checkout-state.ts';
import { mistakeAfter, openOrder, prepare } from './open-order.ts';

const lines: string[] = [];
const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('location', { origin: 'https://shop.example' });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', new EventTarget());
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  lines.length = 0;
});

const working = { proxyUrl: 'https://pay.example' };
const right = pageWith(working);
const order = readOrderToken(orderToken);

/** A form that waits for the buyer, and remembers how it was closed. */
class Form {
  state: CheckoutState = { status: 'ready' };
  readonly codes: string[] = [];

  fail(error: CheckoutError): void {
    this.codes.push(error.code);
    this.state = { status: 'error', error };
  }

  reset(): void {
    this.state = { status: 'ready' };
  }
}

describe('a page', () => {
  it.each([
    ['as it should be', {}],
    ['in all its kinds', { kinds: ' credit  debit ', locale: 'en-US', threeDSTimeoutMs: 120_000 }],
    ['that asks for everything', { ask: ' email  phone address' }],
  ])('that is %s is told nothing', async (_case, attributes) => {
    await openOrder(Object.assign(pageWith(working), attributes), undefined, new Form(), never);

    expect(lines).toEqual([]);
  });

  it.each([
    ['no proxy-url', { proxyUrl: ' ' }, ['misconfigured']],
    ['locale="fr"', { locale: 'fr' }, []],
    ['three-ds="always"', { threeDS: 'always' }, []],
    ['three-ds-timeout-ms="NaN"', { threeDSTimeoutMs: NaN }, []],
    ['kinds="pix"', { kinds: 'pix' }, []],
    ['fraud="off"', { fraud: 'off' }, []],
  ])('is told once that it has %s', async (text, attributes, codes) => {
    const form = new Form();
    for (const each of [form, new Form()])
      await openOrder(Object.assign(pageWith(working), attributes), undefined, each, never);

    expect(lines).toEqual([expect.stringContaining(`<card-checkout> has ${text}`)]);
    expect(lines[0]?.endsWith(' (misconfigured)')).toBe(true);
    expect(form.codes).toEqual(codes);
  });

  it('is told what it asks for and nobody has', async () => {
    const form = new Form();

    await prepare(right, { ...config, provider: 'x' }, form);

    expect(lines).toEqual([expect.stringContaining('unknown 3DS provider x')]);
    expect(form.codes).toEqual(['misconfigured']);
  });
});

/** Answers as a server that other pages may read, at these paths; elsewhere it does not answer. */
function answering(given: Readonly<Record<string, number | 'a page' | 'other JSON'>>): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = given[new URL(url).pathname];
    if (answer === undefined) throw new TypeError('no answer');
    if (answer === 'a page') return new Response(answer);
    if (answer === 'other JSON') return Response.json({});
    return Response.json(answer === 200 ? { config, files: {} } : {}, { status: answer });
  });
}

describe('a proxy that gives no order', () => {
  it.each([
    ['which answers other pages', { '/widget/integrity.json': 200 }, 'add that to ALLOWED_ORIGINS'],
    ['which answers 404', { '/api/order': 404 }, 'answers 404 to /api/order'],
    ['which answers with pages', { '/api/order': 'a page' }, 'where something else answers'],
    ['which is another API', { '/api/order': 'other JSON' }, 'where something else answers'],
    ['whose 404 is hidden', { '/': 200 }, 'hidden by CORS, such as a 404'],
    ['which does not answer', {}, 'gets no readable answer'],
  ] as const)('%s, is named, and closes the form', async (of, given, line) => {
    answering(given);
    const form = new Form();
    const proxyUrl = `https://${of.replaceAll(' ', '-').replace(',', '')}.example/`;
    const page = pageWith({ proxyUrl });
    const life = new AbortController();
    const over = openOrder(page, order, form, life.signal).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2_000);
    life.abort();
    await over;

    expect(lines).toEqual([expect.stringContaining(line)]);
    expect(form.codes).toHaveLength(1);
    expect(form.state).toMatchObject({ error: { retryable: false } });
  });

  it.each([
    ['after no answer', {}],
    ['after a gateway has answered for it', { '/': 200 }],
    ['after an error of a gateway', { '/api/order': 502 }],
  ] as const)('opens the form again when it does, %s', async (of, given) => {
    answering(given);
    const form = new Form();
    const page = pageWith({ proxyUrl: `https://${of.replaceAll(' ', '-')}.example` });
    const opening = openOrder(page, order, form, never);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(form.codes).toHaveLength(1);
    answering({ '/api/order': 200 });
    await vi.runAllTimersAsync();

    expect(await opening).toMatchObject({ config });
    expect(form.codes).toHaveLength(1);
    expect(form.state.status).toBe('ready');
  });

  it('is named although it accepts the questions and never answers', async () => {
    vi.stubGlobal('fetch', async (_url: string, { signal }: { signal: AbortSignal }) =>
      unlessAborted(signal, new Promise(() => undefined)),
    );
    const page = pageWith({ proxyUrl: 'https://silent.example' });
    const life = new AbortController();
    const opening = openOrder(page, order, new Form(), life.signal).catch(String);
    await vi.advanceTimersByTimeAsync(1_600);

    expect(lines).toEqual([expect.stringContaining('gets no readable answer')]);
    life.abort('removed');
    await vi.runAllTimersAsync();
    await opening;
  });

  it.each([
    ['order_invalid', ['order_invalid']],
    ['overloaded', []],
  ])('closes a form that waits for an earlier payment only for ever: %s', async (code, codes) => {
    vi.stubGlobal('fetch', async () => Response.json({ code }));
    const form = new Form();
    form.state = { status: 'paying', step: 'waiting', isEarlier: true };
    const life = new AbortController();
    const opening = openOrder(right, order, form, life.signal).catch(String);
    await vi.advanceTimersByTimeAsync(60_000);
    life.abort('removed');

    expect(form.codes).toEqual(codes);
    expect(await opening).toBe(codes.length > 0 ? undefined : 'removed');
  });

  it('is asked again after growing pauses, and not while the page is hidden', async () => {
    const page = new EventTarget();
    const hide = (hidden: boolean): void => {
      Object.assign(page, { hidden });
      page.dispatchEvent(new Event('visibilitychange'));
    };
    vi.stubGlobal('document', page);
    const life = new AbortController();
    const begunAt = Date.now();
    const askedAt: number[] = [];
    vi.stubGlobal('fetch', async () => {
      askedAt.push(Math.floor((Date.now() - begunAt) / 1000));
      return Response.json({ code: 'overloaded' });
    });
    const opening = openOrder(right, order, new Form(), life.signal).catch(String);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(askedAt).toEqual([0, 3, 9, 21, 45, 75]);
    hide(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(askedAt).toHaveLength(6);
    hide(false);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(askedAt.slice(6)).toEqual([680, 710, 740]);
    life.abort('removed');
    await vi.runAllTimersAsync();
    expect(await opening).toBe('removed');
    expect(askedAt).toHaveLength(9);
  });

  it('is asked again without a word if it has come back', async () => {
    const form = new Form();
    let asked = 0;
    vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
      const token = new Headers(headers).get(orderHeader);
      if (token === null) return Response.json({ type: 'urn:card-checkout:bad_request' });
      if (asked++ === 0) throw new TypeError('no answer');
      return Response.json({ config });
    });
    const opening = openOrder(right, order, form, never);
    await vi.runAllTimersAsync();
    await opening;

    expect([lines, form.codes, asked]).toEqual([[], [], 2]);
  });
});

describe('an error of a payment', () => {
  const readable = `e30.${btoa('{"sub":"a","amount":1}')}.e30`;

  it.each([
    ['order_invalid', readable, 'ORDER_SECRET differs between shop and proxy'],
    ['order_invalid', 'x.y.z', 'must be a whole signed token'],
    ['order_expired', readable, 'sign one for each page load'],
    ['origin_not_allowed', readable, 'ALLOWED_ORIGINS'],
    ['unavailable', readable, undefined],
  ] as const)('%s is explained if the page can end it', (code, token, line) => {
    const [, told] = mistakeAfter(code, token) ?? [];

    expect(told).toEqual(line && expect.stringContaining(line));
  });
});
