import type { AlarmCode } from '../attempt/alarms.ts';

export type AlarmLanguage = 'en' | 'pt-BR';

interface AlarmWords {
  /** A sentence without its period; the section in the docs begins with it. */
  title: string;
  /** Sentences that the section repeats. */
  nextStep: string;
  /** What is left to do once the payment has an outcome, by default `nextStep`. */
  afterwards?: string;
}

/** How urgent an alarm is: money goes back, money may be lost, somebody has to look, or to know. */
export const alarmRanks = ['refund', 'money', 'look_up', 'information'] as const;
export type AlarmRank = (typeof alarmRanks)[number];

/** An alarm as log, commands and page show it. */
export interface AlarmEntry extends AlarmWords {
  code: AlarmCode;
  rank: AlarmRank;
  /** The section of the docs. */
  link: string;
}

export function alarmEntryOf(code: AlarmCode, language: AlarmLanguage = 'en'): AlarmEntry {
  const { rank, [language]: words } = alarms[code];
  return { code, rank, ...words, link: `docs/operating.md#${code}` };
}

type Alarm = Record<AlarmLanguage, AlarmWords> & { rank: AlarmRank };

/** What support is alerted with; docs/operating.md has a section for each. */
const alarms: Readonly<Record<AlarmCode, Alarm>> = {
  configuration: {
    rank: 'information',
    en: {
      title: 'The API refused the request for something that only you can fix',
      nextStep:
        'Correct the token, the seller or the API_FILE, and restart the proxy; a token in a file needs only SIGHUP.',
    },
    'pt-BR': {
      title: 'A API recusou a requisição por algo que só você corrige',
      nextStep:
        'Corrija o token, a loja ou o API_FILE e reinicie o proxy; para um token em arquivo, basta SIGHUP.',
    },
  },
  unavailable: {
    rank: 'information',
    en: {
      title: 'The payments API could not be reached, and nothing was sent',
      nextStep: 'Check the network and API_BASE_URL.',
    },
    'pt-BR': {
      title: 'Não foi possível conectar à API de pagamentos, e nada foi enviado',
      nextStep: 'Verifique a rede e API_BASE_URL.',
    },
  },
  outcome_unknown: {
    rank: 'look_up',
    en: {
      title: 'Nobody knows yet whether the card was charged, and the order is locked',
      nextStep: "Find the payment in the acquirer's portal and resolve it.",
      afterwards: 'Just acknowledge the alarm.',
    },
    'pt-BR': {
      title: 'Ainda não se sabe se o cartão foi cobrado, e o pedido está travado',
      nextStep: 'Consulte o pagamento e resolva.',
      afterwards: 'Basta marcar o alarme como visto.',
    },
  },
  late_charge: {
    rank: 'money',
    en: {
      title: 'The buyer was charged after reading that the payment was open or had failed',
      nextStep: 'Deliver the order and tell the buyer, or refund.',
    },
    'pt-BR': {
      title: 'O comprador foi cobrado depois de ler que o pagamento falhou ou estava em aberto',
      nextStep: 'Entregue e avise o comprador, ou estorne.',
    },
  },
  closed_order_charged: {
    rank: 'refund',
    en: {
      title: 'The buyer was charged for an order that had been closed',
      nextStep: 'Refund, or deliver after all, and tell the buyer.',
    },
    'pt-BR': {
      title: 'O comprador foi cobrado por um pedido que já estava encerrado',
      nextStep: 'Estorne, ou entregue mesmo assim, e avise o comprador.',
    },
  },
  duplicate_charge: {
    rank: 'refund',
    en: { title: 'Two tries of one order were charged', nextStep: 'Refund one.' },
    'pt-BR': { title: 'Duas tentativas do mesmo pedido foram cobradas', nextStep: 'Estorne uma.' },
  },
  possible_duplicate_charge: {
    rank: 'money',
    en: {
      title: 'The order is paid, and another try may be charged too',
      nextStep: "Find that try in the acquirer's portal, and refund it if it was charged.",
    },
    'pt-BR': {
      title: 'O pedido está pago, e outra tentativa pode ter sido cobrada também',
      nextStep: 'Consulte essa tentativa e estorne, se foi cobrada.',
    },
  },
  approval_contradicted: {
    rank: 'money',
    en: {
      title: 'A postback says “refused” for a payment that was approved',
      nextStep: "Find the payment in the acquirer's portal before you deliver.",
    },
    'pt-BR': {
      title: 'Um postback recusou um pagamento que estava aprovado',
      nextStep: 'Consulte o pagamento antes de entregar.',
    },
  },
  unknown_status: {
    rank: 'look_up',
    en: {
      title: "The API says something that your API_FILE doesn't declare, or contradicts itself",
      nextStep:
        "Find the payment in the acquirer's portal and resolve it, then paste the alarm's line into API_FILE.",
      afterwards: "Paste the alarm's line into API_FILE.",
    },
    'pt-BR': {
      title: 'A API disse algo que o seu API_FILE não declara, ou se contradiz',
      nextStep: 'Consulte o pagamento e resolva; depois cole a linha do alarme no API_FILE.',
      afterwards: 'Cole a linha do alarme no API_FILE.',
    },
  },
  unreadable_postback: {
    rank: 'look_up',
    en: {
      title: 'A postback is neither JSON nor a form, or longer than 64 kB',
      nextStep: "Find the payment in the acquirer's portal, and resolve it if it's open.",
      afterwards: 'Just acknowledge the alarm.',
    },
    'pt-BR': {
      title: 'Chegou um postback que não é JSON nem formulário, ou que passa de 64 kB',
      nextStep: 'Consulte o pagamento e, se estiver em aberto, resolva.',
      afterwards: 'Basta marcar o alarme como visto.',
    },
  },
  amount_mismatch: {
    rank: 'money',
    en: {
      title: 'An answer or postback states another amount',
      nextStep:
        "Find the payment in the acquirer's portal before you deliver, and compare the amount in your API_FILE.",
    },
    'pt-BR': {
      title: 'A API informou outro valor',
      nextStep: 'Consulte o pagamento antes de entregar e confira o valor no API_FILE.',
    },
  },
  risk_refused: {
    rank: 'information',
    en: {
      title: 'The API refused the payment by a rule of its own, and nothing was charged',
      nextStep: 'Just acknowledge the alarm.',
    },
    'pt-BR': {
      title: 'A API recusou o pagamento por uma regra dela, e nada foi cobrado',
      nextStep: 'Basta marcar o alarme como visto.',
    },
  },
  unproven_retry: {
    rank: 'money',
    en: {
      title: 'A payment was sent again after a 5xx, and the first try may be charged too',
      nextStep: "Find every try in the acquirer's portal.",
    },
    'pt-BR': {
      title:
        'O pagamento foi enviado de novo depois de um erro 5xx, e a primeira tentativa pode ter sido cobrada',
      nextStep: 'Consulte todas as tentativas.',
    },
  },
  api_down: {
    rank: 'information',
    en: {
      title: 'The payments API gives no proof, so most new payments are held back',
      nextStep: "Ask the API's support.",
    },
    'pt-BR': {
      title: 'A API de pagamentos não dá prova, e o proxy segura quase todos os pagamentos novos',
      nextStep: 'Fale com o suporte da API.',
    },
  },
  api_up: {
    rank: 'information',
    en: {
      title: 'The payments API answers again, and nothing is held back',
      nextStep: 'Resolve the payments that lock their order.',
    },
    'pt-BR': {
      title: 'A API de pagamentos voltou a responder, e nada mais é segurado',
      nextStep: 'Resolva os pagamentos que travam o pedido.',
    },
  },
};
