import type { OrderStatus, OutcomeStatus } from '@card-checkout/contract/shop-server';
import type { AlarmCode } from '../../attempt/alarm-guide.ts';
import type { Charge } from '../../attempt/outcome.ts';
import type { AttemptStatus } from '../../attempt/statuses.ts';
import type { TimelineStep } from '../views.ts';

/** Every text of the page in one language. */
export type Texts = typeof en;

const en = {
  language: 'en',
  title: 'Payments',
  otherLanguage: 'Português',
  search: { label: 'Order or payment ID', button: 'Search' },
  refresh: 'Refresh',
  updatedAt: (time: string) => `Updated at ${time}`,
  unknown: {
    title: 'Outcome unknown',
    none: 'Every payment has an outcome.',
    limit: (count: number) => `The latest ${count} are shown.`,
  },
  alarms: {
    title: 'Open alarms',
    none: 'No open alarms.',
    acknowledge: 'Acknowledge',
    acknowledged: 'The alarm is acknowledged.',
  },
  order: { title: 'Order', close: 'Close', payments: 'Payments', timeline: 'Timeline' },
  payment: {
    amount: 'Amount',
    card: 'Card',
    changedAt: 'Last change',
    transactionId: 'Transaction',
    code: 'Code',
    id: 'Payment ID',
    numbered: (number: number) => `Payment ${number}`,
    inFull: 'in full',
    installments: (count: number) => `${count} installments`,
    resolve: 'Resolve',
    resend: 'Send webhook again',
    resent: 'The webhook is on its way again.',
  },
  resolve: {
    title: 'Resolve the payment',
    warning: "Look it up in the acquirer's portal first. You cannot take this back.",
    question: 'What happened?',
    approved: {
      choice: 'The card was charged',
      hint: 'The order becomes paid, and the shop is told.',
      button: 'Mark as approved',
      done: 'The payment is approved.',
    },
    declined: {
      choice: 'The card was not charged',
      hint: 'The order can be paid again, and the shop is told.',
      button: 'Mark as declined',
      done: 'The payment is declined.',
    },
    note: 'Note',
    noteHint: 'How you know. The note stays with the payment.',
    cancel: 'Cancel',
  },
  steps: {
    begun: () => 'Payment started: try 1 sent',
    try_started: (number: number) => `Try ${number} sent`,
    try_ended: (number: number) => `Try ${number} answered`,
    given_up: () => 'Stopped waiting for proof',
    interrupted: () => 'The proxy stopped meanwhile',
    postback: (number: number) => `Postback for try ${number}`,
    overdue: () => 'Still no outcome',
    operator: (_: number, by: string) => `Resolved by ${by}`,
    alarm: () => 'Alarm',
  } satisfies Record<TimelineStep['kind'], (tryNumber: number, by: string) => string>,
  acknowledgedBy: (by: string) => `acknowledged by ${by}`,
  kinds: { credit: 'credit', debit: 'debit' },
  charges: {
    charged: 'charged',
    refused: 'refused',
    not_charged: 'not charged',
    exists: 'accepted, unresolved',
    uncertain: 'proves nothing',
  } satisfies Record<Charge, string>,
  statuses: {
    reserved: 'in progress',
    sending: 'in progress',
    waiting: 'in progress',
    pending: 'processing',
    processing: 'processing',
    approved: 'approved',
    declined: 'declined',
    invalid: 'invalid',
    failed: 'failed',
    unknown: 'unknown',
    unpaid: 'not paid',
  } satisfies Record<AttemptStatus | OrderStatus | OutcomeStatus, string>,
  alarmCodes: {
    late_charge: 'Charged after the buyer was told otherwise: deliver or refund',
    duplicate_charge: 'One order was charged twice: refund one',
    possible_duplicate_charge: 'Paid, and an earlier try may be charged as well: look it up',
    outcome_unknown: 'The outcome is not known: look it up',
    approval_contradicted: 'Approved, then refused by a postback: look it up before you deliver',
    unknown_status: 'The answer has a status that the proxy does not know: look it up',
    unreadable_postback: 'A postback is neither JSON nor a form: look the payment up',
    amount_mismatch: 'The payments API states another amount: look it up before you deliver',
    risk_refused: "One of the payments API's rules refused it",
    unproven_retry: 'Sent again, though no postback was due yet: look it up',
    api_down: 'The payments API is down: new payments are held back',
    api_up: 'The payments API is back: look up what it left unknown',
    unavailable: 'The payments API could not be reached: check the network',
    configuration: 'The payments API refused the request: check the settings',
  } satisfies Record<AlarmCode, string>,
  /** By problem code, or by HTTP status if the answer is no problem. */
  faults: {
    order_not_found: 'There is no order or payment with this ID.',
    payment_not_found: 'There is no payment with this ID.',
    payment_running: 'The payment is still running. Try again in a minute.',
    evidence_contradicts: "The payments API's evidence contradicts this.",
    already_resolved: 'The payment already has an outcome.',
    alarm_not_found: 'There is no such alarm.',
    no_outcome: 'The payment has no outcome that could be sent.',
    no_payment_webhook: 'PAYMENT_WEBHOOK_URL is not set.',
    note_missing: 'Write a note first.',
    unreachable: 'The proxy does not answer.',
    429: 'Too many wrong passwords. Wait a minute.',
    other: 'That did not work. The log of the proxy may say why.',
  },
};

const ptBR: Texts = {
  language: 'pt-BR',
  title: 'Pagamentos',
  otherLanguage: 'English',
  search: { label: 'ID do pedido ou do pagamento', button: 'Buscar' },
  refresh: 'Atualizar',
  updatedAt: (time) => `Atualizado às ${time}`,
  unknown: {
    title: 'Resultado inconclusivo',
    none: 'Nenhum pagamento inconclusivo.',
    limit: (count) => `Mostrando os ${count} mais recentes.`,
  },
  alarms: {
    title: 'Alarmes abertos',
    none: 'Nenhum alarme aberto.',
    acknowledge: 'Marcar como visto',
    acknowledged: 'Alarme marcado como visto.',
  },
  order: { title: 'Pedido', close: 'Fechar', payments: 'Pagamentos', timeline: 'Linha do tempo' },
  payment: {
    amount: 'Valor',
    card: 'Cartão',
    changedAt: 'Última alteração',
    transactionId: 'Transação',
    code: 'Código',
    id: 'ID do pagamento',
    numbered: (number) => `Pagamento ${number}`,
    inFull: 'à vista',
    installments: (count) => `${count} parcelas`,
    resolve: 'Resolver',
    resend: 'Reenviar webhook',
    resent: 'O webhook será reenviado.',
  },
  resolve: {
    title: 'Resolver o pagamento',
    warning: 'Confira antes no portal da adquirente. Esta ação não pode ser desfeita.',
    question: 'O que aconteceu?',
    approved: {
      choice: 'O cartão foi cobrado',
      hint: 'O pedido fica como pago e a loja é avisada.',
      button: 'Marcar como aprovado',
      done: 'Pagamento marcado como aprovado.',
    },
    declined: {
      choice: 'O cartão não foi cobrado',
      hint: 'O pedido volta a aceitar pagamento e a loja é avisada.',
      button: 'Marcar como recusado',
      done: 'Pagamento marcado como recusado.',
    },
    note: 'Observação',
    noteHint: 'Conte como você confirmou. A observação fica registrada no pagamento.',
    cancel: 'Cancelar',
  },
  steps: {
    begun: () => 'Pagamento iniciado: tentativa 1 enviada',
    try_started: (number) => `Tentativa ${number} enviada`,
    try_ended: (number) => `Resposta da tentativa ${number}`,
    given_up: () => 'A confirmação não chegou a tempo',
    interrupted: () => 'O proxy parou durante o pagamento',
    postback: (number) => `Postback da tentativa ${number}`,
    overdue: () => 'Ainda sem resultado',
    operator: (_, by) => `Resolvido por ${by}`,
    alarm: () => 'Alarme',
  },
  acknowledgedBy: (by) => `visto por ${by}`,
  kinds: { credit: 'crédito', debit: 'débito' },
  charges: {
    charged: 'cobrado',
    refused: 'recusado',
    not_charged: 'não cobrado',
    exists: 'aceito, ainda sem resultado',
    uncertain: 'sem confirmação',
  },
  statuses: {
    reserved: 'em andamento',
    sending: 'em andamento',
    waiting: 'em andamento',
    pending: 'processando',
    processing: 'processando',
    approved: 'aprovado',
    declined: 'recusado',
    invalid: 'inválido',
    failed: 'falhou',
    unknown: 'inconclusivo',
    unpaid: 'não pago',
  },
  alarmCodes: {
    late_charge: 'Cobrado depois que o cliente viu outro resultado: entregue ou estorne',
    duplicate_charge: 'O pedido foi cobrado duas vezes: estorne uma das cobranças',
    possible_duplicate_charge: 'Pago, mas outra tentativa pode ter sido cobrada: confira no portal',
    outcome_unknown: 'Resultado inconclusivo: confira',
    approval_contradicted: 'Aprovado e depois recusado por um postback: confira antes de entregar',
    unknown_status: 'A resposta veio com um status desconhecido: confira no portal',
    unreadable_postback: 'Um postback não é JSON nem formulário: confira o pagamento no portal',
    amount_mismatch: 'A API de pagamentos informou outro valor: confira antes de entregar',
    risk_refused: 'Recusado por uma regra da API de pagamentos',
    unproven_retry: 'Enviado de novo antes do prazo do postback: confira no portal',
    api_down: 'A API de pagamentos está fora do ar: novos pagamentos aguardam',
    api_up: 'A API de pagamentos voltou: confira o que ficou sem resposta',
    unavailable: 'Sem conexão com a API de pagamentos: verifique a rede',
    configuration: 'A API de pagamentos recusou a requisição: verifique as configurações',
  },
  faults: {
    order_not_found: 'Nenhum pedido ou pagamento encontrado com esse ID.',
    payment_not_found: 'Nenhum pagamento encontrado com esse ID.',
    payment_running: 'O pagamento ainda está em andamento. Tente de novo daqui a um minuto.',
    evidence_contradicts: 'A API de pagamentos informou o contrário.',
    already_resolved: 'O pagamento já tem resultado.',
    alarm_not_found: 'Esse alarme não existe.',
    no_outcome: 'O pagamento ainda não tem resultado para enviar.',
    no_payment_webhook: 'A variável PAYMENT_WEBHOOK_URL não está definida.',
    note_missing: 'Escreva uma observação.',
    unreachable: 'O proxy não responde.',
    429: 'Muitas senhas erradas. Espere um minuto.',
    other: 'Algo deu errado. O log do proxy pode dizer o motivo.',
  },
};

const storageKey = 'card-checkout-operator-language';

/** Returns the texts chosen on this device, or else in the browser's first language. */
export function initialTexts(): Texts {
  const language = localStorage.getItem(storageKey) ?? navigator.language;
  return /^pt\b/i.test(language) ? ptBR : en;
}

export function switchedTexts(texts: Texts): Texts {
  const other = texts === en ? ptBR : en;
  localStorage.setItem(storageKey, other.language);
  return other;
}
