import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { card, type CheckoutOptions } from '@card-checkout/testing/checkout-request';
import { CardOrders } from './card-testing.ts';
import { startProxyWith as start, stoppedClock, textOfFiles } from '../../testing/running-proxy.ts';

const hourMs = 3_600_000;
const oneOrder = { ORDERS_PER_CARD: '1' };

/** A payment of an order that does not expire. */
const of = (sub: string, options: CheckoutOptions = {}): CheckoutOptions => ({
  ...options,
  order: { sub, exp: 4_000_000_000 },
});

describe('ORDERS_PER_CARD', () => {
  it('limits the orders that a card is tried on, and not how often it is on each', async () => {
    const { service, proxy } = await start(() => ({ status: 402 }), { ORDERS_PER_CARD: '2' });

    const codes: unknown[] = [];
    for (const order of ['a', 'b', 'a', 'c']) codes.push((await proxy.pay(of(order))).body['code']);

    expect(codes).toEqual(['declined', 'declined', 'declined', 'too_many_requests']);
    expect(service.received).toHaveLength(3);
  });

  it('leaves the other cards alone', async () => {
    const { proxy } = await start(undefined, oneOrder);
    await proxy.pay(of('a'));

    const answer = await proxy.pay(
      of('b', { body: { card: { ...card, number: '5200000000002151' } } }),
    );

    expect(answer.status).toBe(200);
  });

  it('stores nothing of what it refuses, so that the order can be paid with another card', async () => {
    const { proxy } = await start(undefined, oneOrder);
    const key = randomUUID();
    await proxy.pay(of('a'));

    await proxy.pay(of('b', { key }));

    expect((await proxy.call(`/api/checkout/${key}`)).status).toBe(404);
  });

  it('counts no request whose values are wrong', async () => {
    const { proxy } = await start(undefined, oneOrder);
    await proxy.pay(of('a', { body: { installments: 99 } }));

    const answer = await proxy.pay(of('b'));

    expect(answer.status).toBe(200);
  });

  it('answers a repeated key as ever', async () => {
    const clock = stoppedClock();
    const { service, proxy } = await start(undefined, oneOrder, { now: clock.now });
    const key = randomUUID();
    await proxy.pay(of('a', { key }));
    clock.advance(hourMs);
    await proxy.pay(of('b'));

    const again = await proxy.pay(of('a', { key }));

    expect(again.body).toMatchObject({ id: key, status: 'approved' });
    expect(service.received).toHaveLength(2);
  });

  it('counts no payment that the order refuses', async () => {
    const { proxy } = await start(undefined, oneOrder);
    await proxy.pay(of('paid', { body: { card: { ...card, number: '5200000000002151' } } }));
    const refused = await proxy.pay(of('paid'));

    const answer = await proxy.pay(of('a'));

    expect([refused.body['code'], answer.status]).toEqual(['order_already_paid', 200]);
  });

  it('says that the card may come back in an hour, not in a minute', async () => {
    const { proxy } = await start(undefined, oneOrder);
    await proxy.pay(of('a'));

    const answer = await proxy.pay(of('b'));

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(answer.body['detail']).toContain('in an hour');
  });

  it('leaves no trace of a card in the log or on the disk', async () => {
    const { proxy } = await start(undefined, oneOrder);
    await proxy.pay(of('a'));
    await proxy.pay(of('b'));

    const traces = proxy.logLines.join('\n') + textOfFiles(proxy.folder);

    expect(traces).not.toContain(card.number);
  });
});

/** Tries a card on an order, as a payment that begins. Returns whether that is allowed. */
function tries(cards: CardOrders, number: string, order: string): boolean {
  const place = cards.hold(number, order);
  place?.(true);
  return place !== undefined;
}

describe('what is remembered of a card', () => {
  it('is forgotten an hour later', () => {
    const clock = stoppedClock();
    const cards = new CardOrders(1, clock.now);
    tries(cards, card.number, 'a');

    clock.advance(hourMs - 1);
    const within = tries(cards, card.number, 'b');
    clock.advance(1);

    expect([within, tries(cards, card.number, 'b')]).toEqual([false, true]);
  });

  it('is forgotten when too many others have come', () => {
    const cards = new CardOrders(1, stoppedClock().now, 2);
    for (const number of ['1', '2', '3']) tries(cards, number, 'a');

    expect([tries(cards, '3', 'b'), tries(cards, '1', 'b')]).toEqual([false, true]);
  });

  it('stays when an order takes no payment, however many cards are tried on it', () => {
    const cards = new CardOrders(1, stoppedClock().now, 2);
    tries(cards, '1', 'a');
    for (const number of ['2', '3', '4']) cards.hold(number, 'paid')?.(false);

    expect([tries(cards, '1', 'b'), tries(cards, '2', 'b')]).toEqual([false, true]);
  });

  it('counts orders whose payments are still being stored', () => {
    const cards = new CardOrders(2, stoppedClock().now);
    const places = ['a', 'a', 'b'].map((order) => cards.hold('1', order));
    const whileStored = cards.hold('1', 'c');

    for (const place of places) place?.(false);

    expect([whileStored, tries(cards, '1', 'c')]).toEqual([undefined, true]);
  });
});
