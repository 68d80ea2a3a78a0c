import { describe, expect, it } from 'vitest';
import { newTokenHash, noon, paymentOn, wanted, waysTo } from '../../testing/payments.ts';
import { storePlaces } from '../../testing/stores.ts';

const later = new Date(noon.getTime() + 86_400_000).toISOString();
const closed = { kind: 'refused', code: 'order_closed' };

describe.each(await storePlaces())('%s: closing an order', (_name, newPlace) => {
  it('keeps every payment from beginning, also after a restart', async () => {
    const place = await newPlace();
    const store = await place.open();
    const { orderId } = await paymentOn(waysTo.declined, store);

    expect(await store.closeOrder(orderId, 'ana')).toEqual({ kind: 'closed' });
    await store.close();

    const next = await place.open();
    expect(await next.begin(wanted({ orderId }), newTokenHash())).toEqual(closed);
    expect(await next.listEvents(orderId)).toContainEqual(
      expect.objectContaining({ kind: 'closed', details: '{"by":"ana"}' }),
    );
  });

  it('and a first payment at the same time: only one of them succeeds', async () => {
    const store = await (await newPlace()).open();
    const races = Array.from({ length: 8 }, async (_, number) => {
      const orderId = `raced-${number}`;
      const [begun, closing] = await Promise.all([
        store.begin(wanted({ orderId }), newTokenHash()),
        store.closeOrder(orderId, 'ana'),
      ]);
      return [begun.kind, closing.kind].join();
    });

    expect(['created,refused', 'refused,closed']).toEqual(
      expect.arrayContaining(await Promise.all(races)),
    );
  });

  it('and a later payment at the same time: only one of them succeeds', async () => {
    const store = await (await newPlace()).open();
    const { orderId } = await paymentOn(waysTo.declined, store);

    const [closing, begun] = await Promise.all([
      store.closeOrder(orderId, 'ana'),
      store.begin(wanted({ orderId }), newTokenHash()),
    ]);

    expect(['created,refused', 'refused,closed']).toContain(`${begun.kind},${closing.kind}`);
  });

  it('lasts when the content is deleted', async () => {
    const store = await (await newPlace()).open();
    const { orderId } = await paymentOn(waysTo.declined, store);
    await store.closeOrder(orderId, 'ana');

    await store.deleteOver([orderId], later);

    expect(await store.findOrder(orderId)).toEqual([]);
    expect(await store.begin(wanted({ orderId }), newTokenHash())).toEqual(closed);
    expect(await store.closeOrder(orderId, 'ana')).toEqual({ kind: 'closed' });
  });
});
