import type { OrderStatus, OutcomeStatus } from '@card-checkout/contract/shop-server';
import type { PaymentCode } from '@card-checkout/contract/payment';
import { alarmCodes, type AlarmCode } from '../attempt/alarms.ts';
import type { AttemptStatus } from '../attempt/statuses.ts';
import { refusals, type OperatorCode, type RefusalCode } from '../refusal.ts';
import {
  alarmEntryOf,
  type AlarmEntry,
  type AlarmLanguage,
  type AlarmRank,
} from '../telemetry/alarm-guide.ts';
import type { TimelineTexts } from './timeline.ts';

/** The words of the page and of the time line in one language. */
export type Texts = typeof en;

function alarmTitle(code: string, language: AlarmLanguage): string {
  const known = alarmCodes.find((each) => each === code);
  return known ? alarmEntryOf(known, language).title : '';
}

/** As the commands say it, with the codes that other commands take. */
export const englishTimeline: TimelineTexts = {
  events: {
    begun: () => 'started, try 1 sent',
    try_started: (number) => `try ${number} sent`,
    try_ended: (number) => `try ${number} ended`,
    postback: (number) => `postback for try ${number}`,
    given_up: () => 'no proof arrived',
    interrupted: () => 'the proxy stopped',
    overdue: () => 'unresolved for too long',
    operator: (_, by) => `resolved by ${by}`,
    closed: (_, by) => `order closed by ${by}`,
    alarm: (_, code) => `alarm ${code}`,
  },
  charges: {
    charged: 'charged',
    refused: 'refused',
    not_charged: 'not charged',
    exists: 'accepted, outcome open',
    uncertain: 'proves nothing',
  },
  notSent: 'not sent',
  noAnswer: 'no answer',
  open: 'open',
  acknowledged: (by, time) => `acknowledged by ${by}, ${time}`,
};

export const en = {
  language: 'en',
  title: 'Payments',
  other: { language: 'pt-BR', name: 'Português' },
  search: {
    label: 'Order, payment, short code, last four digits, amount or day',
    button: 'Search',
    title: 'Payments found',
    none: 'No payment fits.',
  },
  refresh: 'Refresh',
  updatedAt: (time: string) => `Updated at ${time}`,
  open: {
    title: 'Needs you',
    none: 'Every payment has an outcome, and no alarm is open.',
    ranks: {
      refund: 'Refund due',
      money: 'Money at risk',
      look_up: 'Look it up',
      information: 'For your information',
    } satisfies Record<AlarmRank, string>,
    locked: 'The order can’t be paid again before this payment has an outcome.',
    select: 'Resolve the selected payments',
    older: 'Older payments',
    limit: (count: number) => `The latest ${count} alarms are shown.`,
    acknowledge: 'Acknowledge',
    orders: (count: number) => `${count} orders`,
    already: (status: string) => `Already ${status}.`,
    refunds: { title: 'Refunds due', done: 'Done' },
    api: {
      down: 'Payments API down since',
      up: 'Payments API back since',
      locked: (count: number, isMore: boolean) =>
        `${count}${isMore ? '+' : ''} ${count === 1 ? 'order' : 'orders'} locked`,
    },
  },
  order: { title: 'Order', close: 'Close', payments: 'Payments', timeline: 'Time line' },
  payment: {
    numbered: (number: number) => `Payment ${number}`,
    installments: (count: number) => (count === 1 ? 'in full' : `${count} installments`),
    kinds: { credit: 'credit', debit: 'debit' },
    portal: 'For the acquirer’s portal:',
    codes: {
      declined: 'declined',
      configuration: 'wrong setting',
      invalid_input: 'a field was refused',
      three_ds_incomplete: 'proof of authentication incomplete',
      rate_limited: 'the API asked to wait',
      unavailable: 'the API failed',
      no_answer: 'the API didn’t answer',
      interrupted: 'the proxy stopped',
    } satisfies Record<PaymentCode, string>,
    resolve: 'Resolve',
    resend: 'Send webhook again',
  },
  end: {
    title: 'End this order',
    warning:
      'It was paid in another way, or canceled. Afterwards nobody can pay it by card. You can’t take this back.',
    button: 'End the order',
  },
  resolve: {
    title: (count: number) => (count === 1 ? 'Resolve the payment' : `Resolve ${count} payments`),
    warning: 'Look it up in the acquirer’s portal first. You can’t take this back.',
    question: 'What happened?',
    approved: 'The card was charged',
    approvedHint: 'The order becomes paid, and the shop is told.',
    declined: "The card wasn't charged",
    declinedHint: 'The order can be paid again, and the shop is told.',
    note: 'Note',
    noteHint: 'How you know. The note stays with the payment.',
    cancel: 'Cancel',
  },
  done: {
    approved: (count: number) =>
      count === 1 ? 'The payment is approved.' : `${count} payments are approved.`,
    declined: (count: number) =>
      count === 1 ? 'The payment is declined.' : `${count} payments are declined.`,
    closed: () => 'The order is closed and takes no payment any more.',
    resent: () => 'The webhook is on its way again.',
    acknowledged: (count: number) =>
      count === 1 ? 'The alarm is acknowledged.' : `${count} alarms are acknowledged.`,
  },
  faultOf: (code: RefusalCode) => `${refusals[code].title}.`,
  alarm: (code: AlarmCode): AlarmEntry => alarmEntryOf(code),
  selectFirst: 'Select a payment first.',
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
    closed: 'closed',
  } satisfies Record<AttemptStatus | OrderStatus | OutcomeStatus, string>,
  timeline: {
    ...englishTimeline,
    events: {
      ...englishTimeline.events,
      alarm: (_: number, code: string) => `alarm: ${alarmTitle(code, 'en')}`,
    },
  },
};

const faults: Readonly<Partial<Record<RefusalCode, string>>> = {
  note_missing: 'Escreva na observação como você confirmou, em até 500 caracteres.',
  order_not_found: 'Nenhum pedido ou pagamento encontrado com esse ID.',
  order_in_progress:
    'Um pagamento deste pedido está em andamento ou pode ter sido cobrado. Resolva-o antes.',
  order_already_paid: 'O pedido já está pago. Para desfazer, estorne o pagamento.',
  payment_not_found: 'Nenhum pagamento encontrado com esse ID.',
  alarm_not_found: 'Esse alarme não existe.',
  payment_running: 'O pagamento ainda está em andamento. Tente de novo daqui a um minuto.',
  evidence_contradicts: 'A API de pagamentos informou o contrário.',
  already_resolved: 'O pagamento já tem resultado.',
  no_outcome: 'O pagamento ainda não tem resultado para enviar.',
  no_payment_webhook: 'A variável PAYMENT_WEBHOOK_URL não está definida.',
  backup_failed: 'A cópia não pôde ser feita.',
  internal: 'Algo deu errado no proxy. O log diz o motivo.',
} satisfies Record<OperatorCode, string> & Record<string, string>;

export const ptBR: Texts = {
  language: 'pt-BR',
  title: 'Pagamentos',
  other: { language: 'en', name: 'English' },
  search: {
    label: 'Pedido, pagamento, código curto, final do cartão, valor ou dia',
    button: 'Buscar',
    title: 'Pagamentos encontrados',
    none: 'Nenhum pagamento corresponde.',
  },
  refresh: 'Atualizar',
  updatedAt: (time) => `Atualizado às ${time}`,
  open: {
    title: 'Precisa de você',
    none: 'Todos os pagamentos têm resultado, e nenhum alarme está aberto.',
    ranks: {
      refund: 'Estorno pendente',
      money: 'Dinheiro em risco',
      look_up: 'Consultar',
      information: 'Para saber',
    },
    locked: 'O pedido fica travado até que este pagamento tenha um resultado.',
    select: 'Resolver os selecionados',
    older: 'Pagamentos anteriores',
    limit: (count) => `Mostrando os ${count} alarmes mais recentes.`,
    acknowledge: 'Marcar como visto',
    orders: (count) => `${count} pedidos`,
    already: (status) => `Já ${status}.`,
    refunds: { title: 'Estornos pendentes', done: 'Feito' },
    api: {
      down: 'API fora do ar desde',
      up: 'API de volta desde',
      locked: (count, isMore) =>
        `${count}${isMore ? '+' : ''} ${count === 1 ? 'pedido travado' : 'pedidos travados'}`,
    },
  },
  order: { title: 'Pedido', close: 'Fechar', payments: 'Pagamentos', timeline: 'Linha do tempo' },
  payment: {
    numbered: (number) => `Pagamento ${number}`,
    installments: (count) => (count === 1 ? 'à vista' : `${count} parcelas`),
    kinds: { credit: 'crédito', debit: 'débito' },
    portal: 'Para o portal da adquirente:',
    codes: {
      declined: 'recusado',
      configuration: 'configuração errada',
      invalid_input: 'um campo foi recusado',
      three_ds_incomplete: 'prova do 3DS incompleta',
      rate_limited: 'a API pediu para esperar',
      unavailable: 'a API falhou',
      no_answer: 'a API não respondeu',
      interrupted: 'o proxy parou',
    },
    resolve: 'Resolver',
    resend: 'Reenviar webhook',
  },
  end: {
    title: 'Encerrar este pedido',
    warning:
      'Foi pago de outra forma, ou cancelado. Depois disso, ninguém mais o paga com cartão. Esta ação não pode ser desfeita.',
    button: 'Encerrar o pedido',
  },
  resolve: {
    title: (count) => (count === 1 ? 'Resolver o pagamento' : `Resolver ${count} pagamentos`),
    warning: 'Confira antes no portal da adquirente. Esta ação não pode ser desfeita.',
    question: 'O que aconteceu?',
    approved: 'O cartão foi cobrado',
    approvedHint: 'O pedido fica como pago, e a loja é avisada.',
    declined: 'O cartão não foi cobrado',
    declinedHint: 'O pedido volta a aceitar pagamento, e a loja é avisada.',
    note: 'Observação',
    noteHint: 'Conte como você confirmou. A observação fica registrada no pagamento.',
    cancel: 'Cancelar',
  },
  done: {
    approved: (count) =>
      count === 1
        ? 'Pagamento marcado como aprovado.'
        : `${count} pagamentos marcados como aprovados.`,
    declined: (count) =>
      count === 1
        ? 'Pagamento marcado como recusado.'
        : `${count} pagamentos marcados como recusados.`,
    closed: () => 'Pedido encerrado. Ele não aceita mais pagamentos.',
    resent: () => 'O webhook será reenviado.',
    acknowledged: (count) =>
      count === 1 ? 'Alarme marcado como visto.' : `${count} alarmes marcados como vistos.`,
  },
  faultOf: (code) => faults[code] ?? 'Um valor falta ou está errado.',
  alarm: (code) => alarmEntryOf(code, 'pt-BR'),
  selectFirst: 'Selecione um pagamento.',
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
    closed: 'encerrado',
  },
  timeline: {
    events: {
      begun: () => 'iniciado, tentativa 1 enviada',
      try_started: (number) => `tentativa ${number} enviada`,
      try_ended: (number) => `fim da tentativa ${number}`,
      postback: (number) => `postback da tentativa ${number}`,
      given_up: () => 'a confirmação não chegou',
      interrupted: () => 'o proxy parou',
      overdue: () => 'sem resultado há tempo demais',
      operator: (_, by) => `resolvido por ${by}`,
      closed: (_, by) => `pedido encerrado por ${by}`,
      alarm: (_, code) => `alarme: ${alarmTitle(code, 'pt-BR')}`,
    },
    charges: {
      charged: 'cobrado',
      refused: 'recusado',
      not_charged: 'não cobrado',
      exists: 'aceito, sem resultado',
      uncertain: 'não prova nada',
    },
    notSent: 'não enviado',
    noAnswer: 'sem resposta',
    open: 'aberto',
    acknowledged: (by, time) => `visto por ${by}, ${time}`,
  },
};
