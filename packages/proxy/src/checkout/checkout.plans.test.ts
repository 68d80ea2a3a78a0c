import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { card, newProof } from '@card-checkout/testing/checkout-request';
import { apiFile, startReceiver } from '@card-checkout/testing/during-test';
import { webhooks } from '../../testing/running-proxy.ts';
import { startProxyWith as start, storedRows } from '../../testing/running-proxy.ts';

const plans = [
  { count: 1, amount: 129_900, total: 129_900 },
  { count: 3, amount: 43_300, total: 129_900 },
  {
    count: 12,
    amount: 12_276,
    total: 147_312,
    monthlyRate: 1.99,
    annualRate: 26.68,
    cet: 30.12,
    agent: 'Banco Exemplo',
  },
];
const order = { amount: 129_900, installments: { max: 12, plans } };
const inTwelve = { order, body: { installments: 12 } };
const payments = "SELECT state ->> 'amountCentavos' AS centavos FROM payments";

describe('an order with plans', () => {
  it('is charged, stored and logged with the total of the chosen one', async () => {
    const { service, proxy } = await start();

    const answer = await proxy.pay(inTwelve);

    expect(answer.body).toMatchObject({ status: 'approved' });
    expect(service.received.map(({ text }) => JSON.parse(text))).toMatchObject([
      { amount: 147_312, installments: 12 },
    ]);
    const said = proxy.logLines.join('');
    expect(said).toContain('"amountCentavos":147312');
    expect(said).not.toContain('129900');
    await proxy.close();
    expect(storedRows(proxy.folder, payments)).toEqual([{ centavos: 147_312 }]);
  });

  it('costs its own amount where a plan has no interest', async () => {
    const { service, proxy } = await start();

    await proxy.pay({ order, body: { installments: 3 } });

    const [request] = service.received;
    expect(JSON.parse(request?.text ?? '')).toMatchObject({ amount: 129_900, installments: 3 });
  });

  it('reports the same amount to support and in the log of a 5xx', async () => {
    const support = await startReceiver();
    const { proxy } = await start(() => ({ status: 500 }), webhooks({ support }));

    await proxy.pay(inTwelve);
    await expect.poll(() => support.received.length).toBe(1);

    const data = expect.objectContaining({ amount: 147_312 });
    expect(support.messages()).toMatchObject([{ data }]);
    expect(proxy.logged('try_failed')[0]).toMatchObject({
      amountCentavos: 147_312,
      request: { amount: 147_312 },
    });
  });

  it('lets a template leave the interest to the service', async () => {
    const request = {
      cash: '$order.cashAmount',
      reais: '$order.amountDecimal',
      juros: ['$plan.amount', '$plan.monthlyRate'],
    };
    const { service, proxy } = await start(undefined, apiFile({ request }));

    await proxy.pay(inTwelve);

    expect(service.received.map(({ text }) => JSON.parse(text))).toEqual([
      { cash: 129_900, reais: '1473.12', juros: [12_276, 1.99] },
    ]);
  });

  it.each([
    ['a number of installments that no plan has', { body: { installments: 2 } }],
    ['more installments than the most', { body: { installments: 13 } }],
    ['debit in installments', { body: { card: { ...card, kind: 'debit' }, installments: 12 } }],
  ])('refuses %s; records and sends nothing', async (_name, { body }) => {
    const { service, proxy } = await start();

    const answer = await proxy.pay({ order, body: { threeDSecure: newProof(), ...body } });

    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'invalid_input',
      fields: { installments: ['invalid'] },
    });
    expect(service.received).toEqual([]);
    await proxy.close();
    expect(storedRows(proxy.folder, payments)).toEqual([]);
  });

  it('costs its own amount by debit, despite its plans', async () => {
    const { service, proxy } = await start();
    const dearer = { ...plans[2], count: 1, amount: 140_000, total: 140_000 };

    const answer = await proxy.pay({
      order: { ...order, installments: { max: 1, plans: [dearer] } },
      body: {
        card: { ...card, kind: 'debit' },
        threeDSecure: newProof(),
      },
    });

    expect(answer.status).toBe(200);
    const [request] = service.received;
    expect(JSON.parse(request?.text ?? '')).toMatchObject({ amount: 129_900, installments: 1 });
  });

  it.each([
    ['may have been', 'reset', 'order_in_progress'],
    ['was', { status: 200 }, 'order_already_paid'],
  ] as const)('takes no other plan after one that %s charged', async (_name, scripted, code) => {
    const { service, proxy } = await start(() => scripted);
    await proxy.pay(inTwelve);

    const second = await proxy.pay({ order, body: { installments: 3 } });

    expect([second.status, second.body['code']]).toEqual([409, code]);
    expect(service.received).toHaveLength(1);
  });

  it('takes a repeated key for the same plan alone', async () => {
    const { service, proxy } = await start();
    const key = randomUUID();
    const first = await proxy.pay({ key, ...inTwelve });
    const dearer = { ...plans[2], count: 12, amount: 12_300, total: 147_600 };

    const same = await proxy.pay({ key, ...inTwelve });
    const other = await proxy.pay({
      key,
      ...inTwelve,
      order: { ...order, installments: { max: 12, plans: [dearer] } },
    });

    expect([same.status, same.text]).toEqual([200, first.text]);
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect(service.received).toHaveLength(1);
  });
});
