import { describe, expect, it, vi } from 'vitest';
import { pay, place, press, startRunner, endOf, usePayingPage } from '../../testing/paying-page.ts';
import { isPost, proxyUrl } from '../../testing/scripted-proxy.ts';
import { rememberAttempt, rememberedAttempt } from './attempt-memory.ts';

const page = usePayingPage();

describe('an attempt', () => {
  it('tells the page its steps, and sends the card once', async () => {
    const paying = startRunner();

    expect(await pay(press(), paying)).toBe('approved');

    expect(paying.told).toEqual([
      'fraud undefined',
      'fraud completed',
      'submit undefined',
      'submit approved',
    ]);
    expect(page.proxy.methods).toEqual(['POST']);
  });

  it('ends with the code of the refusal', async () => {
    page.proxy.meets = (call) => (isPost(call) ? { json: { code: 'order_expired' } } : 'passes');

    expect(await pay()).toBe('order_expired');
    expect(page.proxy.methods).toEqual(['POST']);
  });

  it('asks for the configuration again that could not be loaded before', async () => {
    const paying = startRunner();
    page.proxy.meets = () => 'request lost';
    await expect(paying.runner.prepare()).rejects.toThrow('proxy_unreachable');
    expect(await pay(press(), paying)).toBe('proxy_unreachable');
    page.proxy.meets = () => 'passes';

    expect(await pay(press(), paying)).toBe('approved');
  });

  it('gives up the request for the configuration when the element is removed', async () => {
    const { runner, life } = startRunner();
    page.proxy.meets = () => 'hangs';
    const preparing = runner.prepare();
    life.abort(new Error('removed'));

    await expect(preparing).rejects.toThrow('removed');
    expect(page.proxy.calls[0]?.signal?.aborted).toBe(true);
  });

  it('that is called off while the fraud script loads sends nothing', async () => {
    const fraudAdapter = { start: () => ({ loaded: new Promise<never>(() => {}) }) };
    const { runner, told } = startRunner({ fraudAdapter, fraudScriptUrl: 'https://f.example/off' });
    const attempt = new AbortController();
    const running = runner.run(press({ mode: 'required' }), place, attempt.signal);
    await vi.advanceTimersByTimeAsync(0);
    attempt.abort(new Error('removed'));

    expect(await endOf(running)).toBe('Error: removed');
    expect(told).toEqual(['fraud undefined', 'fraud cancelled']);
    expect(page.proxy.calls.map(({ name }) => name)).toEqual(['GET /api/config']);
  });

  it('waits for the network before it sends anything', async () => {
    const browser = { onLine: false };
    vi.stubGlobal('navigator', browser);
    const { runner, shown } = startRunner();
    const running = runner.run(press(), place, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(shown).toEqual(['fraud']);
    page.network.dispatchEvent(new Event('online'));

    expect(await endOf(running)).toBe('approved');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not made where the order was paid in another tab meanwhile', async () => {
    const other = crypto.randomUUID();
    page.proxy.keep(other);
    page.proxy.meets = ({ name }) => {
      if (name === 'GET /api/config') rememberAttempt(proxyUrl, 'order-1', other);
      return 'passes';
    };

    expect(await pay()).toBe('approved');
    expect(page.proxy.received).toEqual([]);
  });

  it('with a profile that is required and not complete stops before the card is sent', async () => {
    expect(await pay(press({ fraudMode: 'required' }))).toBe('fraud_unavailable');
    expect(page.proxy.received).toEqual([]);
  });
});

describe('a request without an answer', () => {
  it('is followed by a question, which finds the payment', async () => {
    page.proxy.meets = (call) => (isPost(call) ? 'answer lost' : 'passes');

    expect(await pay()).toBe('approved');
    expect(page.proxy.methods).toEqual(['POST', 'GET']);
  });

  it('is sent again under the same key if the proxy does not know it', async () => {
    page.proxy.meets = (call) =>
      isPost(call) && !page.proxy.methods[1] ? 'request lost' : 'passes';

    expect(await pay()).toBe('approved');
    expect(page.proxy.methods).toEqual(['POST', 'GET', 'POST']);
    const keys = page.proxy.calls
      .filter(isPost)
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('leaves the payment pending after half a minute; the page says that it is waiting', async () => {
    const paying = startRunner();
    page.proxy.meets = ({ name }) => (name.includes('checkout') ? 'answer lost' : 'passes');
    const begun = Date.now();

    expect(await pay(press(), paying)).toBe('pending');
    expect(Date.now() - begun).toBe(30_000);
    expect(page.proxy.methods).toEqual(['POST', 'GET', 'GET', 'GET', 'GET', 'GET']);
    expect(paying.shown).toEqual(['fraud', 'submit', 'waiting']);
  });

  it.each(['overloaded', 'draining', 'too_many_requests', 'internal', 'origin_not_allowed'])(
    'is asked about again when the question is refused: %s',
    async (code) => {
      page.proxy.meets = (call) => {
        if (isPost(call)) return 'answer lost';
        const isTooEarly = call.name.includes('checkout') && page.proxy.methods.length < 4;
        return isTooEarly ? { json: { code } } : 'passes';
      };

      expect(await pay()).toBe('approved');
      expect(page.proxy.methods).toEqual(['POST', 'GET', 'GET', 'GET']);
    },
  );

  it('does not end the attempt when the proxy that is back refuses what it never got', async () => {
    page.proxy.meets = (call) => {
      if (isPost(call)) return 'answer lost';
      return page.proxy.methods.length === 2 ? { json: '<html>' } : 'passes';
    };

    expect(await pay()).toBe('approved');
    expect(page.proxy.methods).toEqual(['POST', 'GET', 'GET']);
  });
});

describe('an answer that does not say what became of the request', () => {
  it.each(['internal', 'upstream_request_timeout'])(
    'is followed by a question: %s',
    async (code) => {
      const attempt = press();
      page.proxy.meets = (call) => {
        if (!isPost(call)) return 'passes';
        page.proxy.keep(attempt.idempotencyKey);
        return { json: { code } };
      };

      expect(await pay(attempt)).toBe('approved');
      expect(page.proxy.methods).toEqual(['POST', 'GET']);
    },
  );
});

describe('a proxy that is busy', () => {
  it.each(['draining', 'overloaded'])(
    'gets the request again under the same key: %s',
    async (code) => {
      page.proxy.meets = (call) =>
        isPost(call) && page.proxy.methods.length === 1 ? { json: { code } } : 'passes';

      expect(await pay()).toBe('approved');
      expect(page.proxy.methods).toEqual(['POST', 'POST']);
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

describe('watching', () => {
  it('goes on through refusals, ever more slowly', async () => {
    const { runner } = startRunner();
    const payment = page.proxy.keep(crypto.randomUUID(), { status: 'unknown' });
    const begun = Date.now();
    page.proxy.meets = () => {
      if (page.proxy.methods.length < 5) return { json: { code: 'overloaded' } };
      page.proxy.keep(payment.id);
      return 'passes';
    };

    expect(await endOf(runner.watch(payment, new AbortController().signal))).toBe('approved');
    expect(Date.now() - begun).toBe(5_000 + 10_000 + 15_000 + 15_000 + 15_000);
  });

  it.each([
    ['failed after a 5xx', { status: 'failed', code: 'unavailable' }],
    ['declined after a 5xx', { status: 'declined', code: 'declined' }],
  ] as const)('shows a charge that comes late: %s', async (_, outcome) => {
    const { runner } = startRunner();
    const payment = page.proxy.keep(crypto.randomUUID(), outcome);
    const watching = endOf(runner.watch(payment, new AbortController().signal));
    page.proxy.keep(payment.id);

    expect(await watching).toBe('approved');
  });

  it('frees the form when the proxy has never seen the payment', async () => {
    const { runner } = startRunner();
    const payment = { ...page.proxy.keep('lost', { status: 'unknown' }), tries: 0 };
    page.proxy.payments.clear();

    const ending = runner.watch(payment, new AbortController().signal);
    await vi.runAllTimersAsync();
    expect((await ending).state).toMatchObject({ error: { code: 'unavailable', retryable: true } });
  });
});

describe('a page that has just loaded', () => {
  it('leaves an attempt alone that began before it could ask', async () => {
    const { runner } = startRunner();
    const running = crypto.randomUUID();
    rememberAttempt(proxyUrl, 'order-1', running);

    expect(await endOf(runner.resume('order-1', () => false))).toBeUndefined();
    expect(page.proxy.methods).toEqual([]);
    expect(rememberedAttempt(proxyUrl, 'order-1')).toBe(running);
  });

  it('asks again what became of the attempt of an earlier page', async () => {
    const { runner } = startRunner();
    const { id } = page.proxy.keep(crypto.randomUUID());
    rememberAttempt(proxyUrl, 'order-1', id);
    page.proxy.meets = () =>
      page.proxy.methods.length < 3 ? { json: { code: 'draining' } } : 'passes';

    expect(await endOf(runner.resume('order-1', () => true))).toBe('approved');
  });
});

describe('a payment that takes long', () => {
  it('is followed until its end', async () => {
    const attempt = press();
    const paying = startRunner();
    page.proxy.outcome = { status: 'processing' };
    page.proxy.meets = ({ name }) => {
      const asked = page.proxy.methods.length;
      if (name.startsWith('GET') && asked === 4) page.proxy.keep(attempt.idempotencyKey);
      return asked === 3 ? 'request lost' : 'passes';
    };

    expect(await pay(attempt, paying)).toBe('approved');
    expect(page.proxy.methods).toEqual(['POST', 'GET', 'GET', 'GET']);
    expect(paying.told.slice(-4)).toEqual([
      'submit undefined',
      'submit processing',
      'waiting undefined',
      'waiting approved',
    ]);
  });

  it('is pending after three minutes, and looked for until it ends', async () => {
    const attempt = press();
    const paying = startRunner();
    page.proxy.outcome = { status: 'processing' };
    const begun = Date.now();
    expect(await pay(attempt, paying)).toBe('pending');
    expect(Date.now() - begun).toBe(180_000);
    const payment = page.proxy.keep(attempt.idempotencyKey, { status: 'unknown' });
    const watching = endOf(paying.runner.watch(payment, new AbortController().signal));
    page.proxy.keep(attempt.idempotencyKey);

    expect(await watching).toBe('approved');
  });
});
