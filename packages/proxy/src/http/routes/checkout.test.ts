import { describe, expect, it } from 'vitest';
import { card, newProof, paying } from '@card-checkout/testing/checkout-request';
import {
  retrying,
  startProxyWith as start,
  stopsAtOnce,
  waits,
} from '../../../testing/running-proxy.ts';

describe('POST /api/checkout/', () => {
  it('takes a payment at its address without the last slash, and says where it is', async () => {
    const { proxy } = await start(
      () => ({ status: 500 }),
      { ...retrying, ...stopsAtOnce },
      { config: waits() },
    );
    const sent = await paying({ headers: { Prefer: 'wait=0' } });

    const answer = await proxy.call('/api/checkout', sent);
    const place = answer.headers.get('location') ?? '';
    const asked = await proxy.call(`/api/${place}`);

    expect(answer.status).toBe(202);
    expect(place).toBe(`checkout/${String(answer.body['id'])}`);
    expect(asked.body).toMatchObject({ id: answer.body['id'], status: 'processing' });
  });

  it('takes debit in one installment only, however many the order offers', async () => {
    const { service, proxy } = await start();
    const debit = { card: { ...card, kind: 'debit' }, threeDSecure: newProof() };

    const refused = await proxy.pay({ body: { ...debit, installments: 2 } });
    const paid = await proxy.pay({ body: debit });

    expect(refused.status).toBe(422);
    expect(refused.body['fields']).toEqual({ installments: ['invalid'] });
    expect(paid.status).toBe(200);
    expect(service.received).toHaveLength(1);
  });
});

describe('GET /api/checkout/{id}', () => {
  it('tells how a payment stands, and neither its order, its amount nor its transaction', async () => {
    const { proxy } = await start(() => ({ status: 201, json: { id: 'tx_1', status: 'paid' } }));
    const { body: paid } = await proxy.pay();

    const { body } = await proxy.call(`/api/checkout/${String(paid['id'])}`);

    expect(paid).toMatchObject({ orderId: 'order-1', amount: 12_990, payment: { id: 'tx_1' } });
    expect(body).toEqual({ id: paid['id'], status: 'approved', retryable: false, tries: 1 });
  });
});
