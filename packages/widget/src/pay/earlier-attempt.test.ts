import { describe, expect, it, vi } from 'vitest';
import { pay, startRunner, endOf, usePayingPage } from '../../testing/paying-page.ts';
import { proxyUrl } from '../../testing/scripted-proxy.ts';
import { rememberAttempt, rememberedAttempt } from './attempt-memory.ts';

const page = usePayingPage();
const earlier = '00000000-0000-4000-8000-000000000000';

describe('an attempt of an earlier page', () => {
  it.each([
    [{ status: 'approved' }, 'approved'],
    [{ status: 'unknown' }, 'pending'],
    [{ status: 'failed', code: 'unavailable' }, 'error'],
  ] as const)('that ended with %j is shown, and no other is made', async (outcome, end) => {
    rememberAttempt(proxyUrl, 'order-1', earlier);
    page.proxy.keep(earlier, outcome);

    expect(await endOf(startRunner().runner.resume('order-1', () => true))).toBe(end);
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
    rememberAttempt(proxyUrl, 'order-1', earlier);
    page.proxy.keep(earlier, outcome);
    page.proxy.outcome = {};

    expect(await endOf(startRunner().runner.resume('order-1', () => true))).toBeUndefined();
    expect(await pay()).toBe('approved');
  });

  it('that still runs is waited for, and told', async () => {
    const paying = startRunner();
    rememberAttempt(proxyUrl, 'order-1', earlier);
    page.proxy.keep(earlier, { status: 'processing' });
    const resuming = paying.runner.resume('order-1', () => true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(paying.shown).toEqual(['waiting']);
    page.proxy.keep(earlier);

    expect(await endOf(resuming)).toBe('approved');
    expect(paying.told).toEqual(['waiting undefined', 'waiting approved']);
  });

  it('is not shown where it is not wanted any more', async () => {
    rememberAttempt(proxyUrl, 'order-1', earlier);
    page.proxy.keep(earlier);

    expect(await endOf(startRunner().runner.resume('order-1', () => false))).toBeUndefined();
  });
});
