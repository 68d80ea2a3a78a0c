import { describe, expect, it } from 'vitest';
import { checkCardNumber, formatCardNumber } from './number.ts';

describe('formatCardNumber', () => {
  it.each([
    ['4111111111111111', '4111 1111 1111 1111'],
    ['4111-1111 1111.1111', '4111 1111 1111 1111'],
    ['378282246310005', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['5078601870000127985', '5078 6018 7000 0127 985'],
    ['50786018700001279850', '5078 6018 7000 0127 985'],
    ['4111 ', '4111'],
    ['41112', '4111 2'],
    ['card', ''],
  ])('writes %s as "%s"', (typed, formatted) => {
    expect(formatCardNumber(typed)).toBe(formatted);
  });
});

describe('checkCardNumber', () => {
  it.each(['4111 1111 1111 1111', '378282246310005', '6362970000457013', '5078601870000127985'])(
    'accepts %s',
    (text) => {
      expect(checkCardNumber(text)).toBeUndefined();
    },
  );

  it.each([
    ['', 'numberEmpty'],
    ['4111 1111 111', 'numberIncomplete'],
    ['4111 1111 1111 1112', 'numberInvalid'],
  ])('says what is wrong with "%s"', (text, key) => {
    expect(checkCardNumber(text)).toEqual({ key });
  });
});
