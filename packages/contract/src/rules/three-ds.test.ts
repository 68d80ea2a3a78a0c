import { describe, expect, it } from 'vitest';
import { isCompleteProof, liabilityFor } from './three-ds.ts';

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
    ['maestro', '02', 'issuer'],
    ['maestro', '05', 'merchant'],
    [undefined, '05', 'issuer'],
    [undefined, '02', 'merchant'],
    [undefined, '', 'merchant'],
  ] as const)('%s with ECI %s: the %s', (brand, eci, who) => {
    expect(liabilityFor(eci, brand)).toBe(who);
  });
});

describe('isCompleteProof', () => {
  const proof = { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=', Eci: '05', Version: '2.2.0' };

  it.each([
    ['base64', {}],
    ['base64 with bits to spare', { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAB=' }],
    ['hex', { Cavv: '0000010591040600000000000406000000000A0a' }],
    ['a version of one digit', { Version: '2' }],
    ['3-D Secure 1', { Version: '1.0.2' }],
  ])('takes %s', (_, values) => {
    expect(isCompleteProof({ ...proof, ...values }, 'visa', 'cavv')).toBe(true);
  });

  it.each([
    ['a toy', { Cavv: 'x' }],
    ['19 bytes', { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAA==' }],
    ['21 bytes', { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAAA' }],
    ['base64 without padding', { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA' }],
    ['a space around it', { Cavv: ' AAABBZEEBgAAAAAAAAQGAAAAAAA=' }],
    ['a line break after it', { Cavv: 'AAABBZEEBgAAAAAAAAQGAAAAAAA=\n' }],
    ['39 hex digits', { Cavv: '000001059104060000000000040600000000000' }],
    ['no Cavv', { Cavv: undefined }],
    ['ECI 07', { Eci: '07' }],
    ['ECI 00', { Eci: '00' }],
    ["Mastercard's ECI", { Eci: '02' }],
    ['no ECI', { Eci: undefined }],
    ['version 9', { Version: '9' }],
    ['version 22', { Version: '22.0' }],
    ['a version with a text', { Version: '2.x' }],
    ['no version', { Version: undefined }],
  ])('refuses %s', (_, values) => {
    expect(isCompleteProof({ ...proof, ...values }, 'visa', 'cavv')).toBe(false);
  });

  it('refuses no proof at all', () => {
    expect(isCompleteProof(undefined, 'visa', 'cavv')).toBe(false);
  });

  it.each([
    ['takes', 'an id', '3DS_15CB7893-4D23-44FA-97B7-AC1BE516D418', true],
    ['refuses', 'a short one', '1234567', false],
    ['refuses', 'one of 129 characters', '1'.repeat(129), false],
    ['refuses', 'a sentence', 'not authenticated', false],
    ['refuses', 'none', undefined, false],
  ])('%s %s, where the API wants a reference', (_takes, _id, ReferenceId, isComplete) => {
    expect(isCompleteProof({ ReferenceId }, 'visa', 'reference')).toBe(isComplete);
    expect(isCompleteProof({ ...proof, ReferenceId }, 'visa', 'reference')).toBe(isComplete);
    expect(isCompleteProof({ ReferenceId }, 'visa', 'cavv')).toBe(false);
  });
});
