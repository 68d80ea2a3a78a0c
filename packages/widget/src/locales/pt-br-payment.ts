import type { MessageOverrides, PaymentMessages } from './messages.ts';

const later = 'Não foi possível concluir o pagamento agora. Tente de novo em alguns minutos.';
const notConfirmed =
  'A autenticação com o banco não foi concluída. Tente de novo ou use outro cartão.';
const noProof =
  'Não foi possível confirmar este cartão com o banco. Tente de novo ou use outro cartão.';

/** The texts in Portuguese of a payment, which load with its code; other languages have one file. */
export const ptBRPayment: PaymentMessages & MessageOverrides = {
  plan: {
    inFull: '{n}x de {amount} à vista',
    withoutInterest: '{n}x de {amount} sem juros',
    withInterest: '{n}x de {amount} com juros',
    onButton: 'em {n}x de {amount}',
    total: 'Total: {total}',
    first: '1ª parcela: {first}',
    cet: 'Juros: {month} ao mês, {year} ao ano. CET (custo efetivo total): {cet} ao ano',
    agent: 'Financiado por {agent}',
    cash: 'Preço à vista: {cash}',
  },
  approved: 'Pagamento aprovado.',
  approvedDetail: 'Você pagou {amount}.',
  declined:
    'O pagamento não foi autorizado. Confira os dados, use outro cartão ou fale com o seu banco.',
  pending: 'Ainda não temos a resposta do banco. Não pague de novo: vamos confirmar o resultado.',
  pendingDetail:
    'Continuamos consultando; o resultado aparecerá aqui. Se falar com a loja, informe o código abaixo.',
  tryLater: later,
  reload: 'Atualizar a página',
  otherCard: 'Usar outro cartão',
  notCharged: 'Nada foi cobrado.',
  slow: 'Está demorando mais que o normal. Não pague de novo.',
  offline: 'Sem internet. Continuamos assim que ela voltar.',
  challengeInApp: 'Se o banco avisar no aplicativo, aprove lá e volte.',
  faults: { notAuthorized: 'Não autorizado. Digite o código de novo.' },
  steps: {
    token: 'Conectando ao seu banco…',
    challenge: 'Confirmando com o seu banco…',
    submit: 'Processando o pagamento… Não feche esta página.',
    waiting: 'Verificando o pagamento… Isso pode levar alguns minutos. Não feche esta página.',
  },
  errors: {
    order_expired: 'Este pedido expirou. Atualize a página e tente de novo.',
    invalid_input: 'Confira os campos destacados e tente de novo.',
    three_ds_incomplete: notConfirmed,
    rate_limited: later,
    unavailable:
      'Não foi possível concluir o pagamento. Confirme com a loja se ele foi feito; não pague de novo aqui.',
    order_in_progress:
      'Um pagamento deste pedido ainda está em andamento. Não pague de novo agora: atualize a página em alguns minutos ou fale com a loja.',
    order_already_paid: 'Este pedido já foi pago.',
    order_superseded: 'Este pedido não pode mais ser pago aqui. Atualize a página e tente de novo.',
    too_many_requests: 'Muitas tentativas. Aguarde alguns minutos ou use outro cartão.',
    too_many_attempts: 'Este pedido não aceita mais tentativas. Entre em contato com a loja.',
    draining: later,
    overloaded: later,
    fraud_unavailable: later,
    proxy_unreachable: 'Não conseguimos falar com a loja. Verifique a sua conexão e tente de novo.',
    three_ds_failed: notConfirmed,
    three_ds_timeout: 'O banco demorou demais. Tente de novo.',
    three_ds_unavailable: noProof,
    three_ds_blocked:
      'Não foi possível abrir a página do seu banco. Tente de novo em alguns minutos.',
    three_ds_required: noProof,
    three_ds_used: notConfirmed,
  },
};
