import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from './secret.ts';

describe('a secret', () => {
  it('shows nothing of itself unless it is revealed', () => {
    const secret = new Secret('hunter2');

    expect([String(secret), JSON.stringify({ secret }), inspect({ secret })]).toEqual([
      '[secret]',
      '{"secret":"[secret]"}',
      '{ secret: [secret] }',
    ]);
    expect(secret.reveal()).toBe('hunter2');
  });

  it('may be replaced', () => {
    const secret = new Secret('hunter2');

    secret.replaceWith('hunter3');

    expect(secret.reveal()).toBe('hunter3');
  });
});
