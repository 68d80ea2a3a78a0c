import { describe, expect, it } from 'vitest';
import { readOutcome } from './outcome.ts';

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
