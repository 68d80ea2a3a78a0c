import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { card, newProof } from '@card-checkout/testing/checkout-request';
import { apiFile, startScriptedServer } from '@card-checkout/testing/during-test';
import { freePort } from '@card-checkout/testing/free-port';
import { token } from '@card-checkout/testing/proxy-environment';
import type { ScriptedAnswer } from '@card-checkout/testing/scripted-server';
import { startProxy, startProxyWith as start, stoppedClock } from '../../testing/running-proxy.ts';

describe('POST /api/checkout/', () => {
  it('sends the request that the template describes, with the token and nothing of the browser', async () => {
    const { service, proxy } = await start();

    const proof = newProof();
    const threeDSecure = { ...proof, Xid: 'x', ReferenceId: 'r' };
    const payer = {
      docType: 'cpf',
      document: '52998224725',
      name: 'Browser',
      phone: '11999990000',
    };
    const answer = await proxy.pay({
      headers: { 'X-Forwarded-For': '10.9.8.7', Cookie: 'a=b' },
      order: {
        payer: { name: 'Merchant', document: '12ABC34501DE35' },
        fields: { description: 'Shoes' },
      },
      body: { threeDSecure, payer, installments: 3, fraud: { sessionId: 's-1' } },
    });

    expect(answer.status).toBe(200);
    const [request] = service.received;
    expect(request?.path).toBe('/api/checkout/');
    expect(JSON.parse(request?.text ?? '')).toEqual({
      user: 4711,
      amount: 12_990,
      docType: 'cpf',
      document: '52998224725',
      card: {
        number: card.number,
        holder: card.holder,
        expirationMonth: '12',
        expirationYear: '2030',
        cvv: card.securityCode,
      },
      customer: { name: 'Merchant', phone: '11999990000' },
      paymentMethod: 'credit',
      installments: 3,
      threeDSecure: proof,
      fraudSessionId: 's-1',
      description: 'Shoes',
    });
    expect(request?.headers).toMatchObject({
      authorization: `Token ${token}`,
      'content-type': 'application/json',
      'user-agent': 'card-checkout-proxy',
    });
    const browserHeaders = ['cookie', 'origin', 'x-forwarded-for', 'idempotency-key'];
    expect(browserHeaders.filter((name) => request?.headers[name])).toEqual([]);
  });

  it('answers 200 with the payment when the API approves', async () => {
    const { proxy } = await start(() => ({
      status: 201,
      json: { id: 'pay_1', status: 'paid', nsu: 7 },
    }));
    const key = randomUUID();

    const answer = await proxy.pay({ key: key.toUpperCase() });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      id: key,
      orderId: 'order-1',
      status: 'approved',
      amount: 12_990,
      currency: 'BRL',
      installments: 1,
      card: { brand: 'visa', last4: '2701', kind: 'credit' },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      retryable: false,
      tries: 1,
      payment: { id: 'pay_1', status: 'paid' },
    });
  });

  it('shows only some members of the payment', async () => {
    const json = { id: 'pay_1', nsu: 7, score: 93 };
    const { proxy } = await start(
      () => ({ status: 200, json }),
      apiFile({ answer: { fields: ['nsu'] } }),
    );

    const answer = await proxy.pay();

    expect(answer.body['payment']).toEqual({ nsu: 7 });
  });

  it.each([
    [
      402,
      { status: 400, json: { error: 'Recusado por análise de risco' } },
      'declined',
      'declined',
    ],
    [422, { status: 400, json: { errors: { document: ['x'] } } }, 'invalid', 'invalid_input'],
    [502, { status: 401, json: { detail: 'x' } }, 'failed', 'configuration'],
    [504, { status: 503, text: '<html>' }, 'unknown', 'unavailable'],
    [429, { status: 429 }, 'failed', 'rate_limited'],
    [504, 'reset', 'unknown', 'no_answer'],
  ] as const)('answers %i for %o', async (status, scripted, paymentStatus, code) => {
    const { proxy } = await start(() => scripted);

    const answer = await proxy.pay();

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status: paymentStatus, code });
    expect(answer.text).not.toMatch(/risco|detail|html/);
  });

  it('answers 504 when the API says nothing in time, and does not send again', async () => {
    const { service, proxy } = await start(() => 'hang', { UPSTREAM_TIMEOUT_MS: '50' });

    const answer = await proxy.pay();

    expect(answer.status).toBe(504);
    expect(answer.body).toMatchObject({ status: 'unknown', code: 'no_answer', retryable: false });
    expect(service.received).toHaveLength(1);
  });

  it('takes no other payment of an order that a 5xx may have charged', async () => {
    const { service, proxy } = await start(() => ({ status: 500 }));

    const first = await proxy.pay();
    const second = await proxy.pay();

    expect(first.body).toMatchObject({ status: 'unknown', code: 'unavailable', retryable: false });
    expect([second.status, second.body['code']]).toEqual([409, 'order_in_progress']);
    expect(service.received).toHaveLength(1);
  });
});

describe('a repeated key', () => {
  it('joins the running payment', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy } = await start(() => gate.promise);
    const key = randomUUID();

    const first = proxy.pay({ key });
    const second = proxy.pay({ key });
    await expect.poll(() => service.received.length).toBe(1);
    gate.resolve({ status: 200 });

    expect((await first).text).toBe((await second).text);
    expect(service.received).toHaveLength(1);
  });

  it('joins it, too, when the members of the body come in another order', async () => {
    const { service, proxy } = await start();
    const key = randomUUID();
    const address = { city: 'Recife', street: 'Rua da Aurora' };
    const payer = { docType: 'cpf', document: '52998224725', address };
    const first = await proxy.pay({ key, body: { payer } });

    const turned = { ...payer, address: { street: 'Rua da Aurora', city: 'Recife' } };
    const reversed = Object.fromEntries(Object.entries(turned).toReversed());
    const turnedCard = Object.fromEntries(Object.entries(card).toReversed());
    const second = await proxy.pay({ key, body: { payer: reversed, card: turnedCard } });

    expect([second.status, second.text]).toEqual([200, first.text]);
    expect(service.received).toHaveLength(1);
  });

  it('gets the stored answer, even when the order has expired since', async () => {
    let now = new Date();
    const { service, proxy } = await start(undefined, {}, { now: () => now });
    const key = randomUUID();
    const first = await proxy.pay({ key });

    now = new Date(now.getTime() + 24 * 3600 * 1000);
    const second = await proxy.pay({ key });

    expect(second.status).toBe(200);
    expect(second.text).toBe(first.text);
    expect(service.received).toHaveLength(1);
  });

  it.each([
    ['another holder', { body: { card: { ...card, holder: 'JOAO' } } }],
    ['another number', { body: { card: { ...card, number: '4111111111111111' } } }],
    ['other installments', { body: { installments: 2 } }],
    ['another amount', { order: { amount: 1 } }],
    ['another order', { order: { sub: 'order-2' } }],
  ])('is refused with %s', async (_name, other) => {
    const { service, proxy } = await start();
    const key = randomUUID();
    await proxy.pay({ key });

    const answer = await proxy.pay({ key, ...other });

    expect(answer.status).toBe(422);
    expect(answer.body['code']).toBe('idempotency_key_reused');
    expect(service.received).toHaveLength(1);
  });
});

describe('an order', () => {
  it('has one live payment, however many are started at once', async () => {
    const gate = Promise.withResolvers<ScriptedAnswer>();
    const { service, proxy } = await start(() => gate.promise);

    const payments = Array.from({ length: 20 }, () => proxy.pay());
    await expect.poll(() => proxy.answers.length).toBe(19);
    gate.resolve({ status: 200 });
    const answers = await Promise.all(payments);

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ body }) => body['code'])).toEqual(Array(19).fill('order_in_progress'));
    expect(service.received).toHaveLength(1);
  });

  it('is not paid twice', async () => {
    const { service, proxy } = await start();
    await proxy.pay();

    const answer = await proxy.pay();

    expect(answer.status).toBe(409);
    expect(answer.body['code']).toBe('order_already_paid');
    expect(service.received).toHaveLength(1);
  });

  it('takes no payment while the outcome of another is unknown', async () => {
    const { service, proxy } = await start(() => 'reset');
    await proxy.pay();

    const answer = await proxy.pay();

    expect(answer.body['code']).toBe('order_in_progress');
    expect(service.received).toHaveLength(1);
  });

  it.each([
    ['a decline', 402, { error: 'x' }],
    ['a wrong security code', 422, { errors: { card: { cvv: ['x'] } } }],
    ['a wrong number', 422, { errors: { card: { number: ['x'] } } }],
  ])('may be paid after %s, until it has no payments left', async (_what, status, json) => {
    const { service, proxy } = await start(() => ({ status: 400, json }), {
      ATTEMPTS_PER_ORDER: '2',
    });
    const first = await proxy.pay();
    const second = await proxy.pay();

    const third = await proxy.pay();

    expect([first.status, second.status, third.status]).toEqual([status, status, 429]);
    expect(third.body['code']).toBe('too_many_attempts');
    expect(service.received).toHaveLength(2);
  });

  it.each([
    ['is limited', { status: 429 }],
    ['has a wrong field', { status: 400, json: { errors: { document: ['CPF inválido'] } } }],
    ['has a wrong token', { status: 401 }],
  ])('keeps its payments when a request %s', async (_words, undecided) => {
    const { service, proxy } = await start(() => undecided, { ATTEMPTS_PER_ORDER: '1' });
    const first = await proxy.pay();
    service.script = () => ({ status: 200 });

    const second = await proxy.pay();

    expect(first.body['status']).toMatch(/^(failed|invalid)$/);
    expect(second.body['status']).toBe('approved');
  });

  it('ends after 50 payments of any kind', async () => {
    const { service, proxy } = await start(() => ({ status: 401 }));
    for (let paid = 0; paid < 50; paid++) await proxy.pay();

    const answer = await proxy.pay();

    expect([answer.status, answer.body['code']]).toEqual([429, 'too_many_attempts']);
    expect(service.received).toHaveLength(50);
  });

  it('keeps its payments when a request reached nobody', async () => {
    const port = await freePort();
    const env = { API_BASE_URL: `http://127.0.0.1:${port}`, ATTEMPTS_PER_ORDER: '1' };
    const proxy = await startProxy(env);
    const first = await proxy.pay();
    await startScriptedServer(undefined, port);

    const second = await proxy.pay();

    expect(first.body).toMatchObject({ status: 'failed', code: 'unavailable' });
    expect(second.body['status']).toBe('approved');
  });
});

describe('an order whose time is over', () => {
  it.each([
    ['is refused a second later', 1, undefined, 401],
    ['is refused with a proof that is none', 1, { ...newProof(), Cavv: 'x' }, 401],
    ['is refused with an ECI of another brand', 1, { ...newProof(), Eci: '02' }, 401],
    ['takes a payment that the bank was asked about before', 1199, newProof(), 200],
    ['is refused that payment, too, after 20 minutes', 1200, newProof(), 401],
  ])('%s', async (_words, secondsOver, threeDSecure, status) => {
    const clock = stoppedClock();
    const { proxy } = await start(undefined, {}, { now: clock.now });
    const exp = Math.floor(clock.now().getTime() / 1000) - secondsOver;

    const answer = await proxy.pay({ order: { exp }, body: { threeDSecure } });

    expect(answer.status).toBe(status);
    expect(answer.body['code']).toBe(status === 401 ? 'order_expired' : undefined);
  });
});
