/** What the payments service answers. */
type Answer =
  /** 201 and a payment with this status. */
  | { paymentStatus: string }
  /** Any other answer; without a body it is a page. */
  | { status: number; body?: Readonly<Record<string, unknown>> }
  /** No answer: the connection breaks. */
  | { breaks: 'at once' | 'late' };

/** What the payments service does with a checkout when the card bears a certain name. */
export interface Scenario {
  // What the demo shop shows: its name, what the service does, what buyer and merchant see.
  title: string;
  behavior: string;
  result: string;
  answer: Answer;
  /** When the buyer's money moves. Default: it does not. */
  charges?: 'at once' | 'with the postback';
  /** What the postback says; without it there is none. */
  postback?: 'paid' | 'refused';
  /** Whether the postback comes later than clients wait for it. */
  isPostbackLate?: boolean;
  /** Whether the answer is late, so that a client must wait. */
  isSlow?: boolean;
  /** Whether only the first call answers so, and the next is approved. */
  isOnce?: boolean;
}

const paid = { paymentStatus: 'paid' } as const;
const charged = { charges: 'at once', postback: 'paid' } as const;
const serverError = { status: 500, body: { detail: 'Internal server error.' } };
const throttled = { status: 429, body: { detail: 'Request was throttled.' } };

/** What each name on the card does; any other name is approved. */
export const scenarios = {
  APPROVED: {
    title: 'Aprovado',
    behavior: 'Cobra e responde 201.',
    result: 'Aprovado.',
    answer: paid,
    ...charged,
  },
  RISK: {
    title: 'Recusado por risco',
    behavior: 'Responde 400 e não cobra.',
    result: 'O comprador lê que não foi autorizado, sem o motivo.',
    answer: { status: 400, body: { error: 'Recusado por análise de risco' } },
  },
  REFUSED: {
    title: 'Recusado no corpo',
    behavior: 'Um 201 cujo corpo diz “refused”.',
    result: 'O comprador lê que não foi autorizado.',
    answer: { paymentStatus: 'refused' },
    postback: 'refused',
  },
  PENDING: {
    title: 'Pendente, depois pago',
    behavior: 'Responde 201 “pending” e cobra com o postback.',
    result: 'O comprador espera; em 2 s, aprovado.',
    answer: { paymentStatus: 'pending' },
    charges: 'with the postback',
    postback: 'paid',
  },
  UNKNOWN_STATUS: {
    title: 'Palavra desconhecida, depois pago',
    behavior: 'Cobra, responde 201 “em disputa” e avisa por postback.',
    result: 'O comprador espera; em 2 s, aprovado. Um alarme com a palavra.',
    answer: { paymentStatus: 'em disputa' },
    ...charged,
  },
  SUCCESS_FALSE: {
    title: 'Sem sucesso no corpo',
    behavior: 'Responde 200 com “success: false” e não cobra.',
    result: 'O comprador lê que não foi autorizado.',
    answer: { status: 200, body: { success: false, message: 'Cartão recusado' } },
  },
  SELLER: {
    title: 'Lojista desconhecido',
    behavior: 'Responde 400: “Seller not found”.',
    result: 'O comprador lê que fale com a loja. Um alarme.',
    answer: { status: 400, body: { error: 'Seller not found' } },
  },
  LIMIT_ONCE: {
    title: 'Limite, depois aprovado',
    behavior: 'Responde 429 uma vez.',
    result: 'Aprovado na segunda tentativa, 1 s depois.',
    answer: throttled,
    isOnce: true,
  },
  LIMIT: {
    title: 'Limite para sempre',
    behavior: 'Responde sempre 429.',
    result: 'Após 4 tentativas em 7 s, o comprador pode tentar mais tarde.',
    answer: throttled,
  },
  ERROR_502_ONCE: {
    title: 'Erro 502, depois aprovado',
    behavior: 'Responde 502 uma vez, sem cobrar.',
    result:
      'O proxy espera 5 a 10 s e tenta de novo: aprovado, com um alarme de possível cobrança dupla.',
    answer: { status: 502, body: { detail: 'Bad gateway.' } },
    isOnce: true,
  },
  ERROR_500: {
    title: 'Erro 500 para sempre',
    behavior: 'Responde sempre 500, sem cobrar.',
    result: 'Após 4 tentativas (até 40 s), o comprador lê que não pague de novo. Um alarme.',
    answer: serverError,
  },
  CHARGED_THEN_500: {
    title: 'Cobra e responde 500',
    behavior: 'Cobra, responde 500 e avisa por postback.',
    result: 'O proxy não repete: em 2 s, aprovado.',
    answer: serverError,
    ...charged,
  },
  CHARGED_THEN_500_SILENT: {
    title: 'Cobra, responde 500 e cala',
    behavior: 'Cobra, responde 500 e não avisa.',
    result:
      'Sem prova, o proxy repete como a documentação pede: 4 cobranças e um alarme. RETRY_POLICY=strict não repete.',
    answer: serverError,
    charges: 'at once',
  },
  CHARGED_THEN_500_LATE: {
    title: 'Cobra, responde 500 e avisa tarde',
    behavior: 'Cobra, responde 500 e avisa por postback só 30 s depois.',
    result:
      'O silêncio não prova nada: o proxy repete como a documentação pede, e há até 4 cobranças e alarmes. RETRY_POLICY=adaptive deixa de repetir quando vê avisos tardios.',
    answer: serverError,
    ...charged,
    isPostbackLate: true,
  },
  SLOW_8S: {
    title: 'Lento, depois aprovado',
    behavior: 'Cobra e responde após 8 s.',
    result: 'O comprador espera; aprovado.',
    answer: paid,
    ...charged,
    isSlow: true,
  },
  HANG: {
    title: 'Nunca responde',
    behavior: 'Não responde e não cobra.',
    result: 'Após 30 s, o comprador lê que não pague de novo. Um alarme.',
    answer: { breaks: 'late' },
  },
  RESET: {
    title: 'Conexão cortada',
    behavior: 'Corta a conexão depois de ler o pedido, sem cobrar.',
    result: 'O comprador lê que não pague de novo. Um alarme.',
    answer: { breaks: 'at once' },
  },
  CHARGED_THEN_RESET: {
    title: 'Cobra e corta a conexão',
    behavior: 'Cobra, corta a conexão e avisa por postback.',
    result: 'O comprador lê que não pague de novo; pouco depois, aprovado. Dois alarmes.',
    answer: { breaks: 'at once' },
    ...charged,
  },
  HTML_502: {
    title: 'Erro 502 em HTML',
    behavior: 'Responde sempre 502, e não com JSON.',
    result: 'Como o erro 500.',
    answer: { status: 502 },
  },
} as const satisfies Record<string, Scenario>;

const byName = new Map<string, Scenario>(Object.entries(scenarios));

/** Finds the scenario for a name on a card, in any case. */
export function findScenario(holder: string): Scenario {
  return byName.get(holder.trim().toUpperCase()) ?? scenarios.APPROVED;
}
