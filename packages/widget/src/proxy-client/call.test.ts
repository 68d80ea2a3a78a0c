import { paymentCodes } from '@card-checkout/contract/payment';
import { problems } from '@card-checkout/contract/problem';
import { describe, expect, it, vi } from 'vitest';
import { usePayingPage } from '../../testing/paying-page.ts';
import { proxyUrl } from '../../testing/scripted-proxy.ts';
import { knownCode } from '../errors.ts';
import { callProxy } from './call.ts';

/** These become a decline or a pending payment; the last two are for servers. */
const handled = new Set([
  'declined',
  'no_answer',
  'interrupted',
  'merchant_key_invalid',
  'order_not_found',
]);
const codes = [...paymentCodes, ...Object.keys(problems)].filter((code) => !handled.has(code));

describe('knownCode', () => {
  it.each(codes)('knows %s, which the proxy may answer', (code) => {
    expect(knownCode(code)).toBe(code);
  });

  it.each(['declined', 'toString', '', undefined])('takes "%s" for unexpected', (code) => {
    expect(knownCode(code)).toBe('unexpected');
  });
});

const send = async (init: RequestInit) => callProxy(`${proxyUrl}/api/order`, init, 10_000);
const ask = async (): Promise<unknown> => send({});

function saysOffline(): void {
  vi.stubGlobal('navigator', { onLine: false });
}

describe('a browser that says that it is offline', () => {
  const page = usePayingPage();

  it('is believed for a minute while nothing passes, and for a question only', async () => {
    saysOffline();
    page.proxy.meets = () => 'request lost';
    const asked = ask().catch(() => 'gave up');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(page.proxy.calls.length).toBeGreaterThan(4);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(await asked).toBe('gave up');

    page.proxy.calls.length = 0;
    await expect(send({ method: 'POST' })).rejects.toThrow('proxy_unreachable');
    expect(page.proxy.calls).toHaveLength(1);
  });

  it('is asked at once, and never believed again after an answer', async () => {
    saysOffline();
    await ask();
    page.proxy.meets = () => 'request lost';
    await expect(ask()).rejects.toThrow('proxy_unreachable');

    expect(page.proxy.calls).toHaveLength(2);
  });
});
