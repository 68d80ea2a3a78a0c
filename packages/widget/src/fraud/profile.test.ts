import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FraudAdapter } from './fraud-adapter.ts';
import { finishProfile, startProfile } from './profile.ts';

const ours = { sessionId: expect.stringMatching(/^[\da-f]{32}$/), completed: false };
const loaded = Promise.resolve();
let addresses = 0;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startWith(adapter: FraudAdapter, address = `https://fraud.example/${++addresses}`) {
  const started = startProfile({ fraudScriptUrl: address, merchantId: '7' }, adapter, undefined);
  if (!started) throw new Error('no profile was started');
  return started;
}

/** Returns what goes with a payment after an adapter's profile. */
async function resultOf(adapter: FraudAdapter) {
  const finishing = finishProfile(startWith(adapter), new AbortController().signal);
  await vi.runAllTimersAsync();
  return finishing;
}

describe('an adapter', () => {
  it('that loads nothing gives its reference at once', async () => {
    const started = startWith({ start: () => ({ reference: () => 'of-the-page' }) });

    expect(await finishProfile(started, new AbortController().signal)).toEqual({
      sessionId: 'of-the-page',
      completed: true,
    });
  });

  it.each(['""', '7', 'null', JSON.stringify('x'.repeat(4097))])(
    'whose reference is %.20s is replaced by our id',
    async (json) => {
      expect(
        await resultOf({ start: () => ({ loaded, reference: () => JSON.parse(json) }) }),
      ).toEqual(ours);
    },
  );

  it('that throws or gives nothing has no complete profile', async () => {
    expect(await resultOf({ start: () => JSON.parse('{') })).toEqual(ours);
    expect(await resultOf({ start: () => JSON.parse('null') })).toEqual(ours);
  });

  it('that never ends is waited for 4 s', async () => {
    const begun = Date.now();
    const profile = { complete: async () => new Promise<never>(() => {}), reference: () => 'late' };

    expect(await resultOf({ start: () => profile })).toEqual(ours);
    expect(Date.now() - begun).toBe(4_000);
  });

  it('starts once for an address, and again after its script has failed', async () => {
    const address = 'https://fraud.example/again';
    const blocked = {
      start: () => ({ loaded: Promise.reject(new Error('no')), reference: String }),
    };
    const first = startWith(blocked, address);
    expect(startWith(blocked, address)).toBe(first);
    expect(await finishProfile(first, new AbortController().signal)).toEqual(ours);
    const second = startWith({ start: () => ({ loaded, reference: () => 'b' }) }, address);

    expect(second.sessionId).not.toBe(first.sessionId);
    expect(await finishProfile(second, new AbortController().signal)).toMatchObject({
      completed: true,
    });
  });
});

describe('startProfile', () => {
  it('starts nothing without an address and an adapter', () => {
    expect(startProfile({ merchantId: '7' }, undefined, undefined)).toBeUndefined();
  });

  it("takes a preset that it doesn't know for a mistake of the page", () => {
    const config = { fraudScriptUrl: 'https://fraud.example/x.js#preset=other', merchantId: '7' };

    expect(() => startProfile(config, undefined, undefined)).toThrow('misconfigured');
  });
});
