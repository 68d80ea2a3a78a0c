import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orderSecret } from '@card-checkout/testing/checkout-request';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { readOrderSecret } from './config.ts';
import { ConfigFaults } from './variables.ts';

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, text);
  return file;
}

describe('readOrderSecret', () => {
  it('reads the secrets, also from a file, and asks for nothing else', () => {
    const text = `kid=new ${orderSecret}\n${'o'.repeat(32)}`;
    const ORDER_SECRET_FILE = fileWith(`${text}\n`);

    expect(readOrderSecret({ ORDER_SECRET: orderSecret }).reveal()).toBe(orderSecret);
    expect(readOrderSecret({ ORDER_SECRET_FILE }).reveal()).toBe(text);
  });

  it.each([
    [{}, 'ORDER_SECRET is required: at least 32 bytes that sign orders, or ORDER_SECRET_FILE'],
    [{ ORDER_SECRET: 'short' }, 'ORDER_SECRET must have at least 32 bytes in each line'],
    [{ ORDER_SECRET_FILE: '/no/such/file' }, 'ORDER_SECRET_FILE must name a file that can be read'],
  ])('refuses %j', (env, fault) => {
    expect(() => readOrderSecret(env)).toThrow(new ConfigFaults([fault]));
  });
});
