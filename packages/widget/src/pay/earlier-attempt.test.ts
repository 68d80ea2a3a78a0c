import { describe, expect, it, vi } from 'vitest';
import {
  load,
  orderToken,
  pay,
  press,
  startCheckout,
  stepsIn,
  usePayingPage,
} from '../../testing/paying-page.ts';
import { isPost, proxyUrl } from '../../testing/scripted-proxy.ts';
import { rememberAttempt, rememberedAttempt } from './attempt-memory.ts';

const page = usePayingPage();
const card = { brand: 'visa', last4: '2701' } as const;
const earlier = '00000000-0000-4000-8000-000000000000';
const asked = () => page.proxy.calls.filter(({ name }) => name === 'GET /api/order/payment');

describe('an attempt of an earlier page', () => {
  it.each([
    [{ status: 'approved' }, 'approved'],
    [{ status: 'unknown' }, 'pending'],
    [{ status: 'unknown', code: 'unavailable' }, 'pending'],
    [{ status: 'declined', code: 'declined' }, 'unavailable'],
  ] as const)('that ended with %j is shown, and no other is made', async (outcome, end) => {
    rememberAttempt(proxyUrl, 'order-1', earlier, card);
    page.proxy.keep(earlier, outcome);

    const loaded = startCheckout();
    expect(await load(loaded)).toBe(end);
    loaded.checkout.hostDisconnected();
    expect(await pay()).toBe(end);
    expect(page.proxy.received).toEqual([]);
  });

  it.each([
    [{ status: 'declined', retryable: true }],
    [{ status: 'invalid', retryable: true }],
    [{ status: 'failed', code: 'rate_limited', retryable: true }],
  ] as const)('that ended with %j is forgotten, and another one pays', async (outcome) => {
    page.proxy.outcome = outcome;
    await pay();
    expect(rememberedAttempt(proxyUrl, 'order-1')).toBeUndefined();
    rememberAttempt(proxyUrl, 'order-1', earlier, card);
    page.proxy.keep(earlier, outcome);
    page.proxy.outcome = {};

    expect(await load(startCheckout())).toBe('ready');
    expect(await pay()).toBe('approved');
  });

  it('that has ended is shown without telling the page of a wait', async () => {
    const paying = startCheckout();
    rememberAttempt(proxyUrl, 'order-1', earlier, card);
    page.proxy.keep(earlier);

    expect(await load(paying)).toBe('approved');
    expect(paying.told).toEqual([]);
  });

  it('that still runs is waited for, also before the proxy answers, and then told', async () => {
    const paying = startCheckout();
    rememberAttempt(proxyUrl, 'order-1', earlier, card);
    page.proxy.keep(earlier, { status: 'processing' });
    let isSilent = true;
    page.proxy.meets = ({ name }) => (isSilent && name.includes(earlier) ? 'hangs' : 'passes');
    const loading = load(paying);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(paying.checkout.state).toMatchObject({ status: 'paying', isEarlier: true });
    expect(paying.checkout.paymentId).toBe(earlier);
    expect(paying.told).toEqual([]);
    isSilent = false;
    await vi.advanceTimersByTimeAsync(6_100);
    expect(stepsIn(paying)).toEqual(['waiting']);
    page.proxy.keep(earlier);

    expect(await loading).toBe('approved');
    expect(paying.told).toEqual(['waiting undefined', 'waiting approved']);
  });
});

it('a page shows its form again if the proxy says nothing about the attempt of an earlier one', async () => {
  const paying = startCheckout();
  rememberAttempt(proxyUrl, 'order-1', earlier, card);
  page.proxy.meets = ({ name }) => (name.includes(earlier) ? 'request lost' : 'passes');

  expect(await load(paying)).toBe('ready');
  expect(paying.told).toEqual([]);
  expect(rememberedAttempt(proxyUrl, 'order-1')).toBe(earlier);
});

it('a page waits a minute and a half for a proxy that accepts its questions and never answers', async () => {
  const paying = startCheckout();
  rememberAttempt(proxyUrl, 'order-1', earlier, card);
  page.proxy.meets = ({ name }) => (name.includes(earlier) ? 'hangs' : 'passes');
  const loading = load(paying);
  await vi.advanceTimersByTimeAsync(91_000);

  expect(paying.checkout.state.status).toBe('ready');
  expect(rememberedAttempt(proxyUrl, 'order-1')).toBe(earlier);
  await loading;
});

describe('an attempt whose key the browser refused to store', () => {
  it.each([
    ['is forbidden', () => vi.stubGlobal('localStorage', undefined)],
    [
      'is full',
      () =>
        vi.stubGlobal('localStorage', {
          getItem: () => null,
          setItem: () => {
            throw new DOMException('full', 'QuotaExceededError');
          },
        }),
    ],
  ])('is found by the signed order, and waited for, where storage %s', async (_case, refuse) => {
    refuse();
    const paying = startCheckout({ order: ` ${orderToken} ` });
    page.proxy.elsewhere = page.proxy.keep(earlier, { status: 'processing' });
    page.proxy.meets = ({ name }) =>
      name.includes('order/payment') && asked().length < 2 ? 'request lost' : 'passes';
    const loading = load(paying);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stepsIn(paying)).toEqual(['waiting']);
    page.proxy.keep(earlier);

    expect(await loading).toBe('approved');
    expect(asked().at(-1)?.headers.get('Checkout-Order')).toBe(orderToken);
  });

  it('is not asked for twice where the proxy refuses the order', async () => {
    vi.stubGlobal('localStorage', undefined);
    page.proxy.meets = () => ({ json: { code: 'order_expired' } });

    expect(await load(startCheckout())).toBe('ready');
    expect(asked()).toHaveLength(1);
  });

  it('is not asked for where the browser stores', async () => {
    await load(startCheckout());

    expect(asked()).toEqual([]);
  });
});

describe('an order that another device pays', () => {
  it.each([
    ['authenticated again', { threeDS: 'required' }],
    ['called uncharged because this device has no profile', { fraud: 'required' }],
  ] as const)('is not %s', async (_what, set) => {
    const paying = startCheckout(set);
    page.proxy.elsewhere = page.proxy.keep(crypto.randomUUID());

    expect(await pay(press(), paying)).toBe('approved');
    expect(stepsIn(paying)).toEqual(['fraud', 'waiting']);
    expect(page.proxy.received).toEqual([]);
    expect(asked()[0]?.headers.get('Checkout-Order')).toBe(orderToken);
  });

  it('is waited for when that device was faster', async () => {
    const id = crypto.randomUUID();
    page.proxy.meets = (call) => {
      if (page.proxy.methods.length === 2) page.proxy.keep(id);
      if (!isPost(call)) return 'passes';
      page.proxy.elsewhere = page.proxy.keep(id, { status: 'processing' });
      return { json: { code: 'order_in_progress' } };
    };

    expect(await pay(press())).toBe('approved');
    expect(page.proxy.methods).toEqual(['POST', 'GET']);
  });

  it('is waited for also where the proxy is busy when it is asked by which payment', async () => {
    page.proxy.elsewhere = page.proxy.keep(crypto.randomUUID());
    page.proxy.meets = (call) => {
      if (isPost(call)) return { json: { code: 'order_already_paid' } };
      const isBusy = call.name.includes('order/payment') && asked().length < 3;
      return isBusy ? { json: { code: 'overloaded' } } : 'passes';
    };

    expect(await pay(press())).toBe('approved');
  });

  it('is refused as before where the proxy does not say by which payment', async () => {
    page.proxy.meets = ({ name }) => {
      if (name === 'GET /api/order/payment') return 'request lost';
      return name.startsWith('POST') ? { json: { code: 'order_already_paid' } } : 'passes';
    };

    expect(await pay(press())).toBe('order_already_paid');
  });
});
