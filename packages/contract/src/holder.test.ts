import { describe, expect, it } from 'vitest';
import { isCardHolder } from './holder.ts';

describe('isCardHolder', () => {
  it.each(['MARIA DA SILVA', 'José Conceição 2º', 'ERROR_502_ONCE', '李小龍'])(
    'accepts %s',
    (text) => {
      expect(isCardHolder(text)).toBe(true);
    },
  );

  it.each(['', '   ', '1234', 'M 4111 1111 1111 1111', 'M4111-1111-1111-1111', 'M'.repeat(121)])(
    'refuses "%s"',
    (text) => {
      expect(isCardHolder(text)).toBe(false);
    },
  );
});
