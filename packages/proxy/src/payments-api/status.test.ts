import { describe, expect, it } from 'vitest';
import { examplePayment } from '../program/reports.ts';
import { apiRulesOf } from './api-file.ts';
import { readSilence, readStatus } from './status.ts';

const rulesWith = (status: object, more: object = {}) =>
  apiRulesOf({ answer: { status, ...more } }).answer;

const rules = rulesWith({
  pointers: ['/status', '/data/0/a~1b'],
  paid: ['Paid', 2, true, '00'],
  declined: ['refused'],
  pending: [' em análise '],
});

const verdictOf = (body: unknown, own = rules) => readStatus(body, own).verdict;

describe('a status', () => {
  it.each([
    [{ status: 'paid' }, 'paid'],
    [{ status: ' PAID ' }, 'paid'],
    [{ status: 2 }, 'paid'],
    [{ status: '2' }, 'paid'],
    [{ status: true }, 'paid'],
    [{ status: '00' }, 'paid'],
    [{ status: 'Refused' }, 'declined'],
    [{ status: 'Em Análise' }, 'pending'],
    [{ data: [{ 'a/b': 'paid' }] }, 'paid'],
    [{ status: 'paid', data: [{ 'a/b': '00' }] }, 'paid'],
    [{ status: null, data: [{ 'a/b': 'refused' }] }, 'declined'],

    [{ status: 'paid', data: [{ 'a/b': 'refused' }] }, 'unclear'],
    [{ status: 'paid', data: [{ 'a/b': 'new' }] }, 'unclear'],
    [{ status: 'paid_50' }, 'unlisted'],
    [{ status: 'p\u0430id' }, 'unlisted'],
    [{ status: 0 }, 'unlisted'],
    [{ status: '' }, 'unlisted'],
    [{ status: '*' }, 'unlisted'],
    [{ status: { toString: 1 } }, 'unlisted'],
    [{ status: ['paid'] }, 'unlisted'],
    [{ Status: 'paid' }, 'none'],
    [{ status: null }, 'none'],
    [{}, 'none'],
    [null, 'none'],
    ['paid', 'none'],
  ])('of %j is %s', (body, verdict) => {
    expect(verdictOf(body)).toBe(verdict);
  });

  it.each(['declined', 'pending'] as const)('may be %s by any other value', (list) => {
    const own = rulesWith({ pointers: ['/code'], paid: ['00'], [list]: ['*'] });
    const codes = ['00', '05', 'em disputa', false, '', {}, null];

    expect(codes.map((code) => verdictOf({ code }, own))).toEqual([
      'paid',
      list,
      list,
      list,
      'unlisted',
      'unlisted',
      'none',
    ]);
  });

  it('says where it says what, and what to write into the file', () => {
    expect(readStatus({ status: 'refused' }, rules).found).toBe('/status: refused');
    expect(readStatus({ data: [{ 'a/b': 'em disputa' }] }, rules).found).toBe(
      '/data/0/a~1b: em disputa; to read it: "declined": ["em disputa"] (or "paid", "pending") in answer.status',
    );
    expect(readStatus({ status: 'paid', a: [{ tipo: 'Estorno' }] }, rules).found).toBe(
      '/status: paid, but /a/0/tipo: Estorno; if that doesn\'t matter: "ignore": ["/a/0/tipo"] in answer',
    );
  });
});

/** Each is one of its kind: what refuses, undoes, waits or speaks of something else, by word or name. */
const contradictions = [
  { mensagem: 'Não autorizada' },
  { texto: 'Transação negada pelo emissor' },
  { texto: '51 - SALDO INSUFICIENTE' },
  { texto: 'could not be processed' },
  { texto: 'Cartão vencido' },
  { texto: 'no aprobada' },
  { code: 'cc_rejected_high_risk' },
  { a: [{ b: [['recusadas']] }] },
  { event: 'charge.failed' },
  { texto: 'naoAutorizado' },
  { tipo: 'CANCELAMENTO' },
  { operacao: 'devolução' },
  { type: 'VOID' },
  { event: 'payment.reversal' },
  { tipo: 'desfazimento' },
  { tipo: 'chargeback.created' },
  { fase: 'em_processamento' },
  { mensagem: 'Aguardando o emissor' },
  { event: 'antifraude' },
  { tipo: 'ANALISE_RISCO' },
  { event: '3ds.authentication' },
  { object: 'customer' },
  { tipo: 'zero_auth' },
  { tipo: 'pré-autorização' },
  { retorno: 'recu\u200Bsado' },
  { retorno: '\uFF32\uFF25\uFF23USADO' },
  { retorno: 'R\u0435cusado' },
  { retorno: 'na\u0303o autorizada' },
  { errorCode: '51' },
  { error: { code: 51 } },
  { hasError: true },
  { refunded: true },
  { erros: { limite: 'x' } },
  { paid: false },
  { aprovado: [0] },
  { resultado: false },
  { transacao_autorizada: 0 },
  { antifraudeAprovado: 'não' },
];

describe('a paying status', () => {
  it.each(contradictions)('is unclear beside %j', (body) => {
    expect(verdictOf({ status: 'paid', more: body })).toBe('unclear');
    // It never makes anything paid or declined.
    expect(verdictOf({ status: 'refused', more: body })).toBe('declined');
    expect(verdictOf({ more: body })).toBe('none');
  });

  it.each([
    { refunded: false, error: null, errors: [], erros: {}, failure_code: '', error_count: 0 },
    { errorCode: '00', hasErrors: false, erro: 'não', errorUrl: 'https://shop.example/x' },
    { message: 'Transação autorizada com sucesso', authorizationCode: 'A1B2', capture: true },
    { id: 'aB3void9', nsu: '0223103744208', holder: 'JOÃO DA SILVA', city: 'São Paulo' },
    { canBePaidAfterDueDate: false, recurrent: false, reversible: true },
  ])('stays beside %j', (body) => {
    expect(verdictOf({ status: 'paid', more: body })).toBe('paid');
  });

  it('stays beside what the file ignores, and its own places', () => {
    const own = rulesWith(
      { pointers: ['/status'], paid: ['pending capture'] },
      { transactionId: ['/id'], ignore: ['/links', '/charges/0/risk'] },
    );
    const body = { status: 'pending capture', id: 'void', links: [{ rel: 'cancel' }] };
    const charges = [{ risk: { status: 'antifraude' } }];

    expect(verdictOf({ ...body, charges }, own)).toBe('paid');
    const more = [...charges, { risk: { status: 'antifraude' } }];
    expect(verdictOf({ ...body, charges: more }, own)).toBe('unclear');
  });

  it('stays beside what our request sent, unless the buyer could have typed it', () => {
    const body = { item: { description: 'cancelador de ruído' }, card: { holder: 'REFUSED' } };
    const sent = {
      body,
      request: { ...examplePayment, payer: { ...examplePayment.payer, name: 'REFUSED' } },
    };
    const reading = (more: object) => readStatus({ status: 'paid', ...more }, rules, sent).verdict;

    expect(reading({ items: [{ title: 'cancelador de ruído' }] })).toBe('paid');
    expect(reading({ holder: 'REFUSED' })).toBe('paid');
    expect(reading({ data: { status: 'REFUSED' } })).toBe('unclear');
  });
});

describe('a body without a status', () => {
  const own = rulesWith(
    { pointers: ['/status'], absent: 'paid' },
    {
      transactionId: ['/id'],
      amount: { pointers: ['/amount'], unit: 'centavos' },
      ignore: ['/links'],
    },
  );
  const sent = { body: { installments: 3, description: 'Café' }, request: examplePayment };

  it.each([
    {},
    null,
    undefined,
    { id: 't1', amount: 12_990, links: ['x'] },
    { data: { installments: 3, description: 'Café' } },
  ])('is silent: %j', (body) => {
    expect(readSilence(body, own, sent)).toEqual({ verdict: 'paid', found: '' });
  });

  it.each([
    [{ id: 't1', code: '51' }, '/code: 51'],
    [{ code: 3 }, '/code: 3'],
    [{ id: 't1', errors: [] }, '/errors: an object'],
    [{ paid_at: null }, '/paid_at: null'],
    [{ status: null }, '/status: null'],
    [{ data: { descricao: 'Contate a central' } }, '/data/descricao: Contate a central'],
  ])('says something: %j', (body, said) => {
    const { verdict, found } = readSilence(body, own, sent);

    expect(verdict).toBe('unclear');
    expect(found).toContain(`no status, but ${said}; `);
  });
});
