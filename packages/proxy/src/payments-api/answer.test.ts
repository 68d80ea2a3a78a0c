import { describe, expect, it } from 'vitest';
import { isRetryable } from '../attempt/outcome.ts';
import { examplePayment } from '../program/reports.ts';
import { outcomeOf as outcomeWith } from './answer.ts';
import { apiRulesOf } from './api-file.ts';
import type { UpstreamResult } from '../upstream/upstream.ts';

const builtIn = apiRulesOf();

const card = {
  number: '4000000000001091',
  holder: 'MARIA SILVA',
  expiry: '2031-12',
  securityCode: '123',
  kind: 'credit',
} as const;

const outcomeOf = (result: UpstreamResult, rules = builtIn) => {
  const body = { installments: 3, paymentId: 'p-1' };
  return outcomeWith(result, rules, { request: { ...examplePayment, card }, body });
};

const answer = (status: number, body?: unknown, rules = builtIn) =>
  outcomeOf({ kind: 'answer', status, body, text: JSON.stringify(body) ?? '' }, rules);

describe('an answer without a useful body', () => {
  it.each([
    [200, 'approved', undefined, false, 'charged'],
    [201, 'approved', undefined, false, 'charged'],
    [202, 'pending', undefined, false, 'exists'],
    [204, 'approved', undefined, false, 'charged'],
    [300, 'unknown', 'no_answer', false, 'uncertain'],
    [301, 'unknown', 'no_answer', false, 'uncertain'],
    [302, 'unknown', 'no_answer', false, 'uncertain'],
    [304, 'failed', 'configuration', false, 'not_charged'],
    [307, 'failed', 'configuration', false, 'not_charged'],
    [400, 'failed', 'configuration', false, 'not_charged'],
    [401, 'failed', 'configuration', false, 'not_charged'],
    [402, 'declined', 'declined', true, 'refused'],
    [403, 'failed', 'configuration', false, 'not_charged'],
    [404, 'failed', 'configuration', false, 'not_charged'],
    [405, 'failed', 'configuration', false, 'not_charged'],
    [303, 'unknown', 'no_answer', false, 'uncertain'],
    [408, 'unknown', 'no_answer', false, 'uncertain'],
    [409, 'unknown', 'no_answer', false, 'uncertain'],
    [415, 'failed', 'configuration', false, 'not_charged'],
    [422, 'failed', 'configuration', false, 'not_charged'],
    [423, 'unknown', 'no_answer', false, 'uncertain'],
    [424, 'unknown', 'no_answer', false, 'uncertain'],
    [425, 'unknown', 'no_answer', false, 'uncertain'],
    [499, 'unknown', 'no_answer', false, 'uncertain'],
    [429, 'failed', 'rate_limited', true, 'not_charged'],
    [500, 'unknown', 'unavailable', false, 'uncertain'],
    [502, 'unknown', 'unavailable', false, 'uncertain'],
    [503, 'unknown', 'unavailable', false, 'uncertain'],
  ] as const)('of %i is %s %s', (status, paymentStatus, code, retryable, charge) => {
    const outcome = answer(status);

    expect([outcome.status, outcome.code, isRetryable(outcome), outcome.charge]).toEqual([
      paymentStatus,
      code,
      retryable,
      charge,
    ]);
  });
});

describe('a 2xx body', () => {
  it('that is not JSON proves nothing about the payment', () => {
    const page = {
      kind: 'answer',
      status: 200,
      text: '<html>login</html>',
      body: undefined,
    } as const;

    expect(outcomeOf(page)).toMatchObject({ status: 'unknown', code: 'no_answer' });
  });

  it.each([
    [{ id: 1 }, 'approved', undefined],
    [null, 'approved', undefined],
    [{ status: 'PAID' }, 'approved', undefined],
    [{ status: 'recusado' }, 'declined', undefined],
    [{ status: ' PENDING ' }, 'pending', undefined],
    [{ status: 'em disputa' }, 'pending', 'unknown_status'],
    [{ status: 'paid', error: 'x' }, 'pending', 'unknown_status'],
    [{ id: 1, code: '00' }, 'pending', 'unknown_status'],
    [{ data: { status: 'paid' } }, 'pending', 'unknown_status'],
    [['paid'], 'unknown', undefined],
    ['paid', 'unknown', undefined],
    [1, 'unknown', undefined],
  ])('%j is %s, with the alarm %s', (body, status, alarm) => {
    expect([answer(200, body).status, answer(200, body).alarm]).toEqual([status, alarm]);
  });

  it('without a status is open, unless the file says that silence pays', () => {
    const rules = apiRulesOf({ answer: { status: { pointers: ['/status'], paid: ['paid'] } } });

    expect([200, 202].map((status) => answer(status, {}, rules).status)).toEqual([
      'pending',
      'pending',
    ]);
    expect(answer(202, {}).status).toBe('pending');
  });

  it.each([
    [
      { status: 'Chargeback ' },
      '/status: Chargeback; to read it: "declined": ["Chargeback"] (or "paid", "pending") in answer.status',
    ],
    [
      { status: 'paid', errorCode: '51', message: `N\u00E3o\n\uD800${card.number}` },
      '/status: paid, but /errorCode: 51; if that doesn\'t matter: "ignore": ["/errorCode"] in answer, /message: Não \uFFFD[secret]',
    ],
    [
      { id: 1, status: `x ${card.number} y ${card.securityCode}` },
      '/status: x [secret] y [digits]; to read it: "declined": ["x [secret] y [digits]"] (or "paid", "pending") in answer.status',
    ],
  ])('%j is doubt, and support reads %j', (body, reason) => {
    expect(answer(200, body)).toMatchObject({
      status: 'pending',
      charge: 'exists',
      alarm: 'unknown_status',
      reason,
    });
  });

  it('has a reason of at most 300 characters, and none if it approves', () => {
    expect(answer(200, { status: 'x'.repeat(999) }).reason).toHaveLength(300);
    expect(answer(200, { status: 'paid', message: 'ok' })).not.toHaveProperty('reason');
  });

  it('is passed on, as far as the file says', () => {
    expect(answer(200, { id: 1, transactionId: 't', nsu: 7 }).payment).toEqual({
      id: 1,
      transactionId: 't',
    });
  });
});

describe('a transaction id', () => {
  it.each([
    [{ id: 'pay_1' }, 'pay_1'],
    [{ id: 7, status: 'recusado' }, '7'],
    [{ status: 'paid' }, undefined],
  ])('is taken from the 2xx body %j', (body, transactionId) => {
    expect(answer(200, body).transactionId).toBe(transactionId);
  });
});

describe('a 5xx body', () => {
  it.each([
    [{ transactionId: 'tx_1' }, 'pending', 'exists'],
    [{ transactionId: 'tx_1', status: 'recusado' }, 'pending', 'exists'],
    [{ transactionId: 'tx_1', status: 'ok' }, 'pending', 'exists'],
    [{ transactionId: 'tx_1', status: 'paid', error: 'x' }, 'pending', 'exists'],
    [{ transactionId: 'tx_1', status: 'Paid' }, 'approved', 'charged'],
  ])('%j proves that the payment is %s', (body, status, charge) => {
    expect(answer(500, body)).toMatchObject({ status, charge, transactionId: 'tx_1' });
  });

  it.each([
    { status: 'paid' },
    { error: 'x' },
    { transactionId: '' },
    { transactionId: 'p-1', status: 'paid' },
    { payment: { id: 'tx_1' } },
    '<html>',
  ])('%j proves nothing', (body) => {
    expect(answer(502, body)).toMatchObject({
      status: 'unknown',
      charge: 'uncertain',
      code: 'unavailable',
    });
  });

  it('gives its words to the log', () => {
    expect(answer(500, { detail: 'down' }).reason).toBe('/detail: down');
  });
});

describe('a 400, 402, 409, 412 or 422', () => {
  const status = { pointers: ['/code'], paid: ['00'], pending: ['99'], declined: ['51'] };
  const rules = apiRulesOf({ answer: { status, reason: ['/text'] } });

  it.each([
    [{ code: '51', text: 'x' }, 'declined', '/code: 51, /text: x'],
    [{ code: '99' }, 'pending', '/code: 99'],
    [{ code: '00' }, 'approved', undefined],
  ])('is read by the declared words: %j', (body, end, reason) => {
    for (const each of [400, 402, 409, 412, 422])
      expect(answer(each, body, rules)).toMatchObject({ status: end, ...(reason && { reason }) });
    for (const each of [401, 403, 404])
      expect(answer(each, body, rules).code).toBe('configuration');
    for (const each of [303, 408, 425]) expect(answer(each, body, rules).code).toBe('no_answer');
  });

  it('is doubt if a paying word is contradicted', () => {
    expect(answer(422, { code: '00', text: 'Não autorizada' }, rules).alarm).toBe('unknown_status');
  });

  it.each([
    { error: 'Pedido já pago' },
    { error: 'Já existe um pagamento aprovado para este pedido' },
    { error: 'Duplicated transaction' },
    { message: 'Transação duplicada' },
    { errors: { order: ['was already paid'] } },
  ])('about a payment of before proves nothing: %j', (body) => {
    for (const each of [400, 409, 412, 422]) expect(answer(each, body).code).toBe('no_answer');
  });

  it('is no decline for its words', () => {
    expect(answer(422, { message: 'Transação negada' }).code).toBe('configuration');
    expect(answer(400, { error: 'O cartão já expirou' }).code).toBe('declined');
  });
});

describe('a 400 body', () => {
  it.each([
    [{ error: 'Recusado por análise de risco' }, 'declined', 'declined'],
    [{ error: 'Seller not found' }, 'failed', 'configuration'],
    [{ errors: { user: ['Seller not found'] } }, 'failed', 'configuration'],
    [{ error: 'docType inválido' }, 'failed', 'configuration'],
    [{ errors: { docType: ['docType inválido'] } }, 'failed', 'configuration'],
    [{ errors: { amount: ['Este campo é obrigatório.'] } }, 'failed', 'configuration'],
    [{ errors: { document: ['x'], amount: ['x'] } }, 'failed', 'configuration'],
    [{ errors: { threeDSecure: ['x'], user: ['x'] } }, 'failed', 'configuration'],
    [{ errors: {} }, 'failed', 'configuration'],
    [{ errors: 'x' }, 'failed', 'configuration'],
    [{ errors: { cartao: { cvv2: ['Este campo é obrigatório.'] } } }, 'failed', 'configuration'],
    [{ errors: { token: ['Invalid token'] } }, 'failed', 'configuration'],
    [{ errors: { card: { cvv: ['x'] }, amount: ['x'] } }, 'failed', 'configuration'],
    [{ message: 'Invalid merchant', hint: 'This shop takes no cards' }, 'failed', 'configuration'],
    [{ message: 'Invalid CVV' }, 'failed', 'configuration'],
    [{ error: '' }, 'failed', 'configuration'],
    [{ detail: 'x' }, 'failed', 'configuration'],
    ['<html>', 'failed', 'configuration'],
  ])('%j is %s %s', (body, status, code) => {
    expect(answer(400, body)).toMatchObject({
      status,
      code,
      charge: code === 'declined' ? 'refused' : 'not_charged',
    });
  });

  it.each([
    [{ document: ['CPF inválido'] }, { 'payer.document': ['refused'] }],
    [{ document: ['Este campo é obrigatório.'] }, { 'payer.document': ['required'] }],
    [
      { customer: { name: ['x'], email: ['x'] } },
      { 'payer.name': ['refused'], 'payer.email': ['refused'] },
    ],
    [{ customer: { phone: ['x'] } }, { 'payer.phone': ['refused'] }],
    [{ installments: ['x'] }, { installments: ['refused'] }],
  ])('the buyer can fix {errors: %j}', (errors, fields) => {
    expect(answer(400, { errors })).toMatchObject({
      status: 'invalid',
      code: 'invalid_input',
      fields,
    });
  });

  it.each([
    { 'card.number': ['x'] },
    { card: { number: ['x'], cvv: ['Este campo é obrigatório.'] } },
    { card: { expirationMonth: ['x'], expirationYear: ['x'] } },
    { card: { holder: ['x'] } },
    { card: ['Dados do cartão inválidos'] },
    [{ field: 'card', message: 'invalid' }],
  ])('{errors: %j} doesn’t tell the browser which field of the card is wrong', (errors) => {
    expect(answer(400, { errors }).fields).toEqual({
      'card.number': ['refused'],
      'card.holder': ['refused'],
      'card.expiry': ['refused'],
      'card.securityCode': ['refused'],
    });
  });

  it.each([
    [[{ code: 7, param: 'customer.email' }], { 'payer.email': ['refused'] }],
    [
      { error_messages: [{ description: 'x', parameter_name: 'document' }] },
      { 'payer.document': ['refused'] },
    ],
    [
      { rc: '117', criticas: [{ onde: 'customer/phone', oque: 'formato' }] },
      { 'payer.phone': ['refused'] },
    ],
    [{ errors: [{ param: 'document' }, { param: 'user' }] }, undefined],
    [{ errors: [{ param: 'document' }, {}] }, undefined],
    [{ list: [] }, undefined],
  ])('names its fields in a list: %j', (body, fields) => {
    expect(answer(422, body).fields).toEqual(fields);
  });

  it('says for support which field is wrong', () => {
    const { reason } = answer(400, { errors: { card: { cvv: ['Código inválido'] } } });

    expect(reason).toBe('/errors/card/cvv/0: Código inválido');
  });

  it.each([
    { threeDSecure: ['Cavv, Eci e Version são obrigatórios para pagamento 3DS.'] },
    { threeDSecure: { Cavv: ['Este campo é obrigatório.'] } },
  ])('{errors: %j} is an incomplete authentication', (errors) => {
    expect(answer(400, { errors })).toMatchObject({
      status: 'invalid',
      code: 'three_ds_incomplete',
      fields: { threeDSecure: ['incomplete'] },
    });
  });
});

describe('no answer', () => {
  it('is unknown once the request was sent, and safe to repeat when it was not', () => {
    const sent = outcomeOf({ kind: 'no_answer', cause: 'x' });
    const unsent = outcomeOf({ kind: 'not_sent', cause: 'x' });

    expect(sent).toMatchObject({
      status: 'unknown',
      code: 'no_answer',
      charge: 'uncertain',
    });
    expect(unsent).toMatchObject({
      status: 'failed',
      code: 'unavailable',
      charge: 'not_charged',
    });
  });
});
