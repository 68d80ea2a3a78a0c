/** What the payments service answers with; `payment` is its 201 with that status. */
export type Answer =
  | { kind: 'payment'; status: 'paid' | 'pending' | 'refused' }
  | { kind: 'error'; status: number; body: Record<string, string> }
  | { kind: 'html'; status: number }
  | { kind: 'hang' }
  | { kind: 'reset' };

/** What the payments service does with a checkout when the card bears a certain name. */
export interface Scenario {
  /** Names it for a reader of the demo shop. */
  title: string;
  /** Says what the service does, for a reader of the demo shop. */
  behaviour: string;
  /** Says what becomes of it: what the buyer sees, and what the proxy tells the shop. */
  result: string;
  answer: Answer;
  /** Whether the buyer's money moves, and when. Default: it does not. */
  charges?: 'at once' | 'with the postback';
  /** What the postback says; without it there is none. */
  postback?: 'paid' | 'refused';
  /** Whether the answer is late, so that a client must wait. */
  isSlow?: boolean;
  /** Whether only the first call answers so, and the next is approved. */
  isOnce?: boolean;
}

const paid = { kind: 'payment', status: 'paid' } as const;
const serverError = {
  kind: 'error',
  status: 500,
  body: { detail: 'Internal server error.' },
} as const;
const badGateway = { kind: 'error', status: 502, body: { detail: 'Bad gateway.' } } as const;
const throttled = {
  kind: 'error',
  status: 429,
  body: { detail: 'Request was throttled.' },
} as const;

/** Lists what each name on the card does (contract section 8); any other name is approved. */
export const scenarios = {
  APPROVED: {
    title: 'Aprovado',
    behaviour: 'Cobra e responde 201.',
    result: 'Aprovado.',
    answer: paid,
    charges: 'at once',
    postback: 'paid',
  },
  RISK: {
    title: 'Recusado por risco',
    behaviour: 'Responde 400 e não cobra.',
    result: 'O comprador lê que não foi autorizado, sem o motivo.',
    answer: { kind: 'error', status: 400, body: { error: 'Recusado por análise de risco' } },
  },
  REFUSED: {
    title: 'Recusado no corpo',
    behaviour: 'Um 201 cujo corpo diz “refused”.',
    result: 'O comprador lê que não foi autorizado.',
    answer: { kind: 'payment', status: 'refused' },
    postback: 'refused',
  },
  PENDING: {
    title: 'Pendente, depois pago',
    behaviour: 'Responde 201 “pending” e cobra com o postback.',
    result: 'O comprador espera; em 2 s, aprovado.',
    answer: { kind: 'payment', status: 'pending' },
    charges: 'with the postback',
    postback: 'paid',
  },
  SELLER: {
    title: 'Lojista desconhecido',
    behaviour: 'Responde 400: “Seller not found”.',
    result: 'O comprador lê que fale com a loja. Um alarme.',
    answer: { kind: 'error', status: 400, body: { error: 'Seller not found' } },
  },
  LIMIT_ONCE: {
    title: 'Limite, depois aprovado',
    behaviour: 'Responde 429 uma vez.',
    result: 'Aprovado na segunda tentativa, 1 s depois.',
    answer: throttled,
    isOnce: true,
  },
  LIMIT: {
    title: 'Limite para sempre',
    behaviour: 'Responde sempre 429.',
    result: 'Após 4 tentativas em 7 s, o comprador pode tentar mais tarde.',
    answer: throttled,
  },
  ERROR_502_ONCE: {
    title: 'Erro 502, depois aprovado',
    behaviour: 'Responde 502 uma vez, sem cobrar.',
    result:
      'O proxy espera 5 a 10 s e tenta de novo: aprovado, com um alarme de possível cobrança dupla.',
    answer: badGateway,
    isOnce: true,
  },
  ERROR_500: {
    title: 'Erro 500 para sempre',
    behaviour: 'Responde sempre 500, sem cobrar.',
    result: 'Após 4 tentativas (até 40 s), o comprador lê que não pague de novo. Um alarme.',
    answer: serverError,
  },
  CHARGED_THEN_500: {
    title: 'Cobra e responde 500',
    behaviour: 'Cobra, responde 500 e avisa por postback.',
    result: 'O proxy não repete: em 2 s, aprovado.',
    answer: serverError,
    charges: 'at once',
    postback: 'paid',
  },
  CHARGED_THEN_500_SILENT: {
    title: 'Cobra, responde 500 e cala',
    behaviour: 'Cobra, responde 500 e não avisa.',
    result:
      'Sem prova, o proxy repete como a documentação pede: 4 cobranças e um alarme. RETRY_POLICY=strict não repete.',
    answer: serverError,
    charges: 'at once',
  },
  SLOW_8S: {
    title: 'Lento, depois aprovado',
    behaviour: 'Cobra e responde após 8 s.',
    result: 'O comprador espera; aprovado.',
    answer: paid,
    charges: 'at once',
    postback: 'paid',
    isSlow: true,
  },
  HANG: {
    title: 'Nunca responde',
    behaviour: 'Não responde e não cobra.',
    result: 'Após 30 s, o comprador lê que não pague de novo. Um alarme.',
    answer: { kind: 'hang' },
  },
  RESET: {
    title: 'Conexão cortada',
    behaviour: 'Corta a conexão depois de ler o pedido, sem cobrar.',
    result: 'O comprador lê que não pague de novo. Um alarme.',
    answer: { kind: 'reset' },
  },
  CHARGED_THEN_RESET: {
    title: 'Cobra e corta a conexão',
    behaviour: 'Cobra, corta a conexão e avisa por postback.',
    result: 'O comprador lê que não pague de novo; pouco depois, aprovado. Dois alarmes.',
    answer: { kind: 'reset' },
    charges: 'at once',
    postback: 'paid',
  },
  HTML_502: {
    title: 'Erro 502 em HTML',
    behaviour: 'Responde sempre 502, e não com JSON.',
    result: 'Como o erro 500.',
    answer: { kind: 'html', status: 502 },
  },
} as const satisfies Record<string, Scenario>;

const byName = new Map<string, Scenario>(Object.entries(scenarios));

/** Finds the scenario for a name on a card, in any case. */
export function findScenario(holder: string): Scenario {
  return byName.get(holder.trim().toUpperCase()) ?? scenarios.APPROVED;
}
