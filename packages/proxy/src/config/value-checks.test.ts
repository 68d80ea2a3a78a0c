import { describe, expect, it } from 'vitest';
import { isExempt } from './value-checks.ts';

describe('NO_PROXY', () => {
  it.each([
    ['api.example', true],
    ['example', true],
    ['.example', true],
    ['*.example', true],
    ['API.example:443', true],
    ['*', true],
    ['api.example:8443', false],
    ['pi.example', false],
    ['example.api', false],
    ['', false],
  ])('%s', (entry, exempts) => {
    expect(isExempt(new URL('https://api.example/v1'), ['other.test', entry])).toBe(exempts);
  });
});
