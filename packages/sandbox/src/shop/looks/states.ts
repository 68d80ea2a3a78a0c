/** A state of the element, and the buyer's steps that lead there, in this order. */
export interface LookState {
  /** The element's `:state()`. */
  css: string;
  attributes?: Readonly<Record<string, string>>;
  /** The shop's parameter `fault`. */
  fault?: string;
  /** Card number to type; nothing else is typed unless there is a `name`. */
  number?: string;
  /** Name on the card to type, with all other fields of a payment. */
  name?: string;
  /** Installments to choose, for an order with plans. */
  installments?: string;
  /** Argument of `setCustomValidity`. */
  refusal?: string;
  /** Whether to press the pay button, and then the cancel button. */
  pays?: boolean;
  cancels?: boolean;
}

const number = '4000000000002701';

const fault = 'token-slow';
const attributes = { 'three-ds': 'off' };
const pays = true;

export const lookStates: Readonly<Record<string, LookState>> = {
  Vazio: { css: 'ready' },
  'Crédito ou débito': { css: 'ready', attributes: { kinds: 'credit debit' } },
  Preenchido: { css: 'ready', number, name: 'MARIA' },
  Bandeira: { css: 'ready', number: '378282246310005' },
  'Bandeira não aceita': { css: 'ready', number: '6011000990139424' },
  'Bandeira encerrada': { css: 'ready', number: '6062826786276634', attributes: { brands: '' } },
  'Com juros': { css: 'ready', installments: '12' },
  'Campo errado': { css: 'ready', number: '4111111111111112' },
  'Resumo dos erros': { css: 'ready', pays },
  'Motivo da loja': { css: 'ready', number, name: 'MARIA', refusal: 'Aceite os termos.', pays },
  Desativado: { css: 'disabled', attributes: { disabled: '' } },
  Conectando: { css: 'paying', fault, number, name: 'MARIA', pays },
  'Desafio do banco': { css: 'paying', number: '4000000000002503', name: 'MARIA', pays },
  Processando: { css: 'paying', attributes, number, name: 'SLOW_8S', pays },
  Aprovado: { css: 'approved', attributes, number, name: 'APPROVED', pays },
  Recusado: { css: 'declined', attributes, number, name: 'RISK', pays },
  'Sem resposta': { css: 'pending', attributes, number, name: 'RESET', pays },
  Cancelado: { css: 'error', fault, number, name: 'MARIA', pays, cancels: pays },
  'Erro, pode repetir': { css: 'error', number: '4000000000002925', name: 'MARIA', pays },
  'Erro, sem botão': { css: 'error', attributes, number, name: 'SELLER', pays },
};
