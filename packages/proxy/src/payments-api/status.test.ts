import { describe, expect, it } from 'vitest';
import { environment } from '@card-checkout/testing/proxy-environment';
import { readConfig } from '../config/config.ts';
import { readStatus } from './status.ts';

const wordsWith = (own: Record<string, string> = {}) => readConfig(environment(own)).words;
const words = wordsWith();
const verdictOf = (body: unknown, own = words) => readStatus(body, own).verdict;

describe('a body', () => {
  it.each([
    [{ status: 'PAID' }, 'paid'],
    [{ status: ' Concluída ' }, 'paid'],
    [{ Situação: 'Aprovado' }, 'paid'],
    [{ resultado: 'pagamento aprovado' }, 'paid'],
    [{ data: { status: 'captured' } }, 'paid'],
    [[{ status: 'paid' }], 'paid'],
    [{ approved: true }, 'paid'],
    [{ pago: 'sim' }, 'paid'],
    [{ status: 'ok', payment: { paymentStatus: 'aprovado' } }, 'paid'],
    [{ status: true, success: true }, 'paid'],
    [{ success: true }, 'paid'],
    [{ status: 'authorized', customer: { status: 'active' } }, 'paid'],
    [{ status: 'paid', status_detail: 'accredited' }, 'paid'],
    [{ status: 'paid', state: 'SP' }, 'paid'],
    [{ status: 'paid', authorized: 'A1B2', data: { error: { code: 0 } } }, 'paid'],

    [{ status: 'Recusado' }, 'declined'],
    [{ transacao: { situacao: 'NEGADA' } }, 'declined'],
    [{ cobranca: { status: 'recusada' } }, 'declined'],
    [{ charges: [{ status: 'failed' }] }, 'declined'],
    [{ resultado: 'negado' }, 'declined'],
    [{ outcome: 'not_authorized' }, 'declined'],
    [{ status: 'success', data: { status: 'declined' } }, 'declined'],
    [{ success: true, status: 'refused' }, 'declined'],
    [{ success: true, data: { status: 'recusado' } }, 'declined'],
    [{ state: 'refused' }, 'declined'],
    [{ success: false }, 'declined'],
    [{ aprovado: 'não' }, 'declined'],
    [{ paid: 0 }, 'declined'],
    [{ data: { approved: 'false' } }, 'declined'],
    [{ declined: true }, 'declined'],
    [{ approved: 'refused' }, 'declined'],
    [{ statusPagamento: 'negado' }, 'declined'],

    [{ status: 'Em análise' }, 'pending'],
    [{ status: 'inProgress', paid: false }, 'pending'],
    [{ status: 'pending', data: { status: 'recusado' } }, 'pending'],

    [{ status: 'em disputa' }, 'unknown'],
    [{ paymentStatus: 'em disputa' }, 'unknown'],
    [{ status: 'paid', result: 'refused' }, 'unknown'],
    [{ status: 'paid', charges: [{ status: 'refused' }] }, 'unknown'],
    [{ charges: [{ status: 'paid' }, { status: 'refused' }] }, 'unknown'],
    [{ status: 'authorized', paid: false }, 'unknown'],
    [{ status: 'paid', success: false, result: 'pending' }, 'unknown'],
    [{ status: 1 }, 'unknown'],
    [{ status: '' }, 'unknown'],
    [{ status: null }, 'unknown'],
    [{ status: { name: 'paid' } }, 'unknown'],
    [{ status: ['paid'] }, 'unknown'],
    [{ status: { toString: 1 } }, 'unknown'],
    [{ status: `paid${' '.repeat(300)}not` }, 'unknown'],
    [{ mensagem: 'Recusado' }, 'unknown'],
    [{ data: [{ motivo: 'Cartão não autorizado pelo emissor' }] }, 'unknown'],
    [{ success: true, message: 'Saldo insuficiente' }, 'unknown'],
    [{ errors: ['denied'] }, 'unknown'],
    [{ message: 'Transação não foi autorizada' }, 'unknown'],
    [{ success: true, message: 'The payment was not approved' }, 'unknown'],
    [{ mensagem: 'Limite excedido' }, 'unknown'],
    [{ message: `${'.'.repeat(200)} recusado` }, 'unknown'],
    [{ erro: true, codigo: 51 }, 'unknown'],
    [{ erros: { limite: 'excedido' } }, 'unknown'],
    [{ data: { error: { code: 51 } } }, 'unknown'],
    [{ id: 1, paid: null }, 'unknown'],
    [{ success: true, approved: 'aguarda o banco' }, 'unknown'],

    [{}, 'none'],
    [null, 'none'],
    ['paid', 'none'],
    [{ id: 1, state: 'SP', success: { toString: 1 } }, 'none'],
    [{ result: { id: 1 }, message: 'Pagamento efetuado', erro: false }, 'none'],
  ])('%j is %s', (body, verdict) => {
    expect(verdictOf(body)).toBe(verdict);
  });

  it.each([
    ['success succeeded OK Completed captured confirmed aprovada CONCLUÍDO pago Sucesso', 'paid'],
    ['PAYMENT_CONFIRMED transação-autorizada aprobado pagado paymentApproved', 'paid'],
    ['blocked FRAUD negada rechazado denegada payment.refused nao-autorizada fallido', 'declined'],
    ['in_progress inProgress em-análise pendiente', 'pending'],
    ['xyz paid_50 sem_sucesso to_be_paid pre-approved unpaid not-paid error 2', 'unknown'],
  ])('with a status of %s is %s', (statuses, verdict) => {
    const verdicts = statuses.split(' ').map((status) => verdictOf({ status }));

    expect(new Set(verdicts)).toEqual(new Set([verdict]));
  });

  it('says where it says what', () => {
    expect(readStatus({ data: [{ 'a/b': { Status: 'em disputa' } }] }, words).found).toEqual([
      '/data/0/a~1b/Status: em disputa',
    ]);
    expect(readStatus({ mensagem: 'Recusado' }, words).found).toEqual(['/mensagem: Recusado']);
  });
});

describe('the words of a merchant', () => {
  it('add to the built-in ones, and outweigh them', () => {
    const own = wordsWith({
      PAID_WORDS: '2, PAYÉ, success',
      PENDING_WORDS: 'authorized',
      DECLINED_WORDS: 'nein',
    });

    const statuses = ['2', 2, 'payé', 'paid', 'authorized', 'nein', 'refused'];

    expect(statuses.map((status) => verdictOf({ status }, own)).join(' ')).toBe(
      'paid paid paid paid pending declined declined',
    );
    expect(verdictOf({ status: 'success', data: { status: 'refused' } }, own)).toBe('unknown');
  });
});

describe('with STATUS_POINTERS', () => {
  const own = wordsWith({ STATUS_POINTERS: '/items/0/a~1b,/code' });

  it.each([
    [{ items: [{ 'a/b': 'paid' }] }, 'paid'],
    [{ items: [{ 'A/B': 'paid' }], code: 'ok', status: 'refused' }, 'paid'],
    [{ code: 'negado' }, 'declined'],
    [{ code: false }, 'declined'],
    [{ code: 'paid', items: [{ 'a/b': 'refused' }] }, 'unknown'],
    [{ code: 'em disputa' }, 'unknown'],
    [{ status: 'paid' }, 'unknown'],
    [{}, 'unknown'],
    [null, 'unknown'],
  ])('only what stands there counts: %j is %s', (body, verdict) => {
    expect(verdictOf(body, own)).toBe(verdict);
  });

  it('says where nothing stands', () => {
    expect(readStatus({}, own).found).toEqual(['nothing at /items/0/a~1b, /code']);
  });
});

/** The members that decide, as the public documentation of each API names them (November 2026). */
const approvals: [string, object][] = [
  ['Rede', { returnCode: '00', returnMessage: 'Success.', tid: '1', amount: 2099 }],
  ['Getnet', { payment_id: '1', status: 'APPROVED', credit: { reason_message: 'aprovada' } }],
  ['PagBank', { id: 'ORDE_1', charges: [{ status: 'PAID', payment_response: { code: '20000' } }] }],
  ['Pagar.me', { status: 'paid', charges: [{ last_transaction: { status: 'captured' } }] }],
  ['Mercado Pago', { status: 'approved', status_detail: 'accredited' }],
  ['Asaas', { object: 'payment', id: 'pay_1', status: 'CONFIRMED' }],
  ['Stone', { transactions: [{ Success: true, TransactionStatus: 'Captured' }] }],
];

const refusals: [string, object][] = [
  ['Cielo', { Payment: { Status: 3, ReturnCode: '05', ReturnMessage: 'Not Authorized' } }],
  ['Rede', { returnCode: '105', returnMessage: 'Unauthorized. Restricted card.', tid: '1' }],
  ['Rede', { returnCode: '106', returnMessage: 'Error in issuer processing.', tid: '1' }],
  ['Getnet', { payment_id: '1', status: 'DENIED', credit: { reason_code: 51 } }],
  ['PagBank', { id: 'ORDE_1', charges: [{ status: 'DECLINED', payment_response: {} }] }],
  ['Pagar.me', { status: 'failed', charges: [{ last_transaction: { success: false } }] }],
  ['Pagar.me', { status: 'processing', charges: [{ status: 'failed' }] }],
  ['Mercado Pago', { status: 'rejected', status_detail: 'cc_rejected_high_risk' }],
  ['Asaas', { object: 'payment', status: 'REPROVED_BY_RISK_ANALYSIS' }],
  ['Stone', { transactions: [{ Success: false, TransactionStatus: 'NotAuthorized' }] }],
];

describe('an answer of', () => {
  it.each(approvals)('%s to an approved card is paid or has no status: %j', (_api, body) => {
    expect(verdictOf(body)).toMatch(/^(?:paid|none)$/);
  });

  it.each(refusals)('%s to a refused card is never paid: %j', (_api, body) => {
    expect(verdictOf(body)).toMatch(/^(?:declined|pending|unknown)$/);
  });
});
