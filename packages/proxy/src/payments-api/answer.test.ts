import { describe, expect, it } from 'vitest';
import { environment } from '@card-checkout/testing/proxy-environment';
import { readConfig } from '../config/config.ts';
import { isRetryable } from '../attempt/outcome.ts';
import { outcomeOf as outcomeWith } from './answer.ts';
import { examplePayment } from '../program/reports.ts';
import type { UpstreamResult } from './upstream.ts';

const rules = readConfig(environment());

const card = {
  number: '4000000000001091',
  holder: 'MARIA SILVA',
  expiry: '2031-12',
  securityCode: '123',
  kind: 'credit',
} as const;

const outcomeOf = (result: UpstreamResult) =>
  outcomeWith(result, rules, { ...examplePayment, card });

const answer = (status: number, body?: unknown) =>
  outcomeOf({ kind: 'answer', status, body, text: JSON.stringify(body) ?? '' });

describe('an answer without a useful body', () => {
  it.each([
    [200, 'approved', undefined, false, 'charged'],
    [201, 'approved', undefined, false, 'charged'],
    [204, 'approved', undefined, false, 'charged'],
    [301, 'failed', 'configuration', false, 'not_charged'],
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
    [425, 'unknown', 'no_answer', false, 'uncertain'],
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
    [{ id: 1 }, 'approved'],
    [{ status: 'PAID' }, 'approved'],
    [null, 'approved'],
    [{ status: 'Recusado' }, 'declined'],
    [{ success: false }, 'declined'],
    [{ data: { status: ' PENDING ' } }, 'pending'],
    [{ success: true, id: 1 }, 'approved'],
    [{ status: 'refused', error: 'Saldo insuficiente' }, 'declined'],
    [{ error: 'x' }, 'pending'],
    [{ Error: 'x' }, 'pending'],
    [{ id: 1, ERRORS: { card: ['x'] } }, 'pending'],
    [{ id: 1, error: null, errors: {} }, 'approved'],
    [['paid'], 'unknown'],
    [[{ status: 'paid' }], 'unknown'],
    ['paid', 'unknown'],
    [1, 'unknown'],
  ])('%j is %s', (body, status) => {
    expect(answer(200, body).status).toBe(status);
  });

  it.each([
    [{ status: 'Chargeback ' }, '/status: Chargeback'],
    [{ status: 'ok', payment: { result: 'in_dispute' } }, '/payment/result: in_dispute'],
    [{ status: 'authorized', paid: false }, '/status: authorized, /paid: false'],
    [{ mensagem: 'Recusado' }, '/mensagem: Recusado'],
    [{ status: `x ${card.number} y ${card.securityCode}` }, '/status: x [secret] y [digits]'],
    [{ status: 'x'.repeat(999) }, `/status: ${'x'.repeat(291)}`],
    [
      { status: 'paid', errorCode: '51', message: `N\u00E3o\n\uD800${card.number}` },
      '/status: paid, /errorCode: 51, /message: Não \uFFFD[secret]',
    ],
  ])('%j is not clear, so the payment waits and support reads %j', (body, reason) => {
    expect(answer(200, body)).toMatchObject({
      status: 'pending',
      charge: 'exists',
      alarm: 'unknown_status',
      reason,
    });
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
    [{ payment: { id: 7 }, status: 'recusado' }, '7'],
    [{ status: 'paid' }, undefined],
  ])('is taken from the 2xx body %j', (body, transactionId) => {
    expect(answer(200, body).transactionId).toBe(transactionId);
  });
});

describe('a 5xx body', () => {
  it.each([
    [{ transactionId: 'tx_1' }, 'pending', 'exists'],
    [{ transactionId: 'tx_1', status: 'pending' }, 'pending', 'exists'],
    [{ transactionId: 'tx_1', status: 'recusado' }, 'pending', 'exists'],
    [{ transactionId: 'tx_1', success: true }, 'pending', 'exists'],
    [{ transactionId: 'tx_1', status: 'Paid' }, 'approved', 'charged'],
    [{ payment: { id: 'tx_1', status: 'paid' } }, 'approved', 'charged'],
  ])('%j proves that the payment is %s', (body, status, charge) => {
    expect(answer(500, body)).toMatchObject({ status, charge, transactionId: 'tx_1' });
  });

  it.each([
    { status: 'paid' },
    { status: 'recusado' },
    { error: 'x' },
    { transactionId: '' },
    { success: true },
    { transactionId: 'tx_1', error: 'paid' },
    { transactionId: 'tx_1', status: 500, message: 'Internal' },
    { transactionId: 'tx_1', status: 'paid', hasError: true },
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
    expect(answer(500, { transactionId: 'tx_1', error: 'late' }).reason).toBe('/error: late');
  });
});

describe('a refusing word', () => {
  const refused = [
    { message: 'Transação negada' },
    { mensagem: 'Saldo insuficiente' },
    { detail: 'Cartão recusado pelo emissor' },
    { erro: 'Não autorizada' },
    { code: 'card_declined' },
    { errors: ['Cartão recusado'] },
    { errors: [{ message: 'The card was declined' }] },
    { errors: { card: ['Transação não permitida'] } },
    { error: { message: 'Do not honor' } },
    [{ Code: 51, Message: 'Not authorized' }],
    'Pagamento recusado',
  ];

  it.each(refused)('declines with 400, 402, 409, 412 or 422: %j', (body) => {
    for (const status of [400, 402, 409, 412, 422])
      expect(answer(status, body)).toMatchObject({ status: 'declined', charge: 'refused' });
    for (const status of [401, 403, 404]) expect(answer(status, body).code).toBe('configuration');
    for (const status of [303, 408, 425]) expect(answer(status, body).code).toBe('no_answer');
  });

  it('is kept with its place, before what else the API says', () => {
    const { reason } = answer(422, { message: 'Error', codes: [{ code: 'card_declined' }] });

    expect(reason).toBe('/codes/0/code: card_declined, /message: Error');
  });

  it('also counts in a text, unless that is a page or echoes the request', () => {
    const texts = ['Pagamento recusado', '<p>Request blocked</p>', `refused: ${'x'.repeat(300)}`];
    const codes = texts.map(
      (text) => outcomeOf({ kind: 'answer', status: 400, body: undefined, text }).code,
    );

    expect(codes).toEqual(['declined', 'configuration', 'configuration']);
  });

  it.each([
    { message: 'fraudSessionId is required' },
    { message: 'The amount is invalid' },
    { message: 'Este campo é obrigatório' },
    { message: 'internal error' },
  ])('is none: %j', (body) => {
    expect(answer(422, body).code).toBe('configuration');
  });

  it('leaves a 409 in doubt that may be about a payment of before', () => {
    const body = { message: 'Rejected: this payment was already processed' };

    expect(answer(409, body)).toMatchObject({ status: 'unknown', charge: 'uncertain' });
  });

  it('is looked for before the buyer is asked to correct a field', () => {
    expect(answer(422, { errors: { document: ['CPF inválido'] } }).code).toBe('invalid_input');
    expect(answer(422, { errors: { document: ['CPF recusado'] } }).code).toBe('declined');
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
    [{ errors: ['Security code is required'] }, 'failed', 'configuration'],
    [{ errors: { token: ['Invalid token'] } }, 'failed', 'configuration'],
    [{ errors: { card: { cvv: ['x'] }, amount: ['x'] } }, 'failed', 'configuration'],
    [{ message: 'Invalid merchant', hint: 'This shop takes no cards' }, 'failed', 'configuration'],
    [{ message: 'Invalid CVV' }, 'invalid', 'invalid_input'],
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
    { securityCode: ['invalid'] },
    { non_field_errors: ['CVV inválido'] },
    ['Código de segurança inválido'],
    [{ code: 'invalid_cvv' }],
    [{ field: 'card', message: 'invalid' }],
    'Invalid security code',
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
    [{ errors: ['Installments is required'] }, { installments: ['required'] }],
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
