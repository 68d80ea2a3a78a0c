import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { card, orderSecret } from '@card-checkout/testing/checkout-request';
import { startReceiver } from '@card-checkout/testing/during-test';
import { token } from '@card-checkout/testing/proxy-environment';
import { oneByOne, postbackUrlOf } from '@card-checkout/testing/scripted-server';
import { webhookSecret } from '@card-checkout/testing/webhook-receiver';
import { webhooks } from '../../testing/running-proxy.ts';
import { startProxyWith as start } from '../../testing/running-proxy.ts';

describe('support', () => {
  it('gets an alarm, signed as Standard Webhooks describes', async () => {
    const support = await startReceiver();
    const { proxy } = await start(() => 'reset', webhooks({ support }));

    const { body } = await proxy.pay();
    await expect.poll(() => support.received.length).toBe(1);

    const [message] = support.received;
    const headers: Record<string, string> = JSON.parse(JSON.stringify(message?.headers));
    expect(new Webhook(webhookSecret).verify(message?.text ?? '', headers)).toEqual({
      type: 'alarm.outcome_unknown',
      timestamp: expect.stringMatching(/^\d{4}-.+Z$/),
      data: {
        paymentId: body['id'],
        orderId: 'order-1',
        status: 'unknown',
        statusBefore: 'processing',
        amount: 12_990,
        orderAmount: 12_990,
        currency: 'BRL',
        installments: 1,
        card: { brand: 'visa', last4: '2701', kind: 'credit' },
        code: 'no_answer',
        tries: [
          {
            number: 1,
            startedAt: expect.any(String),
            endedAt: expect.any(String),
            answer: 'uncertain',
          },
        ],
        otherPayments: [],
      },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_/),
    });
  });

  it('gets what it needs to refund a charge: the time, the amount, and the payment’s id', async () => {
    const support = await startReceiver();
    const script = oneByOne({ status: 500 }, { status: 201, json: { id: 'pay_2' } });
    const { service, proxy } = await start(script, webhooks({ support }));
    await proxy.pay();
    await expect.poll(() => support.received.length).toBe(2);

    await proxy.postBack(service.received[0], { status: 'paid', transactionId: 'tx_1' });
    await expect.poll(() => support.received.length).toBe(3);

    const messages = support.messages();
    const [possible, duplicate] = messages.filter(({ type }) => type.endsWith('duplicate_charge'));
    expect(possible).toMatchObject({
      type: 'alarm.possible_duplicate_charge',
      data: {
        statusBefore: 'processing',
        tries: [{ answer: 'uncertain' }, { answer: 'charged', transactionId: 'pay_2' }],
      },
    });
    expect(duplicate).toMatchObject({
      type: 'alarm.duplicate_charge',
      data: {
        statusBefore: 'approved',
        tries: [
          { answer: 'uncertain', postback: 'charged', transactionId: 'tx_1' },
          { answer: 'charged', transactionId: 'pay_2' },
        ],
      },
    });
  });

  it('reads why a rule of the service refused the payment, which the page does not', async () => {
    const support = await startReceiver();
    const error = `Recusado por análise de risco: ${card.number}, CPF 529.982.247-25`;
    const { proxy } = await start(() => ({ status: 400, json: { error } }), webhooks({ support }));

    const answer = await proxy.pay();
    await expect.poll(() => support.received.length).toBe(1);

    const reason = '/error: Recusado por análise de risco: [secret], CPF [secret]';
    expect(answer.text).not.toContain('risco');
    expect(support.messages()).toMatchObject([{ type: 'alarm.risk_refused', data: { reason } }]);
    expect(proxy.logged('alarm')).toMatchObject([{ alarm: 'risk_refused', reason }]);
  });

  it('gets the other payments of the order', async () => {
    const support = await startReceiver();
    const script = oneByOne({ status: 402 }, { status: 200 });
    const { service, proxy } = await start(script, webhooks({ support }));
    const refused = await proxy.pay();
    const approved = await proxy.pay();

    await proxy.postBack(service.received[0], 'status=paid');
    await expect.poll(() => support.received.length).toBe(1);

    expect(support.messages()[0]?.data).toMatchObject({
      paymentId: refused.body['id'],
      status: 'approved',
      otherPayments: [
        { paymentId: approved.body['id'], status: 'approved', tries: [{ answer: 'charged' }] },
      ],
    });
  });
});

describe('the merchant’s webhook', () => {
  it.each([
    ['{"status":"paid","amount":9}', { status: 'paid', amount: 9 }, 'charged', 'approved'],
    ['status=Recusado&nsu=7', { status: 'Recusado', nsu: '7' }, 'refused', 'declined'],
    ['neither', undefined, 'exists', 'unknown'],
  ])('gets the postback %s, with the payment after it', async (posted, postback, claim, status) => {
    const relay = await startReceiver();
    const { service, proxy } = await start(() => 'reset', webhooks({ relay }));
    const { body } = await proxy.pay();

    await proxy.postBack(service.received[0], posted);
    await expect.poll(() => relay.received.length).toBe(1);

    const [message] = relay.messages();
    expect(message?.type).toBe('payment.postback');
    expect(message?.data['postback']).toEqual(postback);
    expect(message?.data).toMatchObject({ paymentId: body['id'], status, try: 1, claim });
  });

  it('knows a postback that came twice by its id, and gets no forged one', async () => {
    const relay = await startReceiver();
    const { service, proxy } = await start(() => 'reset', webhooks({ relay }));
    await proxy.pay();
    const [request] = service.received;

    await proxy.postBack(request, { status: 'pending' });
    await expect.poll(() => relay.received.length).toBe(1);
    await proxy.postBack(request, { status: 'pending' });
    await expect.poll(() => relay.received.length).toBe(2);
    await proxy.call(`/api/postback/${'A'.repeat(43)}`, { method: 'POST', body: '{}' });
    await proxy.postBack(request, { status: 'paid' });
    await expect.poll(() => relay.received.length).toBe(3);

    const [first, second, third] = relay.messages();
    expect(second?.id).toBe(first?.id);
    expect(third?.id).not.toBe(first?.id);
  });
});

describe('the messages', () => {
  it('contain no card data and no secret, even if the service echoes them', async () => {
    const [relay, support] = [await startReceiver(), await startReceiver()];
    const { service, proxy } = await start(
      (number, { text, headers }) => ({
        status: number === 1 ? 500 : 200,
        json: { ...JSON.parse(text), headers, error: number === 1 ? text : undefined },
      }),
      webhooks({ relay, support }),
    );
    await proxy.pay({ headers: { Prefer: 'wait=1' } });

    for (const request of service.received) {
      const echo = { ...JSON.parse(request.text), status: 'paid', id: card.number, cvc: '739' };
      await proxy.postBack(request, echo);
      const flat = { note: card.number.replaceAll(/(\d{4})/g, '$1 '), url: postbackUrlOf(request) };
      await proxy.postBack(request, new URLSearchParams(flat).toString());
    }
    await expect.poll(() => relay.received.length).toBe(4);
    await expect.poll(() => support.received.length).toBe(4);

    const said = [...relay.received, ...support.received].map(({ text }) => text).join('\n');
    const postbackTokens = service.received.map((each) => postbackUrlOf(each).split('/').at(-1));
    const secrets = [token, orderSecret, webhookSecret, ...postbackTokens];
    for (const secret of secrets) expect(said).not.toContain(secret);
    expect(said).not.toMatch(/4000 ?0000 ?0000 ?2701|cv[vc]\W+\d/);
    const reasons = support.messages().map(({ data }) => JSON.stringify(data['reason']));
    expect(reasons.join('')).not.toMatch(/MARIA|2030|739/);
    expect(said).not.toMatch(/"739"|[\da-f]{64}/);
    expect(said).toContain('400000…2701');
  });
});

describe('docs/shop-server.md', () => {
  const guide = readFileSync('docs/shop-server.md', 'utf8');
  const blocks = [...guide.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, text = '']) => text);
  const shown = (type: string) =>
    Object.keys(JSON.parse(blocks.find((text) => text.includes(`"${type}"`)) ?? '{}').data);

  it('shows the messages that support and the shop get', async () => {
    const [relay, support] = [await startReceiver(), await startReceiver()];
    const { service, proxy } = await start(() => 'reset', webhooks({ relay, support }));
    await proxy.pay({ order: { metadata: { cart: 'c-7' } } });
    await proxy.postBack(service.received[0], { status: 'paid' });
    await expect.poll(() => relay.received.length).toBe(1);
    await expect.poll(() => support.received.length).toBeGreaterThan(0);

    const onlyOfOutcomes = new Set(['decidedBy', 'transactionId']);
    const shared = shown('payment.approved').filter((name) => !onlyOfOutcomes.has(name));
    for (const { type, data } of [...relay.messages(), ...support.messages().slice(0, 1)])
      expect(new Set([...shared, 'tries', 'otherPayments', ...shown(type)])).toEqual(
        new Set(Object.keys(data)),
      );
  });
});
