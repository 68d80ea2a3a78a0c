import { describe, expect, it, vi } from 'vitest';
import { pay, place, press, startRunner, endOf, usePayingPage } from '../../testing/paying-page.ts';
import { isPost, proxyUrl } from '../../testing/scripted-proxy.ts';
import { rememberAttempt } from './attempt-memory.ts';

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

  it('is given up after five, and the next press finds the payment', async () => {
    const paying = startRunner();
    page.proxy.meets = ({ name }) => (name.includes('checkout') ? 'answer lost' : 'passes');
    expect(await pay(press(), paying)).toBe('proxy_unreachable');
    expect(page.proxy.methods).toEqual(['POST', 'GET', 'GET', 'GET', 'GET']);
    page.proxy.meets = () => 'passes';

    expect(await pay(press(), paying)).toBe('approved');
    expect(page.proxy.received).toHaveLength(1);
  });

  it('does not end the attempt when the proxy that is back refuses what it never got', async () => {
    page.proxy.meets = (call) => {
      if (isPost(call)) return 'answer lost';
      return page.proxy.methods.length === 2 ? { json: '<html>' } : 'passes';
    };

    expect(await pay()).toBe('approved');
    expect(page.proxy.methods).toEqual(['POST', 'GET', 'GET']);
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
