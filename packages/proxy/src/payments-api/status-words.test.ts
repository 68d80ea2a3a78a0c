import { describe, expect, it } from 'vitest';
import { environment } from '@card-checkout/testing/proxy-environment';
import { readConfig } from '../config/config.ts';
import { claimOf, transactionIdIn } from './status-words.ts';

const { words } = readConfig(environment());

describe('the claim of a postback', () => {
  it.each([
    [{ status: 'paid' }, 'charged'],
    [{ status: ' PAGO ' }, 'charged'],
    [{ status: 'Aprovado' }, 'charged'],
    [{ status: 'concluída' }, 'charged'],
    [{ payment: { status: 'authorized' } }, 'charged'],
    [{ data: { status: 'captured' } }, 'charged'],
    [{ transaction: { status: 'confirmed' } }, 'charged'],

    [{ status: 'refused' }, 'refused'],
    [{ status: 'Recusado' }, 'refused'],
    [{ status: 'pagamento_recusado' }, 'refused'],
    [{ status: 'refused by issuer' }, 'refused'],
    [{ data: { status: 'cancelada' } }, 'refused'],
    [{ status: 'não aprovado' }, 'refused'],

    [{ status: 'not paid' }, 'exists'],
    [{ status: 'unpaid' }, 'exists'],
    [{ success: false }, 'exists'],
    [{ status: 'paid', success: false }, 'exists'],
    [{ status: 'pre-approved' }, 'exists'],
    [{ status: 'pending' }, 'exists'],
    [{ status: '' }, 'exists'],
    [{ status: true }, 'exists'],
    [{ status: ['paid'] }, 'exists'],
    [{ status: { paid: true } }, 'exists'],
    [{ message: 'paid' }, 'exists'],
    [{ status: 'paid', payment: { status: 'refused' } }, 'exists'],
    [[{ status: 'paid' }], 'exists'],
    ['paid', 'exists'],
    [null, 'exists'],
    [17, 'exists'],
    [JSON.parse('{"__proto__": {"status": "paid"}}'), 'exists'],
  ])('%j is %s', (body, claim) => {
    expect(claimOf(body, words)).toBe(claim);
  });

  it('is read where STATUS_POINTERS point, in the words of PAID_WORDS and DECLINED_WORDS', () => {
    const own = readConfig(
      environment({
        STATUS_POINTERS: '/items/0/a~1b,/code',
        PAID_WORDS: '4, PAYÉ',
        DECLINED_WORDS: 'nein',
      }),
    ).words;

    const bodies = [
      { items: [{ 'a/b': 'payé' }] },
      { code: 4 },
      { code: 'nein danke' },
      { status: 'paid' },
    ];

    expect(bodies.map((body) => claimOf(body, own))).toEqual([
      'charged',
      'charged',
      'refused',
      'exists',
    ]);
  });
});

describe('the default words', () => {
  it.each(
    Object.entries({
      charged:
        'success succeeded OK Completed captured confirmed aprovada CONCLUÍDO pago Sucesso PAYMENT_CONFIRMED ' +
        'transação-autorizada com_sucesso aprobado pagado paymentApproved',
      refused: 'blocked FRAUD negada rechazado denegada payment.refused nao-autorizada fallido',
      exists: 'in_progress inProgress em-análise pendiente xyz paid_50 sem_sucesso to_be_paid',
    }).flatMap(([claim, statuses]) => statuses.split(' ').map((status) => [status, claim])),
  )('read %s as %s', (status, claim) => {
    expect(claimOf({ status: status?.replaceAll('-', ' ') }, words)).toBe(claim);
  });
});

describe('the payment’s id', () => {
  it.each([
    [{ transactionId: 'tx_1', id: 'other' }, 'tx_1'],
    [{ payment: { id: 17 } }, '17'],
    [{ data: { id: 'd' } }, 'd'],
    [{ id: 'x'.repeat(100) }, 'x'.repeat(100)],
    [{ id: '550e8400-e29b-41d4-a716-446655440006' }, '550e8400-e29b-41d4-a716-446655440006'],
    [{ transaction_id: '', id: 'pay_1' }, 'pay_1'],
    [{ id: 'x'.repeat(101) }, 'x'.repeat(100)],
    [{ id: '10069930690009D7FB10' }, '10069930690009D7FB10'],
    [{ id: '10069930690009067123' }, '10069930690009067123'],
    [{ id: '4000000000002701' }, '400000…2701'],
    [{ id: 4_000_000_000_002_701 }, '400000…2701'],
    [{ id: 'card 4000 0000 0000 2701' }, 'card 400000…2701'],
    [{ id: ' pay_1\n' }, 'pay_1'],
    [{ id: 'pay\u0000_1' }, 'pay_1'],
    [{ id: ' \u0000' }, undefined],
    [{ id: { nested: 1 } }, undefined],
    [{}, undefined],
    ['pay_1', undefined],
  ])('of %j is %s', (body, id) => {
    expect(transactionIdIn(body, words)).toBe(id);
  });
});
