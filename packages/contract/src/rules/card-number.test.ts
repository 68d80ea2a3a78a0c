import { expect, it } from 'vitest';
import { holdsCardNumber, isCardNumber } from './card-number.ts';
import { hasLuhnCheckDigit } from './luhn.ts';

it.each(['4000000000002701', 'no. 4000 0000 0000 2701', 'x3746-518293-04177-2', 'a36490102462661'])(
  'finds the number in %s',
  (id) => expect(holdsCardNumber(id)).toBe(true),
);

it.each([
  'order-1042',
  '20261120143000123456',
  '994000000000002701',
  'order-1795270335008',
  '40000000-0000-2701-8000-00000000000a',
  '4000000000002702',
  '1000000000000008',
])('leaves %s alone', (id) => expect(holdsCardNumber(id)).toBe(false));

/** Completes a brand's first digits to a number with a right check digit. */
function numberOf(prefix: string, length: number): string {
  const body = prefix.padEnd(length - 1, '0');
  return Array.from('0123456789', (digit) => body + digit).find(hasLuhnCheckDigit) ?? '';
}

it.each([
  ['visa', '4', [13, 16, 19]],
  ['mastercard', '5123', [16]],
  ['amex', '37', [15]],
  ['diners', '36', [14, 16]],
  ['hipercard', '606282', [13, 16, 19]],
  ['aura', '5078', [16, 19]],
  ['unionpay', '62', [16, 17, 18, 19]],
  ['discover', '6011', [16, 17, 18, 19]],
  ['elo', '509000', [16]],
  ['maestro', '5612', [12, 13, 14, 15, 16, 17, 18, 19]],
  ['no brand', '9', []],
])('a number of %s may be as long as its cards', (_brand, prefix, lengths) => {
  const all = Array.from({ length: 12 }, (_, index) => index + 10);

  expect(all.filter((length) => isCardNumber(numberOf(prefix, length)))).toEqual(lengths);
});

it.each(['9f4000000000002701ab', '4000000000002701f'])(
  'finds the number between letters: %s',
  (id) => {
    expect(holdsCardNumber(id)).toBe(true);
  },
);

it.each(['a1b2c3d4e5f6a7b8c9d0', '4000a0000b0000c2701', '40000000-0000-2701-8000-00000000000A'])(
  'takes no digits apart by letters for a number: %s',
  (id) => expect(holdsCardNumber(id)).toBe(false),
);
