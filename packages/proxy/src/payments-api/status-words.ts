/**
 * What a word says of a payment. `envelope` words may only say that the call worked; `trouble` words
 * refuse in a message, and say nothing as a status.
 */
export type WordMeaning = 'paid' | 'declined' | 'pending' | 'envelope' | 'trouble';

/** Built-in words in Portuguese, English and Spanish, as `plainWord` returns them. */
const builtInWords: readonly (readonly [WordMeaning, string])[] = [
  [
    'paid',
    'paid approved authorized authorised captured charged confirmed complete completed succeeded ' +
      'successful settled payment_approved payment_confirmed pago paga aprovado aprovada autorizado ' +
      'autorizada capturado capturada confirmado confirmada concluido concluida liquidado liquidada ' +
      'efetuado efetuada efetivado efetivada quitado quitada pagamento_aprovado ' +
      'pagamento_confirmado transacao_aprovada transacao_autorizada pagado pagada aprobado aprobada',
  ],
  [
    'declined',
    'declined refused denied rejected failed canceled cancelled expired voided unauthorized blocked ' +
      'disapproved fraud not_approved not_authorized payment_declined payment_refused ' +
      'payment_failed recusado recusada negado negada rejeitado rejeitada reprovado reprovada ' +
      'cancelado cancelada expirado expirada bloqueado bloqueada falhou fraude nao_aprovado ' +
      'nao_aprovada nao_autorizado nao_autorizada pagamento_recusado ' +
      'pagamento_negado transacao_recusada transacao_negada transacao_nao_autorizada rechazado ' +
      'rechazada denegado denegada fallido fallida anulado anulada no_aprobado no_aprobada ' +
      'no_autorizado no_autorizada',
  ],
  [
    'pending',
    'pending processing in_process in_progress waiting waiting_payment awaiting under_review ' +
      'in_analysis analysis review queued scheduled created started pendente processando ' +
      'em_processamento em_andamento em_analise aguardando aguardando_pagamento agendado agendada ' +
      'criado criada iniciado iniciada pendiente procesando en_proceso',
  ],
  ['envelope', 'ok success sucesso'],
  [
    'trouble',
    'nao not error erro invalid invalido invalida insufficient_funds insuficiente insuficientes ' +
      'do_not_honor falha failure fail negativa not_paid nao_pago nao_paga not_allowed ' +
      'nao_permitido nao_permitida excedido excedida exceeded vencido vencida',
  ],
];

/** A merchant's own words; they override the built-in ones. */
export type OwnWords = Readonly<Record<'paid' | 'pending' | 'declined', readonly string[]>>;

/** If a merchant lists a word under several meanings, declined wins, then pending. */
export function wordMeanings(own: OwnWords): ReadonlyMap<string, WordMeaning> {
  const lists: (readonly [WordMeaning, readonly string[]])[] = [
    ...builtInWords.map(([meaning, words]) => [meaning, words.split(' ')] as const),
    ['paid', own.paid],
    ['pending', own.pending],
    ['declined', own.declined],
  ];
  return new Map(
    lists.flatMap(([meaning, words]) => words.map((word) => [plainWord(word), meaning] as const)),
  );
}

/** The longest text that is read, in characters. Normalizing combining marks takes quadratic time. */
export const maxWordLength = 200;

/** Normalizes a word for comparison: `Em Análise`, `em-analise` and `emAnalise` are `em_analise`. */
export function plainWord(word: string): string {
  if (/^[A-Za-z\d]{1,200}$/.test(word))
    return word.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return word
    .slice(0, maxWordLength)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}

/** Returns the words at the beginning of a text, and each group of two or three of them. */
export function wordGroups(text: string): string[] {
  const words = plainWord(text).split('_');
  return [1, 2, 3].flatMap((length) =>
    words.map((_, at) => words.slice(at, at + length).join('_')),
  );
}
