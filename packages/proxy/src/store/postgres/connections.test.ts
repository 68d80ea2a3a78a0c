import { expect, it, onTestFinished, vi } from 'vitest';
import { shareDatabase } from '@card-checkout/testing/database';
import { layLine } from '../../../testing/cuttable-line.ts';
import { Secret } from '../../sensitive/secret.ts';
import { Connections } from './connections.ts';

const { url } = await shareDatabase();

it('closes although a connection was set up too late for the request that it was made for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let settingsTakeMs = 0;
  const line = await layLine(url, (chunk) => {
    if (chunk.includes('set_config')) vi.advanceTimersByTime(settingsTakeMs);
  });
  const database = new Connections(new Secret(line.url));
  await database.lend(async (client) => client.query('SELECT 1'));

  settingsTakeMs = 6000;
  // The only connection is idle, so both requests wait for it; one of them then needs another.
  const change = async () =>
    database.lend(async (client) => client.query('SELECT 1').then(() => 'done'));
  const changed = await Promise.all([change(), change()]);

  expect(changed).toEqual(['done', 'done']);
  await expect(database.close()).resolves.toBeUndefined();
});
