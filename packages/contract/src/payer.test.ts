import { describe, expect, it } from 'vitest';
import { withDetails } from './payer.ts';

describe('withDetails', () => {
  it('adds to an address what else is known of it', () => {
    const typed = { email: 'typed@example.com', address: { street: 'A', zipCode: '1' } };
    const signed = { email: 'signed@example.com', address: { zipCode: '2' } };

    expect(withDetails(typed, signed)).toEqual({
      email: 'signed@example.com',
      address: { street: 'A', zipCode: '2' },
    });
  });

  it('makes up no address', () => {
    expect(withDetails({ name: 'Maria' })).toEqual({ name: 'Maria' });
  });
});
