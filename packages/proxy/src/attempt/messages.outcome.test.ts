import { OutcomeMessage } from '@card-checkout/contract';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '@card-checkout/testing/during-test';
import { oneByOne, type ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { webhookSecret } from '@card-checkout/testing/webhook-receiver';
import {
  begin,
  closing,
  ended,
  endedForNow,
  moved,
  noon,
  posted,
  rules,
  started,
  waysTo,
} from '../../testing/payments.ts';
import { startProxyWith as start, webhooks } from '../../testing/running-proxy.ts';
import { verifyWebhook } from '@card-checkout/server';
import type { Attempt } from './attempt.ts';
import { approved, declined, mayBeCharged, pending } from './outcome.ts';
import { outcomeMessage } from './messages.ts';
import type { AttemptEvent } from './state-machine.ts';
import { transition } from './transition.ts';

describe('the shop’s server', () => {
  it('learns that an order is paid, without any postback', async () => {
    const payment = await startReceiver();
    const { proxy } = await start(
      () => ({ status: 201, json: { id: 'pay_1' } }),
      webhooks({ payment }),
    );

    const { body } = await proxy.pay();
    await expect.poll(() => payment.received.length).toBe(1);

    const { headers, text } = payment.received[0] ?? {};
    const event = verifyWebhook(JSON.parse(JSON.stringify(headers)), text ?? '', webhookSecret);
    expect(OutcomeMessage.parse(event)).toEqual({
      type: 'payment.approved',
      timestamp: expect.stringMatching(/^\d{4}-.+Z$/),
      data: {
        paymentId: body['id'],
        orderId: 'order-1',
        status: 'approved',
        amount: 12_990,
        orderAmount: 12_990,
        currency: 'BRL',
        installments: 1,
        card: { brand: 'visa', last4: '2701', kind: 'credit' },
        transactionId: 'pay_1',
        decidedBy: 'answer',
      },
    });
  });

  it.each<[outcome: string, answer: ScriptedAnswer]>([
    ['declined', { status: 402 }],
    ['processing', { status: 200, json: { status: 'pending' } }],
    ['unknown', 'reset'],
    ['failed', { status: 401 }],
    ['failed', { status: 400, json: { errors: { 'card.number': ['wrong'] } } }],
  ])('learns of a payment that is %s', async (outcome, answer) => {
    const payment = await startReceiver();
    const { proxy } = await start(() => answer, webhooks({ payment }));

    await proxy.pay({ headers: { Prefer: 'wait=0' } });
    await expect.poll(() => payment.received.length).toBe(1);

    expect(OutcomeMessage.parse(JSON.parse(payment.received[0]?.text ?? ''))).toMatchObject({
      type: `payment.${outcome}`,
      data: { status: outcome, decidedBy: 'answer' },
    });
  });

  it('learns why, and the browser does not', async () => {
    const payment = await startReceiver();
    const json = { status: 'refused', message: 'Saldo insuficiente' };
    const settings = { ...webhooks({ payment }), MERCHANT_KEY: 'k'.repeat(40) };
    const { proxy } = await start(() => ({ status: 201, json }), settings);

    const paid = await proxy.pay();
    const read = await proxy.call(`/api/checkout/${String(paid.body['id'])}`);
    const headers = { authorization: `Bearer ${settings.MERCHANT_KEY}` };
    const order = await fetch(`${proxy.url}/api/orders/order-1`, { headers });
    await expect.poll(() => payment.received.length).toBe(1);

    const reason = '/status: refused, /message: Saldo insuficiente';
    expect(OutcomeMessage.parse(JSON.parse(payment.received[0]?.text ?? ''))).toMatchObject({
      data: { reason },
    });
    expect(await order.json()).toMatchObject({ payments: [{ reason }] });
    expect(proxy.logged('try_ended')).toMatchObject([{ reason }]);
    expect([paid.body['status'], read.body['status']]).toEqual(['declined', 'declined']);
    expect(paid.text + read.text).not.toMatch(/reason|insuficiente/);
  });

  it('learns each later outcome of a payment, and nothing of a postback that decides nothing', async () => {
    const payment = await startReceiver();
    const { service, proxy } = await start(oneByOne('reset'), webhooks({ payment }));
    await proxy.pay();
    await expect.poll(() => payment.received.length).toBe(1);

    await proxy.postBack(service.received[0], { status: 'pending' });
    await proxy.postBack(service.received[0], { status: 'refused' });
    await proxy.postBack(service.received[0], { status: 'paid', transactionId: 'tx_1' });
    await expect.poll(() => payment.received.length).toBe(3);

    expect(payment.messages()).toMatchObject([
      { type: 'payment.unknown', data: { decidedBy: 'answer' } },
      { type: 'payment.declined', data: { decidedBy: 'postback' } },
      { type: 'payment.approved', data: { decidedBy: 'postback', transactionId: 'tx_1' } },
    ]);
    expect(new Set(payment.messages().map(({ id }) => id)).size).toBe(3);
  });
});

describe('an outcome', () => {
  it('has one message, however often it is made', () => {
    const change = transition([begin()], 'a-1', ended(1, pending), rules);
    const later = transition(change ? [change.attempt] : [], 'a-1', posted(1, 'charged'), rules);

    const messages = [change, later].map((step) => step?.messages.at(-1));
    const again = [change, later].map((step) => step && outcomeMessage(step.attempt));
    expect(again).toEqual(messages);
    expect(messages[0]?.id).not.toBe(messages[1]?.id);
  });
});

/** Returns the content of the message about the outcome that an event leads to. */
function outcomeOf(payments: Attempt[], event: AttemptEvent) {
  const change = transition(payments, 'a-1', event, rules);
  return JSON.parse(change?.messages.at(-1)?.body ?? '');
}

describe('the message about an outcome', () => {
  const firstTry = endedForNow(1, { ...mayBeCharged, transactionId: 'tx_1' });

  it('says that the order was closed before the charge was known', () => {
    const refused = moved(begin(), [ended(1, declined)]);

    const [late, usual] = [[refused, closing], [refused]].map((payments) =>
      outcomeOf(payments, posted(1, 'charged')),
    );

    expect(late).toMatchObject({ type: 'payment.approved', data: { orderClosed: true } });
    expect(usual).toMatchObject({ type: 'payment.approved' });
    expect(usual.data).not.toHaveProperty('orderClosed');
  });

  it.each<[string, before: AttemptEvent[], AttemptEvent, id: string]>([
    [
      'of the earlier try that charged',
      [firstTry, started(2), ended(2, { ...mayBeCharged, transactionId: 'tx_2' })],
      { kind: 'postback', number: 1, claim: 'charged', transactionId: 'tx_1' },
      'tx_1',
    ],
    [
      'of the later try that charged',
      [firstTry, started(2)],
      ended(2, { ...approved, transactionId: 'tx_2' }),
      'tx_2',
    ],
    [
      'of the latest try if none charged',
      [firstTry, started(2)],
      ended(2, { ...mayBeCharged, transactionId: 'tx_2' }),
      'tx_2',
    ],
    [
      'of the earlier try if the latest got none',
      [firstTry, started(2)],
      ended(2, mayBeCharged),
      'tx_1',
    ],
  ])('has the API’s id %s', (_words, before, event, transactionId) => {
    expect(outcomeOf([moved(begin(), before)], event)).toMatchObject({ data: { transactionId } });
  });

  it.each(['sending', 'reserved', 'waiting'] as const)('is missing while one is %s', (state) => {
    expect(outcomeMessage(moved(begin(), waysTo[state]))).toBeUndefined();
  });

  it('is missing for the mark of a closed order', () => {
    expect(outcomeMessage(closing)).toBeUndefined();
  });

  it('is missing unless the time and what decided are known', () => {
    const approvedOne = moved(begin(), waysTo.approved);

    expect(outcomeMessage({ ...approvedOne, outcomeAt: noon.toISOString() })).toBeUndefined();
    expect(outcomeMessage({ ...approvedOne, decidedBy: 'answer' })).toBeUndefined();
  });
});
