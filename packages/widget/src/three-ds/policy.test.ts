import { describe, expect, it } from 'vitest';
import type { ThreeDSStatus } from './outcome.ts';
import { decide } from './policy.ts';

const data = { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=', Eci: '05', Version: '2.2.0' };
const visa = { mode: 'required', kind: 'credit', brand: 'visa' } as const;
const technical = [
  'not_enrolled',
  'unsupported_brand',
  'disabled',
  'challenge_suppressed',
  'data_only',
  'blocked',
  'error',
] as const satisfies readonly ThreeDSStatus[];

describe('decide', () => {
  it.each([
    ['visa', '05'],
    ['visa', '06'],
    ['elo', '5'],
    ['amex', '6'],
    ['mastercard', '02'],
    ['mastercard', '1'],
  ] as const)('goes on with data for %s and ECI %s', (brand, Eci) => {
    const decision = decide(
      { status: 'authenticated', data: { ...data, Eci } },
      { ...visa, brand },
    );

    expect(decision).toEqual({
      proceed: true,
      threeDSecure: { ...data, Eci: Eci.padStart(2, '0') },
    });
  });

  it.each([
    ['visa', '07'],
    ['visa', '02'],
    ['mastercard', '05'],
    ['mastercard', '00'],
    ['elo', '01'],
    ['visa', undefined],
  ] as const)('does not believe a success of %s with ECI %s', (brand, Eci) => {
    const outcome = { status: 'authenticated', data: { ...data, Eci } } as const;

    expect(decide(outcome, { ...visa, brand })).toEqual({
      proceed: false,
      code: 'three_ds_unavailable',
    });
  });

  it.each(['Cavv', 'Version'] as const)('does not go on with a success that lacks %s', (name) => {
    const outcome = { status: 'authenticated', data: { ...data, [name]: undefined } } as const;

    expect(decide(outcome, visa)).toEqual({ proceed: false, code: 'three_ds_unavailable' });
  });

  it.each(technical)('stops at %s where authentication is required', (status) => {
    expect(decide({ status }, visa)).toEqual({ proceed: false, code: 'three_ds_unavailable' });
  });

  it.each(technical)('goes on without data at %s where it is preferred', (status) => {
    expect(decide({ status }, { ...visa, mode: 'preferred' })).toEqual({ proceed: true });
  });

  it.each(technical)('never goes on with debit at %s', (status) => {
    const decision = decide({ status }, { ...visa, mode: 'preferred', kind: 'debit' });

    expect(decision).toEqual({ proceed: false, code: 'three_ds_unavailable' });
  });

  it.each(['failed', 'cancelled', 'timeout'] as const)('stops at %s in every mode', (status) => {
    for (const mode of ['required', 'preferred'] as const) {
      expect(decide({ status, data }, { ...visa, mode })).toEqual({
        proceed: false,
        code: `three_ds_${status}`,
      });
    }
  });
});
