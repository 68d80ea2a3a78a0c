import { describe, expect, it } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import { openPostgres } from '../../../testing/stores.ts';
import { StoreError } from '../store.ts';

const database = await shareDatabase();

const unreachable = 'names a server that cannot be reached';

describe('an address of PostgreSQL that is wrong', () => {
  it.each([
    ['an unknown host', { hostname: 'canary.invalid' }, unreachable],
    ['a closed port', { port: '1' }, unreachable],
    [
      'a wrong password',
      { password: 'canary' },
      'names a user or a password that the server does not take',
    ],
    ['no password', { password: '' }, 'has no password, and the server wants one'],
    ['an unknown database', { pathname: '/canary' }, 'names a database that is not there'],
    [
      'TLS of a server without',
      { search: '?sslmode=verify-full' },
      'asks for TLS (sslmode), which the server does not speak',
    ],
    [
      'an unknown certificate',
      { search: '?sslmode=verify-full&sslrootcert=/canary.pem' },
      'names a file that cannot be read',
    ],
  ])('is explained in one sentence without it: %s', async (_, wrong, sentence) => {
    const { href } = Object.assign(new URL(database.url), wrong);

    const fault = new StoreError(`DATABASE_URL ${sentence}`);
    await expect(openPostgres(href)).rejects.toEqual(fault);
  });

  it('is explained by an example when it is not an address at all', async () => {
    const example = 'postgres://user:password@host:5432/database';

    const fault = new StoreError(`DATABASE_URL must be like ${example}`);
    await expect(openPostgres('postgres://user:canary@:x/')).rejects.toEqual(fault);
  });
});
