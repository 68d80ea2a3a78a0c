import type { Messages } from './messages.ts';

const later = 'Não foi possível concluir o pagamento agora. Tente de novo em alguns minutos.';
const orderProblem = 'Este pedido não pode mais ser pago aqui. Atualize a página e tente de novo.';
const unreachable = 'Não conseguimos falar com a loja. Verifique a sua conexão e tente de novo.';
const notConfirmed =
  'A autenticação com o banco não foi concluída. Tente de novo ou use outro cartão.';
const noProof =
  'Não foi possível confirmar este cartão com o banco. Tente de novo ou use outro cartão.';

export const ptBR: Messages = {
  number: 'Número do cartão',
  brand: 'Bandeira: {brand}',
  retiredBrand: 'A bandeira Hipercard foi encerrada em 2025. Use outro cartão.',
  expiry: 'Validade',
  expiryHint: 'MM/AA',
  holder: 'Nome impresso no cartão',
  securityCode: 'Código de segurança',
  securityCodeHintBack: '{name}: 3 dígitos no verso do cartão.',
  securityCodeHintFront: '{name}: 4 dígitos na frente do cartão.',
  securityCodeHint: '3 dígitos no verso do cartão ou 4 na frente.',
  document: 'CPF ou CNPJ',
  kind: 'Forma de pagamento',
  credit: 'Crédito',
  debit: 'Débito',
  installments: 'Parcelas',
  installmentsChanged: 'O parcelamento mudou. Confira as parcelas.',
  pay: 'Pagar {amount}',
  cancel: 'Cancelar',
  summary: 'Confira estes campos:',
  challengeTitle: 'Confirme com o seu banco',
  challengeLeave: 'Para sair, use o botão Cancelar.',
  challengeFrame: 'Página do seu banco',
  approved: 'Pagamento aprovado.',
  approvedDetail: 'Você pagou {amount}.',
  declined: 'O pagamento não foi autorizado. Tente outro cartão ou fale com o banco emissor.',
  pending: 'Ainda não temos a resposta do banco. Não pague de novo: vamos confirmar o resultado.',
  tryLater: later,
  plan: {
    inFull: '{n}x de {amount} à vista',
    withoutInterest: '{n}x de {amount} sem juros',
    withInterest:
      '{n}x de {amount} com juros (total {total}; {month} a.m.; {year} a.a.; CET {cet} a.a.)',
    total: 'Total: {total}',
    first: '1ª parcela: {first}',
    cet: 'Juros: {month} ao mês, {year} ao ano. CET (custo efetivo total): {cet} ao ano',
    agent: 'Financiado por {agent}',
    cash: 'Preço à vista: {cash}',
  },
  faults: {
    numberEmpty: 'Informe o número do cartão.',
    numberIncomplete: 'O número do cartão está incompleto.',
    numberInvalid: 'Confira o número do cartão: há algum dígito errado.',
    expiryEmpty: 'Informe a validade (MM/AA).',
    expiryInvalid: 'Use mês e ano, por exemplo 08/29.',
    expiryPast: 'Este cartão está vencido. Use outro cartão.',
    holderEmpty: 'Informe o nome como está no cartão.',
    holderInvalid: 'Use só o nome, como está no cartão.',
    securityCodeEmpty: 'Informe o código de segurança.',
    securityCodeLength: 'O código deve ter {n} dígitos.',
    documentEmpty: 'Informe o CPF ou CNPJ.',
    cpfInvalid: 'CPF inválido. Confira os 11 números.',
    cnpjInvalid: 'CNPJ inválido. Confira os 14 caracteres (pode ter letras).',
    refused: 'Confira este campo.',
  },
  steps: {
    fraud: 'Preparando o pagamento…',
    token: 'Conectando ao seu banco…',
    challenge: 'Confirmando com o seu banco…',
    submit: 'Processando o pagamento… Não feche esta página.',
    waiting: 'Verificando o pagamento… Isso pode levar alguns minutos. Não feche esta página.',
  },
  errors: {
    invalid_input: 'Confira os campos destacados e tente de novo.',
    three_ds_incomplete: notConfirmed,
    rate_limited: later,
    unavailable:
      'Não foi possível concluir o pagamento. Confirme com a loja se ele foi feito; não pague de novo aqui.',
    order_invalid: orderProblem,
    order_expired: orderProblem,
    order_in_progress:
      'Um pagamento deste pedido ainda está em andamento. Não pague de novo agora: atualize a página em alguns minutos ou fale com a loja.',
    order_already_paid: 'Este pedido já foi pago.',
    order_superseded: orderProblem,
    too_many_requests: 'Muitas tentativas. Aguarde alguns minutos ou use outro cartão.',
    too_many_attempts: 'Este pedido não aceita mais tentativas. Entre em contato com a loja.',
    draining: later,
    overloaded: later,
    file_missing: 'O formulário não carregou por inteiro. Atualize a página e tente de novo.',
    fraud_unavailable: later,
    proxy_unreachable: unreachable,
    three_ds_failed: notConfirmed,
    three_ds_cancelled: 'Você cancelou a confirmação com o banco. Nada foi cobrado.',
    three_ds_timeout: 'O banco demorou demais. Nada foi cobrado. Tente de novo.',
    three_ds_unavailable: noProof,
    three_ds_required: noProof,
    unexpected: 'Não foi possível concluir o pagamento. Entre em contato com a loja.',
  },
};
