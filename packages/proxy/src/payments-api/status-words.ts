/**
 * What a word says of a payment. As a status, `envelope` may only say that the call worked, and `cause`
 * and `trouble` can't be read. Under any other name, `declined`, `cause` and `trouble` refuse.
 */
export type WordMeaning = 'paid' | 'declined' | 'pending' | 'envelope' | 'cause' | 'trouble';

const decided = 'approved authorized authorised aprovad* autorizad* aprobad*';

const payingFlags = `${decided} paid pago paga pagad*`;

/** In Portuguese, English and Spanish, as `plainWord` returns them. A star stands for any letters. */
export const builtInWords: Readonly<Record<WordMeaning, string>> = {
  paid:
    `${payingFlags} captured charged confirmed complete completed succeeded successful settled ` +
    'capturad* confirmad* concluid* liquidad* efetuad* efetivad* quitad*',
  declined:
    'declined declinad* refused denied denegad* negad* negou rejected rejeit* rechaz* recus* ' +
    'reprov* disapproved desaprov* desautoriz* inautoriz* unauthori* failed falhou falhad* fallid* ' +
    'canceled cancelled cancelad* cancelou expired expirad* expirou voided anulad* blocked ' +
    'bloquead* fraud fraude fraudulent*',
  pending:
    'pending processing in_process in_progress waiting waiting_payment awaiting under_review ' +
    'in_analysis analysis review queued scheduled created started pendente processando ' +
    'em_processamento em_andamento em_analise aguardando aguardando_pagamento agendad* criad* ' +
    'iniciad* pendiente procesando en_proceso',
  envelope: 'ok success sucesso',
  cause:
    'insuficient* insufficient* excedid* exceeded vencid* do_not_honor not_allowed not_permitted ' +
    'nao_permitid* no_permitid* stolen roubad* lost extraviad*',
  trouble:
    'error* erro erros invalid* fail failure* falha* negativ* unpaid impag* unsuccessful refund* ' +
    'estorn* reembols* devolvid* reversed revertid* chargeback* charged_back disput* contestad*',
};

/** A merchant's own words; they override the built-in ones. */
export type OwnWords = Readonly<Record<'paid' | 'pending' | 'declined', readonly string[]>>;

/** If a merchant lists a word under several meanings, declined wins, then pending. */
export function ownMeanings(own: OwnWords): ReadonlyMap<string, WordMeaning> {
  const meanings = (['paid', 'pending', 'declined'] as const).flatMap((meaning) =>
    own[meaning].map((word) => [plainWord(word), meaning] as const),
  );
  return new Map(meanings);
}

const { paid, declined, pending, envelope, cause, trouble } = builtInWords;
const payment = '(?:(?:payment|pagamento|pago|transac[a-z]*|charge|cobranca)_)*';
const purchase = `${payment}(?:(?:card|cartao|tarjeta|purchase|compra|sale|venda)_)?`;
const negated = '(?:nao|not|no|sem|sin|nunca|never)_?(?:(?:foi|esta|fue|was|is|been)_)?';
const notDecided = negated + anyOf(decided);
const notPaid = negated + anyOf(`${paid} ${envelope}`);

const phrases: readonly (readonly [WordMeaning, RegExp])[] = [
  ['paid', whole(payment + anyOf(paid))],
  ['declined', whole(`${purchase}(?:${anyOf(declined)}|${notDecided})(?:_(?:by|pel|por).*)?`)],
  ['pending', whole(anyOf(pending))],
  ['envelope', whole(anyOf(envelope))],
  [
    'cause',
    whole(
      `${purchase}(?:(?:saldo|limite?|fund[oa]?s|fondos)_)?${anyOf(cause)}(?:_funds|_balance)?`,
    ),
  ],
  ['trouble', whole(`${purchase}(?:${anyOf(trouble)}|${notPaid})`)],
];
const payingFlag = whole(payment + anyOf(payingFlags));
const successName = new RegExp(
  `(?:^|_)${anyOf(`${payingFlags} ${envelope} succeeded successful`)}$`,
);

const known = new RegExp(`(?:^|_)(?:${negated})?${anyOf(Object.values(builtInWords).join(' '))}`);

const refusal = within(`${anyOf(`${declined} ${cause}`)}|${notDecided}`);
/** A word with letters of two alphabets is written to be misread. */
const twoAlphabets = String.raw`[a-z][\p{sc=Cyrl}\p{sc=Grek}]|[\p{sc=Cyrl}\p{sc=Grek}][a-z]`;
const refusingWord = `${refusal}|${within(anyOf(trouble))}|${twoAlphabets}`;
const negation = within('(?:nao|not|cannot|(?:sem|no|without)_(?:ap|au|su)[a-z]*)');
const contents = {
  refusal: new RegExp(refusal),
  word: new RegExp(refusingWord, 'u'),
  text: new RegExp(`${refusingWord}|${negation}`, 'u'),
};

function anyOf(words: string): string {
  return `(?:${words.replaceAll('*', '[a-z]*').replaceAll(' ', '|')})`;
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

/** Finds words in a text, but not `fraud` in `fraudSessionId`. */
function within(words: string): string {
  return `(?<![a-z])(?:${words})(?![a-z]|_(?:session|id))`;
}

/** Returns what a word says, e.g. `transacao_nao_autorizada`, if all of it is known. */
export function meaningOf(
  word: string,
  own: ReadonlyMap<string, WordMeaning>,
): WordMeaning | undefined {
  const meaning = own.get(word);
  if (meaning || !known.test(word)) return meaning;
  return phrases.find(([, pattern]) => pattern.test(word))?.[0];
}

/** What a flag says if it's true; a `step`, like `captured`, may follow later. */
export type FlagMeaning = WordMeaning | 'step';

export function flagMeaning(name: string): FlagMeaning | undefined {
  const flag = name.replace(/^(?:is|was|has|foi|esta|fue)_/, '');
  const meaning = meaningOf(flag, new Map());
  return meaning === 'paid' && !payingFlag.test(flag) ? 'step' : meaning;
}

/** Whether a flag of this name refuses if it's false, like `antifraude_aprovado`. */
export function namesSuccess(name: string): boolean {
  return successName.test(name);
}

/** Whether a text holds a refusal, a `word` that refuses or deceives, or such a word or a negation. */
export function holds(kind: keyof typeof contents, text: string): boolean {
  return contents[kind].test(plainText(text));
}

/** The longest word, in characters. */
export const maxWordLength = 200;

/** Normalizes a word for comparison: `Em Análise`, `em-analise` and `emAnalise` are `em_analise`. */
export function plainWord(text: string): string {
  if (/^[A-Za-z\d]{1,200}$/.test(text))
    return text.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  return plainText(text.slice(0, maxWordLength));
}

function plainText(text: string): string {
  // Normalizing many marks in a row takes quadratic time.
  return text
    .replaceAll(/[\p{M}\p{Cf}]+/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}
