import type { FirstMessages, LateMessages, Messages } from './messages.ts';
import { orderProblem } from './pt-br.ts';

const later = 'Não foi possível concluir o pagamento agora. Tente de novo em alguns minutos.';
const unreachable = 'Não conseguimos falar com a loja. Verifique a sua conexão e tente de novo.';
const notConfirmed =
  'A autenticação com o banco não foi concluída. Tente de novo ou use outro cartão.';
const noProof =
  'Não foi possível confirmar este cartão com o banco. Tente de novo ou use outro cartão.';

/** The texts in Portuguese that load with the payment. */
const ptBRLate: LateMessages = {
  challengeTitle: 'Confirme com o seu banco',
  challengeLeave: 'Para sair, use o botão Cancelar.',
  challengeFrame: 'Página do seu banco',
  approved: 'Pagamento aprovado.',
  approvedDetail: 'Você pagou {amount}.',
  declined:
    'O pagamento não foi autorizado. Confira os dados e digite o código de segurança de novo, use outro cartão ou fale com o seu banco.',
  pending: 'Ainda não temos a resposta do banco. Não pague de novo: vamos confirmar o resultado.',
  pendingDetail:
    'Continuamos consultando; o resultado aparecerá aqui. Se falar com a loja, informe o código abaixo.',
  receipt: {
    description: 'Compra',
    card: 'Cartão',
    cardValue: '{brand} final {digits}',
    order: 'Pedido',
    date: 'Data',
    payment: 'Código do pagamento',
    copy: 'Copiar',
    copied: 'Copiado',
  },
  tryLater: later,
  reload: 'Atualizar a página',
  otherCard: 'Usar outro cartão',
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
  steps: {
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
    order_in_progress:
      'Um pagamento deste pedido ainda está em andamento. Não pague de novo agora: atualize a página em alguns minutos ou fale com a loja.',
    order_already_paid: 'Este pedido já foi pago.',
    order_superseded: orderProblem,
    too_many_requests: 'Muitas tentativas. Aguarde alguns minutos ou use outro cartão.',
    too_many_attempts: 'Este pedido não aceita mais tentativas. Entre em contato com a loja.',
    draining: later,
    overloaded: later,
    fraud_unavailable: later,
    proxy_unreachable: unreachable,
    three_ds_failed: notConfirmed,
    three_ds_timeout: 'O banco demorou demais. Nada foi cobrado. Tente de novo.',
    three_ds_unavailable: noProof,
    three_ds_blocked:
      'Não foi possível abrir a página do seu banco. Nada foi cobrado. Tente de novo em alguns minutos.',
    three_ds_required: noProof,
    three_ds_used: notConfirmed,
  },
};

/** Adds the texts that the built-in locale lacks. */
export function completeMessages(messages: FirstMessages): Messages {
  return {
    ...ptBRLate,
    ...messages,
    plan: { ...ptBRLate.plan, ...messages.plan },
    receipt: { ...ptBRLate.receipt, ...messages.receipt },
    steps: { ...ptBRLate.steps, ...messages.steps },
    errors: { ...ptBRLate.errors, ...messages.errors },
  };
}
