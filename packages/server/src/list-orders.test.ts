import { startScriptedServer } from '@card-checkout/testing/during-test';
import { oneByOne } from '@card-checkout/testing/scripted-server';
import { expect, it } from 'vitest';
import { listOrders } from './list-orders.ts';

const merchantKey = 'a merchant key of at least 32 bytes';

const orderOf = (orderId: string) => ({ orderId, status: 'approved', payments: [] });

it('asks for page after page, as long as there is a next one', async () => {
  const pages = [
    { orders: [orderOf('a'), orderOf('b')], next: 'a cursor&' },
    { orders: [], next: 'another' },
    { orders: [orderOf('c')] },
  ];
  const service = await startScriptedServer(
    oneByOne(...pages.map((json) => ({ status: 200, json }))),
  );
  const since = new Date('2026-11-21T00:00:00Z');

  const listed = listOrders({ proxyUrl: service.url, merchantKey, since, status: 'approved' });

  const ids: string[] = [];
  for await (const { orderId } of listed) ids.push(orderId);
  expect(ids).toEqual(['a', 'b', 'c']);
  const query = '/api/orders?since=2026-11-21T00%3A00%3A00.000Z&status=approved';
  expect(service.received.map(({ path }) => path)).toEqual([
    query,
    `${query}&cursor=a+cursor%26`,
    `${query}&cursor=another`,
  ]);
  expect(service.received[0]?.headers).toMatchObject({ authorization: `Bearer ${merchantKey}` });
});

it.each([
  ['a wrong key', { status: 401, json: { title: 'The merchant key is wrong' } }, 401],
  ['what is no list', { status: 200, json: { orders: [{}] } }, 200],
])('throws for %s', async (_name, answer, status) => {
  const service = await startScriptedServer(() => answer);

  const listed = listOrders({ proxyUrl: service.url, merchantKey });

  await expect(listed.next()).rejects.toMatchObject({ name: 'OrderLookupError', status });
});
