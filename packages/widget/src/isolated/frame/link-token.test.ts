import { expect, it } from 'vitest';
import { tokenInLink } from './link-token.ts';

const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhLV8ifQ.${'aB-_'.repeat(11).slice(0, 43)}`;

it.each([
  `#${token}`,
  ...['.', ',', ')', '>', '*', '_', '%20', '%0D%0A', '%', '?utm_source=news', '&fbclid=a.b.c'].map(
    (tail) => `#${token}${tail}`,
  ),
  `#${token.slice(0, 30)}%0D%0A${token.slice(30)}`,
  `#${token.replaceAll('.', '%2E')}`,
])('finds the token in %s', (fragment) => {
  expect(tokenInLink(fragment)).toBe(token);
});

it('leaves what holds none', () => {
  expect(tokenInLink('#a.b.c')).toBe('a.b.c');
});
