import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { card, newProof } from '@card-checkout/testing/checkout-request';
import { oneByOne } from '@card-checkout/testing/scripted-server';
import { startProxyWith as start, stoppedClock } from '../../testing/running-proxy.ts';

/** Starts a proxy whose one payment so far was declined, so that the next needs a proof. */
async function suspecting(THREE_DS = 'off') {
  const clock = stoppedClock();
  const script = oneByOne({ status: 402 }, { status: 200, json: { id: 'pay_1' } });
  const config = { breaker: { declinedPercent: 60, minPayments: 1 } };
  const running = await start(script, { THREE_DS }, { now: clock.now, config });
  await running.proxy.pay({ order: { sub: 'declined' } });
  return { ...running, clock };
}

describe('while cards seem to be tested', () => {
  it.each(['preferred', 'off'])(
    'refuses a payment without a proof of authentication, with THREE_DS=%s',
    async (THREE_DS) => {
      const { service, proxy } = await suspecting(THREE_DS);
      const key = randomUUID();

      const answer = await proxy.pay({ key });

      expect([answer.status, answer.body['code']]).toEqual([422, 'three_ds_required']);
      expect(service.received).toHaveLength(1);
      expect((await proxy.call(`/api/checkout/${key}`)).status).toBe(404);
      expect(proxy.logged('card_testing_suspected')).toHaveLength(1);
    },
  );

  it.each([
    ['credit', { ...newProof(), Eci: '07' }],
    ['debit', { ...newProof(), Cavv: 'x' }],
  ])('refuses a %s card with half a proof', async (kind, threeDSecure) => {
    const { service, proxy } = await suspecting();

    const answer = await proxy.pay({ body: { card: { ...card, kind }, threeDSecure } });

    expect([answer.status, answer.body['code']]).toEqual([422, 'three_ds_required']);
    expect(service.received).toHaveLength(1);
  });

  it('counts a card field that the API refuses as a decline', async () => {
    const json = { errors: { card: { cvv: ['x'] } } };
    const config = { breaker: { declinedPercent: 60, minPayments: 1 } };
    const { proxy } = await start(() => ({ status: 400, json }), {}, { config });
    await proxy.pay();

    const answer = await proxy.pay();

    expect(answer.body['code']).toBe('three_ds_required');
  });

  it('takes a card with a complete proof, also under the key that it refused', async () => {
    const { proxy } = await suspecting();
    const key = randomUUID();
    await proxy.pay({ key });

    const answer = await proxy.pay({ key, body: { threeDSecure: newProof() } });

    expect(answer.body).toMatchObject({ id: key, status: 'approved' });
  });

  it('answers a repeated key as ever', async () => {
    const clock = stoppedClock();
    const script = oneByOne({ status: 200, json: { id: 'pay_1' } }, { status: 402 });
    const config = { breaker: { declinedPercent: 40, minPayments: 2 } };
    const { service, proxy } = await start(script, {}, { now: clock.now, config });
    const key = randomUUID();
    await proxy.pay({ key });
    await proxy.pay({ order: { sub: 'declined' } });

    const [again, another] = [await proxy.pay({ key }), await proxy.pay({ order: { sub: 'b' } })];

    expect(again.body).toMatchObject({ id: key, status: 'approved' });
    expect(another.body).toMatchObject({ code: 'three_ds_required' });
    expect(service.received).toHaveLength(2);
  });

  it('judges first whether the order is signed', async () => {
    const { proxy } = await suspecting();

    const unsigned = await proxy.pay({ body: { order: 'x' } });

    expect(unsigned.status).toBe(401);
  });

  it('needs no proof any more five minutes later', async () => {
    const { proxy, clock } = await suspecting();
    await proxy.pay();
    clock.advance(300_000);

    const answer = await proxy.pay();

    expect(answer.status).toBe(200);
    expect(proxy.logged('card_testing_over')).toHaveLength(1);
  });
});

const refusals = [
  { status: 400, json: { error: 'Recusado por análise de risco' } },
  { status: 400, json: { error: 'Saldo insuficiente' } },
  { status: 402 },
  { status: 200, json: { status: 'refused', id: 'pay_1', acquirerCode: '51' } },
];

describe('a declined payment', () => {
  it('tells nothing of its reason', async () => {
    const { proxy } = await start(oneByOne(...refusals));

    for (const _ of refusals) await proxy.pay();

    const seen = proxy.answers.map(({ status, headers, text, body }) => ({
      status,
      headers: [...headers].filter(([name]) => name !== 'date'),
      text: text.replace(String(body['id']), 'ID').replace(String(body['createdAt']), 'TIME'),
    }));
    const charge = { amount: 12_990, currency: 'BRL', installments: 1 };
    const declined = { status: 'declined', code: 'declined', retryable: true, tries: 1 };
    expect(seen).toEqual(refusals.map(() => seen[0]));
    expect(JSON.parse(seen[0]?.text ?? '')).toEqual({
      id: 'ID',
      orderId: 'order-1',
      createdAt: 'TIME',
      card: { brand: 'visa', last4: '2701', kind: 'credit' },
      ...charge,
      ...declined,
    });
  });
});
