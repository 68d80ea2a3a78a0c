import { orderHeader } from '@card-checkout/contract/client-config';
import { describe, expect, it, vi } from 'vitest';
import {
  load,
  orderToken,
  pay,
  press,
  startCheckout,
  stepsIn,
  tokenOf,
  usePayingPage,
} from '../../testing/paying-page.ts';
import { config, isForOrder, isPost } from '../../testing/scripted-proxy.ts';
import { notedStage, noteStage } from './noted-stage.ts';

const page = usePayingPage();
const earlier = '00000000-0000-4000-8000-000000000000';
const asked = () => page.proxy.calls.filter(isForOrder);
const tokensAsked = () => page.proxy.calls.map(({ headers }) => headers.get(orderHeader));

describe('a payment of an earlier page, or of another device', () => {
  it.each([
    [{ status: 'approved' }, 'approved'],
    [{ status: 'unknown' }, 'pending'],
    [{ status: 'unknown', code: 'unavailable' }, 'pending'],
    [{ status: 'declined', code: 'declined' }, 'unavailable'],
  ] as const)('that ended with %j is shown, and no other is made', async (outcome, end) => {
    page.proxy.keep(earlier, outcome);

    const loaded = startCheckout();
    expect(await load(loaded)).toBe(end);
    expect(loaded.told).toEqual([]);
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
    expect(notedStage('order-1')).toBeNull();
    page.proxy.outcome = {};

    expect(await load(startCheckout())).toBe('ready');
    expect(await pay()).toBe('approved');
  });

  it('that still runs is waited for, and then told', async () => {
    const paying = startCheckout({ order: ` ${orderToken} ` });
    page.proxy.keep(earlier, { status: 'processing' });
    const loading = load(paying);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(paying.checkout.state).toMatchObject({ status: 'paying', isEarlier: true });
    expect(paying.checkout.paymentId).toBe(earlier);
    expect(stepsIn(paying)).toEqual(['waiting']);
    page.proxy.keep(earlier);

    expect(await loading).toBe('approved');
    expect(paying.told).toEqual(['waiting undefined', 'waiting approved']);
    expect(asked().map(({ headers }) => headers.get(orderHeader))).toEqual([orderToken]);
  });

  it.each([
    ['is forbidden', () => vi.stubGlobal('sessionStorage', undefined)],
    ['is full', refuseToStore],
  ])('is found where storage %s', async (_case, forbid) => {
    forbid();
    page.proxy.keep(earlier);

    expect(await load(startCheckout())).toBe('approved');
  });
});

describe('the first question', () => {
  it('is asked before the first frame, once, and read after it', async () => {
    page.proxy.keep(earlier);
    const paying = startCheckout();
    paying.checkout.hostUpdate();
    expect(tokensAsked()).toEqual([orderToken]);
    expect(paying.checkout.state).toEqual({ status: 'ready' });

    expect(await load(paying)).toBe('approved');
    expect(tokensAsked()).toEqual([orderToken]);
  });

  it.each(['', undefined, new URL('https://proxy.example')])(
    'is not asked where the address is %j, and the form is drawn',
    (proxyUrl) => {
      const paying = startCheckout();
      Object.assign(paying.host, { proxyUrl });
      paying.checkout.hostUpdate();
      // Otherwise the console would say that there is no address, which it does once.
      paying.checkout.hostDisconnected();

      expect(page.proxy.calls).toEqual([]);
    },
  );

  it('is asked again if it is lost, and if no answer comes', async () => {
    for (const fate of ['request lost', 'hangs'] as const) {
      page.proxy.calls.length = 0;
      page.proxy.meets = ({ headers }) =>
        page.proxy.calls.length > 1 ? 'passes' : headers.has(orderHeader) ? fate : 'request lost';

      expect(await load(startCheckout())).toBe('ready');
      expect(asked().filter(({ headers }) => headers.has(orderHeader))).toHaveLength(2);
    }
  });

  it('is not the answer for an order that the page sets meanwhile', async () => {
    const other = tokenOf({ sub: 'order-2', amount: 200 });
    const paid = page.proxy.keep(earlier);
    page.proxy.meets = ({ headers }) =>
      headers.get(orderHeader) === other
        ? { json: { config } }
        : { json: { config, payment: paid } };
    const paying = startCheckout();
    paying.checkout.hostUpdate();
    Object.assign(paying.host, { order: other });
    paying.checkout.readOrder();

    expect(await load(paying)).toBe('ready');
    expect(tokensAsked()).toEqual([orderToken, other]);
  });

  it('is asked again when the element returns to the page', async () => {
    const paying = startCheckout();
    paying.checkout.hostConnected();
    paying.checkout.hostUpdate();
    paying.checkout.hostDisconnected();
    expect(await load(paying)).toBe('ready');
    paying.checkout.hostDisconnected();
    page.proxy.keep(earlier);

    expect(await load(paying)).toBe('approved');
    expect(tokensAsked()).toEqual([orderToken, orderToken, orderToken]);
  });
});

describe('a reload', () => {
  it('that may have paid shows no form from its first frame on', () => {
    noteStage('order-1', 'card');
    const { checkout } = startCheckout();
    checkout.hostUpdate();

    expect(checkout.state).toEqual({ status: 'paying', step: 'waiting', isEarlier: true });
  });

  it.each(['request lost', 'hangs'] as const)(
    'while the proxy is away shows no form, however long that lasts: %s',
    async (fate) => {
      const paying = startCheckout();
      noteStage('order-1', 'card');
      // A question without an order looks for the obstacle.
      page.proxy.meets = ({ headers }) => (headers.has(orderHeader) ? fate : 'request lost');

      expect(await load(paying)).toBe('paying');
      expect(paying.checkout.state).toMatchObject({ step: 'waiting', isEarlier: true });
      expect(paying.told).toEqual([]);
      page.proxy.meets = () => 'passes';
      await vi.advanceTimersByTimeAsync(60_000);
      expect(paying.checkout.state).toEqual({ status: 'ready', wasAtBank: false });
    },
  );

  it('while the bank was being asked says that nothing was charged, once', async () => {
    noteStage('order-1', 'bank');
    const paying = startCheckout();

    expect(await load(paying)).toBe('ready');
    expect(paying.checkout.state).toMatchObject({ wasAtBank: true });
    paying.checkout.hostDisconnected();
    const again = startCheckout();
    await load(again);
    expect(again.checkout.state).not.toMatchObject({ wasAtBank: true });
  });

  it('finds a note from the moment when the card was sent until nothing can be charged', async () => {
    const noted: unknown[] = [];
    page.proxy.meets = (call) => {
      if (isPost(call)) noted.push(notedStage('order-1'));
      return 'passes';
    };
    page.proxy.outcome = { status: 'declined', retryable: true };
    await pay();
    noted.push(notedStage('order-1'));
    page.proxy.outcome = { status: 'unknown' };
    await pay();
    noted.push(notedStage('order-1'));

    expect(noted).toEqual(['card', null, 'card', 'card']);
  });

  it('closes the form where the proxy refuses the order', async () => {
    noteStage('order-1', 'card');
    page.proxy.meets = () => ({ json: { code: 'order_invalid' } });

    expect(await load(startCheckout())).toBe('order_invalid');
    expect(asked()).toHaveLength(1);
  });
});

describe('an order that another device pays', () => {
  it.each([
    ['authenticated again', { threeDS: 'required' }],
    ['called uncharged because this device has no profile', { fraud: 'required' }],
  ] as const)('is not %s', async (_what, set) => {
    const paying = startCheckout(set);
    page.proxy.keep(earlier);

    expect(await pay(press(), paying)).toBe('approved');
    expect(paying.checkout.state).toMatchObject({ isOther: true });
    expect(stepsIn(paying)).toEqual(['fraud']);
    expect(page.proxy.received).toEqual([]);
  });

  it('is waited for when that device was faster', async () => {
    const paying = startCheckout();
    page.proxy.meets = (call) => {
      if (page.proxy.methods.length === 4) page.proxy.keep(earlier);
      if (!isPost(call)) return 'passes';
      page.proxy.keep(earlier, { status: 'processing' });
      return { json: { code: 'order_in_progress' } };
    };

    expect(await pay(press(), paying)).toBe('approved');
    expect(paying.checkout.state).toMatchObject({ isOther: true });
    expect(page.proxy.methods).toEqual(['order', 'POST', 'order', 'GET']);
  });

  it('is waited for also where the proxy is busy when it is asked by which payment', async () => {
    page.proxy.meets = (call) => {
      if (isPost(call)) {
        page.proxy.keep(earlier);
        return { json: { code: 'order_already_paid' } };
      }
      return page.proxy.payments.size > 0 && asked().length < 4
        ? { json: { code: 'overloaded' } }
        : 'passes';
    };

    expect(await pay(press())).toBe('approved');
  });

  it('is refused as before where the proxy does not say by which payment', async () => {
    page.proxy.meets = (call) =>
      isPost(call) ? { json: { code: 'order_already_paid' } } : 'passes';

    expect(await pay(press())).toBe('order_already_paid');
  });

  it('is called paid by this card where that was this device’s', async () => {
    const paying = startCheckout();
    page.proxy.outcome = { status: 'unknown' };
    expect(await pay(press(), paying)).toBe('pending');
    page.proxy.keep(paying.checkout.paymentId ?? '');

    expect(await load(paying)).toBe('approved');
    expect(paying.checkout.state).toMatchObject({ isOther: false });
  });
});

function refuse(): never {
  throw new DOMException('full', 'QuotaExceededError');
}

function refuseToStore(): void {
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: refuse, removeItem: refuse });
}
