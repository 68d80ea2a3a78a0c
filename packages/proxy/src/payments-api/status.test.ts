import { describe, expect, it } from 'vitest';
import { apiRulesOf } from './api-file.ts';
import { reasonAmong } from './members.ts';
import { readStatus } from './status.ts';

const wordsWith = (status: object = {}) => apiRulesOf({ answer: { status } }).words;
const words = wordsWith();
const verdictOf = (body: unknown, own = words) => readStatus(body, own).verdict;
const reasonIn = (body: object) => reasonAmong(readStatus(body, words).found, body, words);

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
    [{ status: 'refused', error: 'Saldo insuficiente' }, 'declined'],
    [{ status: 'refused', captured: true, antifraude: { status: 'aprovado' } }, 'declined'],
    [{ status: 'recusado', charges: [{ success: false }] }, 'declined'],
    [{ autorizada: false }, 'declined'],
    [{ isApproved: false }, 'declined'],
    [{ foiAprovado: 'não' }, 'declined'],
    [{ aprobada: 'N' }, 'declined'],

    [{ status: 'Em análise' }, 'pending'],
    [{ status: 'inProgress', paid: false }, 'pending'],
    [{ status: 'pending', data: { status: 'recusado' } }, 'pending'],
    [{ status: 'completed', payment_status: 'pending' }, 'pending'],

    [{ status: 'em disputa' }, 'unknown'],
    [{ paymentStatus: 'em disputa' }, 'unknown'],
    [{ status: 'paid', result: 'refused' }, 'unknown'],
    [{ status: 'refused', charges: [{ status: 'paid' }] }, 'unknown'],
    [{ status: 'complete', payment_status: 'unpaid' }, 'unknown'],
    [{ customer: { status: 'refused' } }, 'unknown'],
    [{ anything: { status: 'pending' } }, 'unknown'],
    [{ id: 1, captured: false }, 'unknown'],
    [{ status: 'p\u0430id' }, 'unknown'],
    [{ status: 'refund_declined' }, 'unknown'],
    [{ status: 'order_confirmed' }, 'unknown'],
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
    [{ status: true, success: true }, 'none'],
    [{ success: true }, 'none'],
    [{ status: 'success', data: { id: 1 } }, 'none'],
    [null, 'none'],
    ['paid', 'none'],
    [{ id: 1, state: 'SP', success: { toString: 1 } }, 'none'],
    [{ result: { id: 1 }, message: 'Pagamento efetuado', erro: false }, 'none'],
  ])('%j is %s', (body, verdict) => {
    expect(verdictOf(body)).toBe(verdict);
  });

  it.each([
    ['success OK Sucesso', 'none'],
    ['succeeded Completed captured confirmed aprovada CONCLUÍDO pago', 'paid'],
    ['PAYMENT_CONFIRMED transação-autorizada aprobado pagado paymentApproved', 'paid'],
    ['blocked FRAUD negada rechazado denegada payment.refused nao-autorizada fallido', 'declined'],
    ['in_progress inProgress em-análise pendiente', 'pending'],
    ['xyz paid_50 sem_sucesso to_be_paid pre-approved unpaid not-paid error 2', 'unknown'],
  ])('with a status of %s is %s', (statuses, verdict) => {
    const verdicts = statuses.split(' ').map((status) => verdictOf({ status }));

    expect(new Set(verdicts)).toEqual(new Set([verdict]));
  });

  it('says where it says what', () => {
    expect(reasonIn({ data: [{ 'a/b': { Status: 'em disputa' } }] })).toBe(
      '/data/0/a~1b/Status: em disputa',
    );
    expect(reasonIn({ mensagem: 'Recusado' })).toBe('/mensagem: Recusado');
    expect(reasonIn({ status: 'refused', detail: 'Saldo insuficiente', nsu: '1' })).toBe(
      '/status: refused, /detail: Saldo insuficiente',
    );
  });
});

describe('a sign of refusal', () => {
  const signs = [
    { payment_status: 'refused' },
    { statusTransacao: 'recusado' },
    { status_detail: 'insufficient_funds' },
    { antifraude: { status: 'reprovado' } },
    { cliente: { aprovado: false } },
    { transacao_autorizada: false },
    { antifraudeAprovado: 'não' },
    { error: 'x' },
    { errorCode: '51' },
    { error: { code: 51 } },
    { codigo_erro: 51 },
    { hasError: true },
    { erros: { limite: 'x' } },
    { declineCode: '51' },
    { failure_reason: 'x' },
    { refunded: true },
    { retorno: 'NEGADO' },
    { codigo: 'NEGADA' },
    { texto: 'negou' },
    { a: [{ b: [['recusadas']] }] },
    { texto: 'Não aprovada' },
    { texto: 'não foi autorizada' },
    { texto: 'naoAutorizado' },
    { texto: 'inautorizada' },
    { texto: 'Transação não permitida' },
    { texto: 'Transação negada pelo emissor' },
    { texto: '51 - SALDO INSUFICIENTE' },
    { texto: 'pago rechazado' },
    { texto: 'no aprobada' },
    { texto: 'estornado' },
    { texto: 'cancelada' },
    { texto: 'expirado' },
    { code: 'card_declined' },
    { code: 'cc_rejected_high_risk' },
    { event: 'charge.failed' },
    { type: 'refund' },
    { tipo: 'chargeback.created' },
    { message: 'The payment could not be processed' },
    { message: 'Transação sem sucesso' },
    { mensagens: ['Cartão vencido'] },
    { retorno: 'recu\u200Bsado' },
    { retorno: '\uFF32\uFF25\uFF23USADO' },
    { retorno: 'R\u0435cusado' },
    { message: 'Cart\u00E3o n\u0430o autorizado' },
  ];

  it.each(signs)('%j beside a paying status, an envelope or nothing is unknown', (sign) => {
    const bodies = [
      { status: 'paid', ...sign },
      { data: { status: 'aprovado' }, more: sign },
      { success: true, more: sign },
      { id: 1, more: sign },
    ];

    expect(bodies.map((body) => verdictOf(body))).toEqual(bodies.map(() => 'unknown'));
  });

  it.each([
    { refunded: false, error: null, errors: [], erros: {}, chargeback: null, failure_code: '' },
    { errorCode: '00', hasErrors: false, erro: 'não', error_count: 0 },
    { error: { code: 0, message: 'Sucesso' }, errorUrl: 'https://shop.example/refused' },
    { links: [{ rel: 'refund' }, { rel: 'void' }, { rel: 'CHARGE.CANCEL' }] },
    { canBePaidAfterDueDate: false, capture: false, captured: false, recorrente: 'não' },
    {
      expirationMonth: 12,
      cancelUrl: 'https://shop.example/refused',
      cvv: 'not_required',
      softDescriptor: 'NAO PERCA',
    },
    { items: [{ title: 'Leite sem lactose' }, { title: 'O cartão recusado, romance' }] },
    { antifraude: { status: 'aprovado' }, customer: { status: 'active' }, message: 'Autorizada' },
  ])('%j is none', (body) => {
    expect(verdictOf({ status: 'paid', ...body })).toBe('paid');
  });
});

describe('an approval of something else', () => {
  it.each([
    { antifraude: 'aprovado' },
    { antifraude: { status: 'aprovado' } },
    { antifraude_status: 'approved' },
    { antifraudeAprovado: true },
    { analise_de_risco: { resultado: 'aprovado' } },
    { risk: { approved: true } },
    { customer: { status: 'approved' } },
    { cliente: { situacao: 'aprovado' } },
    { seller: { status: 'approved' } },
    { three_ds: { result: 'authorized' } },
    { card: { status: 'approved' } },
    { payment: { customer: { status: 'paid' } } },
  ])('says nothing of the payment: %j', (body) => {
    expect(verdictOf(body)).toBe('none');
    expect(verdictOf({ status: 'pending', ...body })).toBe('pending');
    expect(verdictOf({ status: 'refused', ...body })).toBe('declined');
  });
});

describe('the words of a merchant', () => {
  it('add to the built-in ones, and outweigh them', () => {
    const own = wordsWith({
      paid: [2, 'PAYÉ', 'success'],
      pending: ['authorized'],
      declined: ['nein'],
    });

    const statuses = ['2', 2, 'payé', 'paid', 'authorized', 'nein', 'refused'];

    expect(statuses.map((status) => verdictOf({ status }, own)).join(' ')).toBe(
      'paid paid paid paid pending declined declined',
    );
    expect(verdictOf({ status: 'success', data: { status: 'refused' } }, own)).toBe('unknown');
  });
});

describe('with pointers', () => {
  const own = wordsWith({ pointers: ['/items/0/a~1b', '/code'] });

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
    expect(reasonAmong(readStatus({}, own).found, {}, own)).toBe(
      '/items/0/a~1b: nothing, /code: nothing',
    );
  });
});

/** The members that decide, as the public documentation of each API names them (November 2026). */
const approvals: [string, object][] = [
  [
    'Rede',
    {
      returnCode: '00',
      returnMessage: 'Success.',
      tid: '1',
      amount: 2099,
      capture: false,
      links: [{ method: 'POST', rel: 'refund', href: 'https://api.example/refunds' }],
    },
  ],
  [
    'Rede 2',
    { authorization: { status: 'Approved', returnCode: '00', returnMessage: 'Success.' } },
  ],
  ['Getnet', { payment_id: '1', status: 'APPROVED', credit: { reason_message: 'aprovada' } }],
  [
    'PagBank',
    {
      id: 'ORDE_1',
      charges: [
        {
          status: 'PAID',
          payment_response: { code: '20000', message: 'SUCESSO' },
          links: [{ rel: 'CHARGE.CANCEL' }],
        },
      ],
    },
  ],
  [
    'Pagar.me',
    {
      status: 'paid',
      charges: [
        {
          status: 'paid',
          last_transaction: {
            status: 'captured',
            success: true,
            acquirer_message: 'Transação capturada com sucesso',
            gateway_response: { code: '200', errors: [] },
            antifraud_response: { status: 'approved' },
          },
        },
      ],
    },
  ],
  [
    'Mercado Pago',
    {
      status: 'approved',
      status_detail: 'accredited',
      captured: true,
      binary_mode: false,
      refunds: [],
      transaction_amount_refunded: 0,
    },
  ],
  ['Mercado Pago', { status: 'authorized', status_detail: 'pending_capture', captured: false }],
  [
    'Asaas',
    {
      object: 'payment',
      id: 'pay_1',
      status: 'CONFIRMED',
      deleted: false,
      canBePaidAfterDueDate: false,
      refunds: null,
      chargeback: null,
    },
  ],
  ['Stone', { transactions: [{ Success: true, TransactionStatus: 'Captured' }] }],
  [
    'MundiPagg',
    {
      ErrorReport: null,
      CreditCardTransactionResultCollection: [
        {
          AcquirerMessage: 'Transação autorizada com sucesso',
          Success: true,
          CreditCardTransactionStatus: 'Captured',
        },
      ],
    },
  ],
  [
    'Iugu',
    { status: 'captured', message: 'Autorizado', errors: {}, success: true, reversible: true },
  ],
  [
    'Zoop',
    {
      status: 'succeeded',
      confirmed: '1',
      voided: false,
      refunded: false,
      history: [{ operation_type: 'authorized', status: 'succeeded' }],
    },
  ],
  [
    'Vindi',
    { bill: { status: 'paid', charges: [{ last_transaction: { gateway_message: 'Aprovada' } }] } },
  ],
  [
    'Stripe',
    {
      status: 'succeeded',
      paid: true,
      refunded: false,
      failure_code: null,
      outcome: { network_status: 'approved_by_network', type: 'authorized' },
    },
  ],
];

const refusals: [string, object][] = [
  ['Cielo', { Payment: { Status: 3, ReturnCode: '05', ReturnMessage: 'Not Authorized' } }],
  ['Cielo', { Payment: { Status: 2, FraudAnalysis: { Status: 1, StatusDescription: 'Accept' } } }],
  ['Cielo', [{ Code: 126, Message: 'Credit Card Expiration Date is invalid' }]],
  ['Rede', { returnCode: '105', returnMessage: 'Unauthorized. Restricted card.', tid: '1' }],
  ['Rede', { returnCode: '106', returnMessage: 'Error in issuer processing.', tid: '1' }],
  ['Rede 2', { authorization: { status: 'Denied', returnMessage: 'Unauthorized.' } }],
  ['Getnet', { payment_id: '1', status: 'DENIED', credit: { reason_code: 51 } }],
  ['Getnet', { details: [{ status: 'NOT APPROVED', description_detail: 'Saldo insuficiente' }] }],
  ['PagBank', { id: 'ORDE_1', charges: [{ status: 'DECLINED', payment_response: {} }] }],
  ['PagBank', { error_messages: [{ code: '40002', description: 'invalid_parameter' }] }],
  ['Pagar.me', { status: 'failed', charges: [{ last_transaction: { success: false } }] }],
  ['Pagar.me', { status: 'processing', charges: [{ status: 'failed' }] }],
  ['Mercado Pago', { status: 'rejected', status_detail: 'cc_rejected_high_risk', captured: true }],
  ['Asaas', { object: 'payment', status: 'REPROVED_BY_RISK_ANALYSIS' }],
  ['Asaas', { errors: [{ code: 'invalid_creditCard', description: 'Transação não autorizada.' }] }],
  ['Stone', { transactions: [{ Success: false, TransactionStatus: 'NotAuthorized' }] }],
  ['Iugu', { success: false, message: 'Transação negada', errors: {}, LR: '51' }],
  ['Zoop', { error: { status_code: 402, type: 'card_declined', category: 'insufficient_funds' } }],
  [
    'Vindi',
    { bill: { status: 'pending', charges: [{ last_transaction: { status: 'rejected' } }] } },
  ],
  ['Stripe', { status: 'complete', payment_status: 'unpaid' }],
];

describe('an answer of', () => {
  it.each(approvals)('%s to an approved card is paid or has no status: %j', (_api, body) => {
    expect(verdictOf(body)).toMatch(/^(?:paid|none)$/);
  });

  it.each(refusals)('%s to a refused card is never paid: %j', (_api, body) => {
    expect(verdictOf(body)).toMatch(/^(?:declined|pending|unknown)$/);
  });
});
