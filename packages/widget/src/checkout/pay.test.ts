import { orderHeader } from '@card-checkout/contract/client-config';
import type { Payment } from '@card-checkout/contract/payment';
import { describe, expect, it, vi } from 'vitest';
import {
  endOf,
  load,
  orderToken,
  pay,
  payTimed,
  press,
  startCheckout,
  stepsIn,
  usePayingPage,
  tokenOf,
} from '../../testing/paying-page.ts';
import { isForOrder, isPost } from '../../testing/scripted-proxy.ts';
import type { FraudSettings } from '../fraud/fraud-adapter.ts';
import { readOrderToken } from '../order/order.ts';
import { notedStage, noteStage } from './noted-stage.ts';

const page = usePayingPage();

describe('an attempt', () => {
  it('tells the page its steps, and sends the card once', async () => {
    const paying = startCheckout();

    expect(await pay(press(), paying)).toBe('approved');

    expect(paying.told).toEqual([
      'fraud undefined',
      'fraud completed',
      'submit undefined',
      'submit approved',
    ]);
    expect(page.proxy.methods).toEqual(['order', 'POST']);
  });

  it('ends with the code of the refusal', async () => {
    page.proxy.meets = (call) => (isPost(call) ? { json: { code: 'order_expired' } } : 'passes');

    expect(await pay()).toBe('order_expired');
    expect(page.proxy.methods).toEqual(['order', 'POST']);
  });

  it('asks for the order again for half a minute, and then again when pressed again', async () => {
    const paying = startCheckout();
    page.proxy.meets = () => 'request lost';
    expect(await pay(press(), paying)).toBe('proxy_unreachable');
    page.proxy.meets = () => 'passes';

    expect(await pay(press(), paying)).toBe('approved');
  });

  it('no longer asks for its order when the element is removed', async () => {
    const { checkout } = startCheckout();
    page.proxy.meets = ({ headers }) =>
      headers.has(orderHeader) && page.proxy.calls.length > 1 ? 'hangs' : 'request lost';
    checkout.hostConnected();
    checkout.hostUpdate();
    await vi.advanceTimersByTimeAsync(5_000);
    checkout.hostDisconnected();

    expect(page.proxy.calls.at(-1)?.signal?.aborted).toBe(true);
  });

  it('that is called off while the fraud script loads sends nothing', async () => {
    const never = new Promise<never>(() => {});
    const fraudAdapter = { start: () => ({ loaded: never, reference: () => undefined }) };
    page.proxy.config = { fraudScriptUrl: 'https://f.example/off' };
    const paying = startCheckout({ threeDS: 'required', fraudAdapter });
    void paying.submit();
    await vi.advanceTimersByTimeAsync(0);
    paying.checkout.hostDisconnected();
    await vi.runAllTimersAsync();

    expect(endOf(paying)).toBe('ready');
    expect(paying.told).toEqual(['fraud undefined', 'fraud cancelled']);
    expect(page.proxy.received).toEqual([]);
  });

  it.each([
    ['completed', 'nonce-1', async () => {}],
    ['incomplete', undefined, async () => Promise.reject(new Error('blocked'))],
  ])('sends the profile of the device that is %s', async (outcome, nonce, complete) => {
    page.proxy.config = { fraudScriptUrl: `https://f.example/${outcome}` };
    const started: FraudSettings[] = [];
    const start = (settings: FraudSettings) => {
      started.push(settings);
      return { complete, reference: () => settings.sessionId };
    };
    const paying = startCheckout({ fraudAdapter: { start }, ...(nonce && { nonce }) });

    expect(await pay(press(), paying)).toBe('approved');
    expect(paying.told).toContain(`fraud ${outcome}`);
    expect(started.map((settings) => settings.nonce)).toEqual([nonce]);
    const fraud = { sessionId: started[0]?.sessionId, completed: outcome === 'completed' };
    expect(page.proxy.received).toMatchObject([{ fraud }]);
  });

  it('waits for the network before it sends anything', async () => {
    const browser = { onLine: false };
    vi.stubGlobal('navigator', browser);
    page.proxy.meets = () => (browser.onLine ? 'passes' : 'request lost');
    const paying = startCheckout();
    void paying.submit();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(stepsIn(paying)).toEqual(['fraud']);
    expect(page.proxy.received).toEqual([]);
    browser.onLine = true;
    page.network.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);

    expect(endOf(paying)).toBe('approved');
  });

  it('does not ask the bank about an order that expired while the device slept', async () => {
    const paying = startCheckout({ threeDS: 'required' });
    page.proxy.clock = new Date();
    const exp = Math.floor(Date.now() / 1000) + 3_600;
    const claims = { sub: 'order-1', amount: 100, exp };
    await load(paying);
    page.proxy.calls.length = 0;
    page.proxy.clock = new Date(exp * 1000);

    const order = readOrderToken(tokenOf(claims));
    expect(await pay(press({ order }), paying)).toBe('order_expired');
    // The token is asked for along with the order.
    expect(page.proxy.methods).toEqual(['order', 'GET']);
    expect(stepsIn(paying)).toEqual(['fraud']);
  });

  it('asks nothing about an order that has expired by what the proxy said before', async () => {
    const paying = startCheckout();
    page.proxy.clock = new Date();
    const exp = Math.floor(Date.now() / 1000) + 3_600;
    await load(paying);
    page.proxy.calls.length = 0;
    await vi.advanceTimersByTimeAsync(3_600_000);

    const order = readOrderToken(tokenOf({ sub: 'order-1', amount: 100, exp }));
    expect(await pay(press({ order }), paying)).toBe('order_expired');
    expect(page.proxy.methods).toEqual([]);
  });

  it.each([
    ['approved', {}],
    ['declined', { retryable: true }],
    ['unknown', {}],
  ] as const)('that ends %s makes room for another order set meanwhile', async (status, rest) => {
    const paying = startCheckout();
    page.proxy.outcome = { status, ...rest };
    const ended: string[] = [];
    for (const type of ['approved', 'declined', 'pending'])
      paying.host.addEventListener(`checkout-${type}`, () => ended.push(endOf(paying)));
    const order = tokenOf({ sub: 'order-2', amount: 1 });
    page.proxy.meets = (call) => {
      if (isPost(call)) {
        Object.assign(paying.host, { order });
        paying.checkout.readOrder();
      }
      return 'passes';
    };

    expect(await pay(press(), paying)).toBe('ready');
    expect(ended).toHaveLength(1);
    expect(paying.checkout.order?.id).toBe('order-2');
  });

  it('with a profile that is required and not complete stops before the card is sent', async () => {
    expect(await pay(press(), startCheckout({ fraud: 'required' }))).toBe('fraud_unavailable');
    expect(page.proxy.received).toEqual([]);
  });
});

describe('an error', () => {
  it.each([
    ['before the card is sent', () => {}, { fraud: 'required' }, true],
    ['after the proxy took nothing', () => refuseCheckout('three_ds_used'), {}, true],
    ['while the proxy takes no payment', () => refuseCheckout('overloaded'), {}, true],
    ['while the proxy does not say whether the order is paid', loseOrder, {}, false],
    [
      'where the browser stores nothing',
      () => vi.stubGlobal('sessionStorage', undefined),
      { fraud: 'required' },
      true,
    ],
  ] as const)('%s says whether nothing was charged', async (_case, arrange, set, isUncharged) => {
    const paying = startCheckout(set);
    arrange();
    await pay(press(), paying);

    expect(paying.checkout.state).toMatchObject({ status: 'error', isUncharged });
  });
});

describe('a request without an answer', () => {
  it('is followed by a question, which finds the payment', async () => {
    page.proxy.meets = (call) => (isPost(call) ? 'answer lost' : 'passes');

    expect(await pay()).toBe('approved');
    expect(page.proxy.methods).toEqual(['order', 'POST', 'order']);
  });

  it("is sent again under the same key if the proxy doesn't know it", async () => {
    page.proxy.meets = (call) =>
      isPost(call) && !page.proxy.methods[2] ? 'request lost' : 'passes';

    expect(await pay()).toBe('approved');
    expect(page.proxy.methods).toEqual(['order', 'POST', 'order', 'POST']);
    const keys = page.proxy.calls
      .filter(isPost)
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('leaves the payment pending after half a minute; the page says that it is waiting', async () => {
    const paying = startCheckout();
    page.proxy.meets = () => (page.proxy.methods.length > 1 ? 'answer lost' : 'passes');

    expect(await payTimed(press(), paying)).toEqual({ end: 'pending', afterMs: 30_000 });
    expect(page.proxy.methods).toEqual([
      'order',
      'POST',
      ...Array.from({ length: 5 }, () => 'order'),
    ]);
    expect(stepsIn(paying)).toEqual(['fraud', 'submit', 'waiting']);
    const payment = { status: 'unknown', currency: 'BRL', amount: 100, retryable: false };
    expect(paying.checkout.state).toMatchObject({ payment });
  });

  it.each(['overloaded', 'draining', 'too_many_requests', 'internal', 'origin_not_allowed'])(
    'is asked about again when the question is refused: %s',
    async (code) => {
      page.proxy.meets = (call) => {
        if (isPost(call)) return 'answer lost';
        const isTooEarly = page.proxy.received.length > 0 && page.proxy.methods.length < 5;
        return isTooEarly ? { json: { code } } : 'passes';
      };

      expect(await pay()).toBe('approved');
      expect(page.proxy.methods).toEqual(['order', 'POST', 'order', 'order', 'order']);
    },
  );

  it('does not end the attempt when the proxy that is back refuses what it never got', async () => {
    page.proxy.meets = (call) => {
      if (isPost(call)) return 'answer lost';
      return page.proxy.methods.length === 3 ? { json: '<html>' } : 'passes';
    };

    expect(await pay()).toBe('approved');
    expect(page.proxy.methods).toEqual(['order', 'POST', 'order', 'order']);
  });
});

describe('an answer that does not say what became of the request', () => {
  it.each(['internal', 'upstream_request_timeout'])(
    'is followed by a question: %s',
    async (code) => {
      page.proxy.meets = (call) => {
        if (!isPost(call)) return 'passes';
        page.proxy.keep(call.headers.get('Idempotency-Key') ?? '');
        return { json: { code } };
      };

      expect(await pay()).toBe('approved');
      expect(page.proxy.methods).toEqual(['order', 'POST', 'order']);
    },
  );
});

describe('a proxy that is busy', () => {
  it.each(['draining', 'overloaded'])(
    'gets the request again under the same key: %s',
    async (code) => {
      page.proxy.meets = (call) =>
        isPost(call) && page.proxy.methods.length === 2 ? { json: { code } } : 'passes';
      const paying = startCheckout();

      expect(await pay(press(), paying)).toBe('approved');
      expect(stepsIn(paying)).toEqual(['fraud', 'submit']);
      expect(page.proxy.methods).toEqual(['order', 'POST', 'POST']);
      const keys = page.proxy.calls.map(({ headers }) => headers.get('Idempotency-Key'));
      expect(new Set(keys.filter(Boolean)).size).toBe(1);
    },
  );

  it('is told to the buyer after half a minute, who may try again', async () => {
    page.proxy.meets = (call) => (isPost(call) ? { json: { code: 'overloaded' } } : 'passes');

    expect(await pay()).toBe('overloaded');
    expect(page.proxy.received).toEqual([]);
  });
});

/** Makes an element that shows a pending payment, and comes back to its page. */
function showing(payment: Payment) {
  const started = startCheckout();
  started.checkout.state = { status: 'pending', payment };
  return started;
}

describe('watching', () => {
  it('goes on through refusals, ever more slowly', async () => {
    const payment = page.proxy.keep(crypto.randomUUID(), { status: 'unknown' });
    const watching = showing(payment);
    const asked: number[] = [];
    page.proxy.meets = ({ name }) => {
      if (name.includes('checkout')) asked.push(Date.now());
      if (asked.length < 5) return { json: { code: 'overloaded' } };
      page.proxy.keep(payment.id);
      return 'passes';
    };

    expect(await load(watching)).toBe('approved');
    const waits = asked.slice(1).map((at, index) => (at - (asked[index] ?? 0)) / 1000);
    expect(waits).toEqual([10, 15, 15, 15]);
  });

  it.each([
    ['unknown after a 5xx', { status: 'unknown', code: 'unavailable' }],
    ['declined beside a payment in doubt', { status: 'declined', code: 'declined' }],
  ] as const)('shows a charge that comes late: %s', async (_, outcome) => {
    const payment = page.proxy.keep(crypto.randomUUID(), outcome);
    const loading = load(showing(payment));
    page.proxy.keep(payment.id);

    expect(await loading).toBe('approved');
  });

  it.each(['visibilitychange', 'online'])(
    'goes on slowly after a quarter of an hour, and at once on %s',
    async (type) => {
      const payment = page.proxy.keep(crypto.randomUUID(), { status: 'unknown' });
      const watching = showing(payment);
      await load(watching);
      const later = async (ms: number) => {
        const { length } = page.proxy.calls;
        await vi.advanceTimersByTimeAsync(ms);
        return page.proxy.calls.length - length;
      };
      await later(10_000);

      expect(await later(3_600_000)).toBe(12);
      page.proxy.keep(payment.id);
      expect([await later(10_000), endOf(watching)]).toEqual([0, 'pending']);
      page.network.dispatchEvent(new Event(type));
      expect([await later(0), endOf(watching)]).toEqual([1, 'approved']);
    },
  );

  it('ends when the element leaves the page', async () => {
    const watching = showing(page.proxy.keep(crypto.randomUUID(), { status: 'unknown' }));
    await load(watching);

    watching.checkout.hostDisconnected();
    await vi.advanceTimersByTimeAsync(0);

    expect(vi.getTimerCount()).toBe(0);
  });

  it('frees the form when the proxy has never seen the payment', async () => {
    const watching = showing({ ...page.proxy.keep('lost', { status: 'unknown' }), tries: 0 });
    page.proxy.payments.clear();

    expect(await load(watching)).toBe('unavailable');
    expect(watching.checkout.state).toMatchObject({ error: { retryable: true } });
  });

  it.each([
    ['was confirmed', 1, { code: 'not_found' }],
    ['the proxy may know', 0, { code: 'overloaded' }],
  ])('goes on if the payment %s', async (_why, tries, json) => {
    const watching = showing({ ...page.proxy.keep('lost', { status: 'unknown' }), tries });
    page.proxy.meets = ({ name }) => (name.includes('checkout') ? { json } : 'passes');

    expect(await load(watching)).toBe('pending');
  });
});

describe('a page that has just loaded', () => {
  it('asks for its order again when its token is corrected, and not when it is renewed', async () => {
    const started = startCheckout({
      order: tokenOf({ sub: 'order-1', amount: 100, jti: 'wrong' }),
    });
    page.proxy.meets = ({ headers }) =>
      headers.get(orderHeader) === orderToken ? 'passes' : { json: { code: 'order_invalid' } };
    expect(await load(started)).toBe('order_invalid');
    const renewed = tokenOf({ sub: 'order-1', amount: 100, jti: 'renewed' });
    for (const [order, times] of [
      [orderToken, 2],
      [renewed, 2],
    ] as const) {
      Object.assign(started.host, { order });
      started.checkout.readOrder();
      started.checkout.hostUpdate();
      await vi.advanceTimersByTimeAsync(1_000);
      expect([endOf(started), page.proxy.methods]).toEqual([
        'ready',
        Array.from({ length: times }, () => 'order'),
      ]);
    }
  });

  it('leaves a payment alone for an order that it no longer asks for', async () => {
    const started = startCheckout();
    page.proxy.keep(crypto.randomUUID());
    page.proxy.meets = ({ headers }) =>
      headers.get(orderHeader) === orderToken ? 'hangs' : 'passes';
    noteStage('order-1', 'card');
    const loading = load(started);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(started.checkout.state.status).toBe('paying');
    page.proxy.payments.clear();
    Object.assign(started.host, { order: tokenOf({ sub: 'order-2', amount: 100 }) });
    started.checkout.readOrder();
    started.checkout.hostUpdate();

    expect(await loading).toBe('ready');
    expect(notedStage('order-1')).toBe('card');
  });
});

describe('a payment that takes long', () => {
  it('is followed until its end', async () => {
    const paying = startCheckout();
    page.proxy.outcome = { status: 'processing' };
    page.proxy.meets = ({ name }) => {
      const asked = page.proxy.methods.length;
      if (name.startsWith('GET') && asked === 5)
        page.proxy.keep(paying.checkout.paymentId ?? 'no payment');
      return asked === 4 ? 'request lost' : 'passes';
    };

    expect(await pay(press(), paying)).toBe('approved');
    expect(page.proxy.methods).toEqual(['order', 'POST', 'GET', 'GET', 'GET']);
    expect(paying.told.slice(-4)).toEqual([
      'submit undefined',
      'submit processing',
      'waiting undefined',
      'waiting approved',
    ]);
  });

  it('is pending after three minutes, and looked for until it ends', async () => {
    const paying = startCheckout();
    page.proxy.outcome = { status: 'processing' };
    expect(await payTimed(press(), paying)).toEqual({ end: 'pending', afterMs: 180_000 });
    page.proxy.keep(paying.checkout.paymentId ?? 'no payment');

    expect(await load(paying)).toBe('approved');
  });
});

function refuseCheckout(code: string): void {
  page.proxy.meets = (call) => (isPost(call) ? { json: { code } } : 'passes');
}

function loseOrder(): void {
  page.proxy.meets = (call) => (isForOrder(call) ? 'answer lost' : 'passes');
}
