import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orderSecret } from '@card-checkout/testing/checkout-request';
import { temporaryFolder } from '@card-checkout/testing/during-test';
import { ConfigFaults, readOrderKey } from './config.ts';

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, text);
  return file;
}

describe('readOrderKey', () => {
  it('reads the newest secret, also from a file, and asks for nothing else', () => {
    const ORDER_SECRET_FILE = fileWith(`kid=new ${orderSecret}\n${'o'.repeat(32)}\n`);

    expect(readOrderKey({ ORDER_SECRET: orderSecret })).toEqual({ secret: orderSecret });
    expect(readOrderKey({ ORDER_SECRET_FILE })).toEqual({ kid: 'new', secret: orderSecret });
  });

  it.each([
    [{}, 'ORDER_SECRET is required: at least 32 bytes that sign orders, or ORDER_SECRET_FILE'],
    [{ ORDER_SECRET: 'short' }, 'ORDER_SECRET must have at least 32 bytes in each line'],
    [{ ORDER_SECRET_FILE: '/no/such/file' }, 'ORDER_SECRET_FILE must name a file that can be read'],
  ])('refuses %j', (env, fault) => {
    expect(() => readOrderKey(env)).toThrow(new ConfigFaults([fault]));
  });
});
