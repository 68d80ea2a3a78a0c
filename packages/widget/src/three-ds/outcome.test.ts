import { describe, expect, it } from 'vitest';
import { liabilityFor, readOutcome } from './outcome.ts';

describe('readOutcome', () => {
  it.each([undefined, null, 'authenticated', [], {}, { status: 'won' }, { status: 5 }])(
    'takes %j from an adapter for an error',
    (given) => {
      expect(readOutcome(given)).toMatchObject({ status: 'error' });
    },
  );

  it('writes an ECI with two digits, as text', () => {
    for (const Eci of ['5', '05', 5]) {
      const { data } = readOutcome({ status: 'authenticated', data: { Eci } });
      expect(data?.Eci).toBe('05');
    }
  });

  it('leaves out what is empty, no text, or not known', () => {
    const data = { Cavv: '', Xid: null, Version: '2.2.0', ReferenceId: { a: 1 }, number: '4000' };

    const outcome = readOutcome({ status: 'attempted', data });

    expect(JSON.stringify(outcome.data)).toBe('{"Version":"2.2.0"}');
  });
});

describe('liabilityFor', () => {
  it.each([
    ['visa', '05', 'issuer'],
    ['visa', '06', 'brand'],
    ['visa', '07', 'merchant'],
    ['elo', '05', 'issuer'],
    ['amex', '06', 'brand'],
    ['mastercard', '02', 'issuer'],
    ['mastercard', '01', 'brand'],
    ['mastercard', '04', 'merchant'],
    ['mastercard', '05', 'merchant'],
    [undefined, '05', 'issuer'],
    [undefined, '', 'merchant'],
  ] as const)('%s with ECI %s: the %s', (brand, eci, who) => {
    expect(liabilityFor(eci, brand)).toBe(who);
  });
});
