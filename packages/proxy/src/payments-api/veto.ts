import { scalarOf, type Leaf } from './places.ts';

/**
 * Beginnings of words that refuse, undo or delay a payment, or that speak of another subject, in
 * Portuguese, English and Spanish, without accents. A paying status beside one of them is doubt.
 */
const stems = [
  // refuses
  'recus refus reject rejeit rechaz declin deni deneg neg[ao](?:u|d|t) reprov disapprov desaprov',
  'desautoriz inautoriz unauth unsuccess unpaid impag fail falh fal[il]id erro invalid inval',
  'insuf excedid exceed excess vencid expirad expirou expired bloque block fraud suspeit suspect',
  'restri restrict stolen roubad lost extravi (?:n[ao]o?|not|cannot|sem|sin|without|nunca|never)_[a-z]',
  // undoes
  'cancel estorn devol devuel reembols refund revers revert void undo desfaz desfeit anula',
  'chargeback charged_back disput contest',
  // waits
  'pend waiting await aguard esper process(?:ing|and|am) analis analys under_review queue',
  'schedul agend andamento progress redirect challenge require',
  // speaks of something else
  'antifraud anti_fraud risco risk riesgo 3_?ds three_?d authentic autentic client customer',
  'lojista merchant seller vendedor valida verific zero_?auth pre_?auth pre_?autor tokeni',
]
  .join(' ')
  .replaceAll(' ', '|');

/** A letter of another alphabet within a Latin word is written to be misread. */
const twoAlphabets = String.raw`[a-z][\p{sc=Cyrl}\p{sc=Grek}]|[\p{sc=Cyrl}\p{sc=Grek}][a-z]`;

/** An id like `aBvoid1` holds no word: a word begins after neither a letter nor a digit. */
const objection = new RegExp(`(?<![a-z\\d])(?:${stems})|${twoAlphabets}`, 'u');

/** Names of errors, and of flags that refuse or undo a payment. */
const troubleName =
  /(?:^|_)(?:err|errors?|erros?|faults?|falhas?|failures?|failed|decline[sd]?|declined|refus(?:als?|ed)|recus(?:as?|ad[ao])|reject(?:ed|ions?)|den(?:ied|ials?)|negad[ao]|refunded|estornad[ao]|cancell?ed|cancelad[ao]|voided|reversed|chargeback|disputed)(?:_|$)/;

/** Names of flags that a payment needs. */
const successName =
  /(?:^|_)(?:paid|pag[ao]|approved|aprovad[ao]|aprobad[ao]|captured|capturad[ao]|authori[sz]ed|autorizad[ao]|confirmed|confirmad[ao]|success|successful|succeeded|sucesso|result|resultado|outcome|ok)$/;

const nothing = /^(?:0*|false|null|none|nenhum|n|no|nao|n_a|ok|success|sucesso|https?_.*)$/;
const no = /^(?:0|false|null|n|no|nao)$/;

/** Whether a leaf contradicts a paying status. */
export function objects(leaf: Leaf): boolean {
  const { value } = leaf;
  const text = scalarOf(value);
  // An empty object or list says nothing.
  if (text === undefined) return false;
  const word = plain(text);
  if (typeof value === 'string' && objection.test(word)) return true;
  if (no.test(word)) return successName.test(plain(nameOf(leaf)));
  if (nothing.test(word)) return false;
  for (let at: Leaf | undefined = leaf; at; at = at.parent)
    if (troubleName.test(plain(at.name))) return true;
  return false;
}

/** An item of a list has the list's name. */
function nameOf({ name, parent }: Leaf): string {
  return parent && Array.isArray(parent.value) ? nameOf(parent) : name;
}

/** Whether a text says that this payment was made before, so that a refusal proves nothing. */
export function saysDuplicate(text: string): boolean {
  return /duplic|already|(?<![a-z])ja_(?:.{0,40}_)?(?:pag|exist|process|aprov|autoriz|captur|efetu|realiz)/.test(
    plain(text),
  );
}

/** Normalizes a text for comparison: `Em Análise` and `emAnalise` are `em_analise`. */
function plain(text: string): string {
  if (/^[a-z\d]*$/.test(text)) return text;
  const ascii = /^[\x20-\x7e]*$/.test(text)
    ? text
    : // Normalizing many marks in a row takes quadratic time.
      text
        .replaceAll(/[\p{M}\p{Cf}]+/gu, '')
        .normalize('NFKD')
        .replaceAll(/\p{M}+/gu, '');
  return ascii
    .replaceAll(/(?<=[a-z]{2})(?=[A-Z])/g, '_')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}
