import { describe, expect, it } from 'vitest';
import { threeDSStatuses, type ThreeDSStatus } from './outcome.ts';
import { decide, strictest, type Decision } from './policy.ts';

const data = { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=', Eci: '05', Version: '2.2.0' };

const required = {
  mode: 'required',
  proof: 'cavv',
  kind: 'credit',
  brand: 'visa',
  isRetry: false,
} as const;
const preferred = { ...required, mode: 'preferred' } as const;
const debit = { ...preferred, kind: 'debit' } as const;
const debitOff = { ...debit, mode: 'off' } as const;

const withData: Decision = { next: 'proceed', threeDSecure: data };
const without: Decision = { next: 'proceed' };
const again: Decision = { next: 'retry' };
const stop = (
  code: 'failed' | 'cancelled' | 'timeout' | 'no_token' | 'unavailable' | 'blocked',
): Decision => ({
  next: 'stop',
  code: `three_ds_${code}`,
});

/** The table of the policy: what follows where authentication is required, and where it is preferred. */
const table: Record<ThreeDSStatus, readonly [required: Decision, preferred: Decision]> = {
  authenticated: [withData, withData],
  attempted: [withData, withData],
  data_only: [stop('unavailable'), without],
  failed: [stop('failed'), stop('failed')],
  not_enrolled: [stop('unavailable'), without],
  unavailable: [stop('unavailable'), without],
  unsupported_brand: [stop('unavailable'), without],
  disabled: [stop('unavailable'), without],
  challenge_suppressed: [stop('unavailable'), without],
  cancelled: [stop('cancelled'), stop('cancelled')],
  timeout: [stop('timeout'), stop('timeout')],
  blocked: [stop('blocked'), without],
  no_token: [stop('no_token'), stop('no_token')],
  error: [again, again],
};

describe('strictest', () => {
  it.each([
    ['required', 'off', 'required'],
    ['required', 'preferred', 'required'],
    ['preferred', 'off', 'preferred'],
    ['preferred', 'preferred', 'preferred'],
    ['off', 'off', 'off'],
  ] as const)('of %s and %s is %s', (one, other, expected) => {
    expect(strictest(one, other)).toBe(expected);
    expect(strictest(other, one)).toBe(expected);
  });

  it('takes a word that a page made up for the most', () => {
    expect(strictest('off', JSON.parse('"always"'))).toBe('required');
  });
});

describe('decide', () => {
  it.each(threeDSStatuses)('follows the table after %s', (status) => {
    const [whereRequired, wherePreferred] = table[status];

    expect(decide({ status, data }, required)).toEqual(whereRequired);
    expect(decide({ status, data }, preferred)).toEqual(wherePreferred);
  });

  it.each(threeDSStatuses)('treats debit as required in every mode after %s', (status) => {
    const [whereRequired] = table[status];

    for (const situation of [debit, debitOff]) {
      expect(decide({ status, data }, situation)).toEqual(whereRequired);
    }
  });

  it('tries an error once more and then no more', () => {
    const second = { isRetry: true };

    expect(decide({ status: 'error' }, { ...required, ...second })).toEqual(stop('unavailable'));
    expect(decide({ status: 'error' }, { ...preferred, ...second })).toEqual(without);
    expect(decide({ status: 'error' }, { ...debit, ...second })).toEqual(stop('unavailable'));
  });

  it.each([
    ['visa', '05'],
    ['visa', '06'],
    ['elo', '05'],
    ['amex', '06'],
    ['mastercard', '02'],
    ['mastercard', '01'],
    ['maestro', '02'],
  ] as const)('goes on with data for %s and ECI %s', (brand, Eci) => {
    const decision = decide(
      { status: 'authenticated', data: { ...data, Eci } },
      { ...required, brand },
    );

    expect(decision).toEqual({ next: 'proceed', threeDSecure: { ...data, Eci } });
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

    expect(decide(outcome, { ...required, brand })).toEqual(stop('unavailable'));
    expect(decide(outcome, { ...preferred, brand })).toEqual(without);
    expect(decide(outcome, { ...debit, brand })).toEqual(stop('unavailable'));
  });

  it.each(['Cavv', 'Version'] as const)('does not go on with a success that lacks %s', (name) => {
    const outcome = { status: 'authenticated', data: { ...data, [name]: undefined } } as const;

    expect(decide(outcome, required)).toEqual(stop('unavailable'));
  });
});
